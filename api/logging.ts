/** Logs: JSON lines on stderr, without keys, tokens or query strings. */
import type { NextFunction, Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
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

/** The trace of a request, kept on its response. */
export function traceOf(response: Response): Traced {
  return response.locals as Traced;
}

export function tracing(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = process.hrtime.bigint();
    const given = request.get('x-request-id') ?? '';
    const trace = traceOf(response);
    trace.requestId = SANE_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', trace.requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.once('close', () => {
      const { requestId, caller } = trace;
      logger.info(
        {
          request_id: requestId,
          method: request.method,
          path: safePath(request),
          status: response.statusCode,
          duration_ms: Number(process.hrtime.bigint() - startedAt) / 1e6,
          ...(response.writableFinished ? {} : { aborted: true }),
          ...(caller == null ? {} : { account_id: caller.accountId }),
          ...(caller?.botId == null ? {} : { bot_id: caller.botId }),
        },
        'request',
      );
    });
    next();
  };
}

/** The path as far as it may be written down: never the query, and no part that could be a secret. */
function safePath({ originalUrl }: Request): string {
  const path = originalUrl.split(/[?#]/, 1)[0] ?? '';
  return path.slice(0, 200).replace(SECRET_PART, '…');
}
