/** One request to a route, from its body to its answer: the same steps whichever way it came in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../core/errors.js';
import type { Service } from '../core/service.js';
import { authenticate } from './auth.js';
import { readBody } from './body.js';
import type { RateLimiter } from './rate-limiter.js';
import { replyTo, replyToFailure, send } from './envelope.js';
import { type Logger, traceOf } from './logging.js';
import {
  answerTo,
  type ActionRoute,
  type Asked,
  type Incoming,
  type JsonRoute,
  type Route,
} from './route.js';
import type { Turn } from './turn.js';

export interface Serving {
  service: Service;
  logger: Logger;
  rateLimiter: RateLimiter;
  turn: Turn;
}

/** A route whose answer is the envelope. */
export type EnvelopeRoute = JsonRoute | ActionRoute;

/**
 * Reads a request and finds out who sent it.
 * @throws ServiceError
 */
export async function admit(
  { service, rateLimiter, turn }: Serving,
  route: Route,
  request: Incoming,
  response: ServerResponse,
): Promise<Omit<Asked, 'from'> & { address: string }> {
  const trace = traceOf(response);
  trace.path = route.path;
  const address = rateLimiter.enter(request, route.weight);
  route.guard?.(service, request);
  // The body is read first, so that an answer sent early does not cut the connection under a caller still sending.
  const input = toObject(route.method === 'post' ? await readBody(route, request, response) : request.query);
  const asOf = performance.now();
  await turn(route.weight);
  const caller = await authenticate(service, route, request, asOf, response);
  trace.caller = caller;
  if (caller !== null) rateLimiter.pass(caller, route.weight);
  return { input, caller, asOf, address };
}

/** Answers a request in the envelope; never throws. */
export async function serve(
  serving: Serving,
  route: EnvelopeRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { input, caller, asOf, address } = await admit(serving, route, request, response);
    const { 'user-agent': agent = '', 'idempotency-key': key } = request.headers;
    // Node joins a header that is sent twice.
    const idempotencyKey = typeof key === 'string' ? key.trim() : undefined;
    const from = { address, agent, idempotencyKey };
    send(response, replyTo(await answerTo(route, serving.service, { input, caller, asOf, from })));
  } catch (error) {
    fail(serving, response, error);
  }
}

/** Sends a failure, and logs it when the fault is ours. */
export function fail({ logger }: Serving, response: ServerResponse, error: unknown): void {
  const reply = replyToFailure(error);
  if (reply.code === 500)
    logger.error({ request_id: traceOf(response).requestId, err: error }, 'a request failed');
  // Half an answer cannot be taken back; a cut connection shows the caller that it is incomplete.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // A failure is not the file that was to be sent.
  response.removeHeader('Content-Disposition');
  send(response, reply);
}

function toObject(input: unknown): Record<string, unknown> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input))
    return input as Record<string, unknown>;
  throw new ServiceError('invalid', 'The body must be a JSON object.');
}
