/** Logs: JSON lines on stderr, without keys, tokens or query strings. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Caller } from './route.js';

export type { Logger };

/** A request id from outside is taken over when it is one plain word, so that it cannot forge log lines. */
const SANE_ID = /^[\w.:-]{1,64}$/;
/** A key of ours or a bot's token, sent as an id by mistake, is not written down for it. */
const LIKE_A_SECRET = /sg_(?:access|stat|bot)_|\d:[\w-]{20,}/;

function isSane(id: string): boolean {
  return SANE_ID.test(id) && !LIKE_A_SECRET.test(id);
}

/** Longer parts of a path are tokens of ours, or keys of somebody's. */
const SECRET_PART = /[^/]{24,}/g;

/** What is known of a request once it has been answered. */
export interface Traced {
  requestId: string;
  headers: Readonly<Record<string, string>>;
  caller?: Caller | null;
  /** Of the route that took it, as the route names it. */
  path?: string;
}

/**
 * Called with each request once it has been answered.
 * @param path of its route; undefined when none took it
 * @param status of the answer; 0 when the caller was gone before it was whole
 */
export type RequestObserver = (path: string | undefined, status: number, tookMs: number) => void;

/** On the answer itself: a weak map with an entry for each request costs more than all else that is done here. */
const TRACE = Symbol('trace');
type Answering = ServerResponse & { [TRACE]?: Traced };

export function traceOf(response: ServerResponse): Traced {
  const trace = (response as Answering)[TRACE];
  if (trace === undefined) throw new Error('This request is not traced.');
  return trace;
}

/**
 * Exactly that share of the requests in a row, and in any case what failed by a fault of ours or was cut off.
 * @param share from 0 to 1
 * @returns whether a request gets a line
 */
export function createSample(share: number): (status: number, isAborted: boolean) => boolean {
  let due = 0;
  return (status, isAborted) => {
    if (isAborted || status >= 500) return true;
    due += share;
    if (due < 1) return false;
    due -= 1;
    return true;
  };
}

export interface Tracing {
  logger: Logger;
  observe: RequestObserver | undefined;
  sample: ReturnType<typeof createSample>;
}

/** Gives a request its id, and counts it and writes its line once it has been answered or cut off. */
export function traced(
  { logger, observe, sample }: Tracing,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const startedAtMs = performance.now();
  // Read now: a router may change it on its way.
  const { method, url = '' } = request;
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && isSane(given) ? given : randomUUID();
  const headers = headersOf(requestId);
  const trace: Traced = { requestId, headers };
  (response as Answering)[TRACE] = trace;
  const isLogged = logger.isLevelEnabled('info');
  if (!isLogged && observe === undefined) return;
  response.on('close', () => {
    const { caller, path } = trace;
    const tookMs = performance.now() - startedAtMs;
    const isAborted = !response.writableFinished;
    observe?.(path, isAborted ? 0 : response.statusCode, tookMs);
    if (!isLogged || !sample(response.statusCode, isAborted)) return;
    logger.info(
      {
        request_id: requestId,
        method,
        path: safePath(url),
        status: response.statusCode,
        duration_ms: Math.round(tookMs * 1_000) / 1_000,
        ...(isAborted ? { aborted: true } : {}),
        ...(caller == null ? {} : { account_id: caller.accountId }),
        ...(caller?.botId == null ? {} : { bot_id: caller.botId }),
      },
      'request',
    );
  });
}

function headersOf(requestId: string): Traced['headers'] {
  return { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' };
}

/**
 * Gives what could not be read as a request its id and its line; nothing that it said is written down.
 * @returns the headers of its answer
 */
export function traceUnread(status: number, logger: Logger | undefined): Traced['headers'] {
  const requestId = randomUUID();
  logger?.info({ request_id: requestId, status }, 'request');
  return headersOf(requestId);
}

/** The path as far as it may be written down: never the query, and no part that could be a secret. */
function safePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.slice(0, 200).replace(SECRET_PART, '…');
}
