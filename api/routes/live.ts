/**
 * GET /live: server-sent events that say that something changed, never what: a page that hears one asks again for what it
 * shows. Sent at most once in two seconds, and the account's own figures are compared first, so that a quiet account hears
 * nothing of a busy service.
 */
import type { Response } from 'express';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import { type Caller, rawRoute } from '../route.js';
import { endAtStop } from '../stopping.js';

/** Of one account at a time, in one process. */
const STREAMS_MAX = 8;
/** Of all accounts, in one process; more fall back to polling. */
const ALL_STREAMS_MAX = 500;
const APART_MS = 2_000;
/** Polls every 10 s, because this process's own writes do not wake it. Proxies close streams that stay silent much longer. */
const LOOK_ANYWAY_MS = 10_000;
const streams = new Map<number, number>();

export const route = rawRoute('get', '/live', {
  access: ['access'],
  summary: 'Listen for changes of the account',
  tag: 'Account',
  isOfCabinet: true,
  description:
    'Server-sent events: `change` when something of the account changed, at most once in two seconds. What changed is not said: ask again for what you show.',
  media: {
    type: 'text/event-stream',
    description: 'It goes on until it is closed.',
    example: 'event: change\ndata: {}\n\n',
  },
  serve: async ({ service, response, caller }) => {
    if (caller === null) throw new Error('This path needs a key.');
    const { accountId } = caller;
    const open = streams.get(accountId) ?? 0;
    const all = [...streams.values()].reduce((sum, count) => sum + count, 0);
    if (open >= STREAMS_MAX || all >= ALL_STREAMS_MAX)
      throw new ServiceError('limited', 'Too many streams are open.', { retryAfterSeconds: 30 });
    streams.set(accountId, open + 1);
    endAtStop(response);
    const ended = new AbortController();
    response.once('close', () => ended.abort());
    try {
      await announce(service, caller, response, ended.signal);
    } finally {
      const left = (streams.get(accountId) ?? 1) - 1;
      if (left === 0) streams.delete(accountId);
      else streams.set(accountId, left);
      response.end();
    }
  },
});

async function announce(
  service: Service,
  caller: Caller,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Accel-Buffering', 'no');
  response.write('retry: 3000\n\nevent: open\ndata: {}\n\n');
  // Watched from before the look, so that a change in between is not missed.
  let changing = service.cabinet.changed(signal);
  let known = await pulseOf(service, caller);
  for (;;) {
    const hasChanged = changing.then(() => true);
    const looksAnyway = pause(LOOK_ANYWAY_MS, false, { signal }).catch(() => false);
    if (await Promise.race([hasChanged, looksAnyway])) changing = service.cabinet.changed(signal);
    if (signal.aborted) return;
    const now = await pulseOf(service, caller);
    // Somebody who signed out, or was blocked, hears nothing more. A stop may have ended the answer meanwhile.
    if (now === null || response.writableEnded) return;
    response.write(now === known ? ': still here\n\n' : 'event: change\ndata: {}\n\n');
    known = now;
    await pause(APART_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** What an account sees, in a few words; null when it may see nothing any more. */
async function pulseOf(service: Service, { accountId, sessionId }: Caller): Promise<string | null> {
  const isOver = sessionId !== undefined && !(await service.cabinet.sessions.isOpen(accountId, sessionId));
  return isOver ? null : service.cabinet.pulse(accountId);
}
