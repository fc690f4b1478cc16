/** A graceful stop: requests on their way finish, new ones get 503, and the process is gone within 5 seconds. */
import type { Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { ServiceError } from '../core/errors.js';
import { send, replyToFailure } from './envelope.js';

/** The rest of the 5 seconds is for closing the store. */
const FINISH_WITHIN_MS = 3_500;
/** What comes over kept connections within this time is asked to come again rather than cut off. */
const LINGER_MS = 200;
const SHUTTING_DOWN = 'The service is shutting down. Try again in a moment.';

/** Answers that go on without an end. */
const streams = new Set<ServerResponse>();

/** Lets a stop end an answer that would go on; its listener comes again, to another process. */
export function endAtStop(response: ServerResponse): void {
  streams.add(response);
  response.once('close', () => streams.delete(response));
}

export type Stopping = ReturnType<typeof createStopping>;

export function createStopping() {
  // A number: a set that each request enters and leaves is laid out again all the time, and the garbage collector takes the
  // requests that its former layouts still name for living ones, and carries them along.
  let underway = 0;
  let isStopping = false;
  let noneLeft: () => void = () => undefined;

  return {
    /** Counts a request as on its way; false when the stop has begun, and the request has been refused. */
    admits: (response: ServerResponse): boolean => {
      if (isStopping) {
        response.setHeader('Connection', 'close');
        send(
          response,
          replyToFailure(new ServiceError('unavailable', SHUTTING_DOWN, { retryAfterSeconds: 2 })),
        );
        return false;
      }
      underway += 1;
      response.on('close', () => {
        underway -= 1;
        if (underway === 0) noneLeft();
      });
      return true;
    },
    /** Begins the stop; resolves when no request is left, or the time is up. */
    stop: async (server: Server): Promise<void> => {
      isStopping = true;
      // The door stays open meanwhile, so that a new request is asked to come again rather than cut off.
      const finished = new Promise<void>((resolve) => {
        noneLeft = resolve;
      });
      const late = setTimeout(FINISH_WITHIN_MS, undefined, { ref: false });
      for (const response of streams) response.end();
      if (underway > 0) await Promise.race([finished, late]);
      await setTimeout(LINGER_MS);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
