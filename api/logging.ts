/** Logs: JSON lines on stderr, without keys, tokens or query strings. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Caller } from './route.js';

export type { Logger };

/** A request id from outside is taken over when it is one plain word, so that it cannot forge log lines. */
const SANE_ID = /^[\w.:-]{1,64}$/;

/** Longer parts of a path are tokens of ours, or keys of somebody's. */
const SECRET_PART = /[^/]{24,}/g;

/** What is known of a request once it has been answered. */
export interface Traced {
  requestId: string;
  caller?: Caller | null;
}

const traces = new WeakMap<ServerResponse, Traced>();

/** The trace of a request that `traced` has begun. */
export function traceOf(response: ServerResponse): Traced {
  const trace = traces.get(response);
  if (trace === undefined) throw new Error('This request is not traced.');
  return trace;
}

/** Gives a request its id, and writes its line once it has been answered or cut off. */
export function traced(logger: Logger, request: IncomingMessage, response: ServerResponse): void {
  const startedAtMs = performance.now();
  // Read now: a router may change it on its way.
  const { method, url = '' } = request;
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  const trace: Traced = { requestId };
  traces.set(response, trace);
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (!logger.isLevelEnabled('info')) return;
  response.once('close', () => {
    const { caller } = trace;
    logger.info(
      {
        request_id: requestId,
        method,
        path: safePath(url),
        status: response.statusCode,
        duration_ms: Math.round((performance.now() - startedAtMs) * 1_000) / 1_000,
        ...(response.writableFinished ? {} : { aborted: true }),
        ...(caller == null ? {} : { account_id: caller.accountId }),
        ...(caller?.botId == null ? {} : { bot_id: caller.botId }),
      },
      'request',
    );
  });
}

/** The path as far as it may be written down: never the query, and no part that could be a secret. */
function safePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.slice(0, 200).replace(SECRET_PART, '…');
}
