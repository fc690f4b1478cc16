/** Request contexts are read and written many at a time (`db/sqlite/request-contexts.ts` has them at hand). */
import type { Pin, RequestContext } from '../../core/ports/sponsor-store.js';
import { type PinRow, toLivePin } from '../work/context-row.js';
import type { ContextShapes } from '../work/sponsors.js';
import { ofPostgres } from '../work/statement.js';
import { createCoalesced } from './coalesced.js';
import type { Parts } from './parts.js';
import { writeImpression } from './impressions.js';
import { readContexts, type ContextAsk } from './context-reader.js';
import { isMore, type RecordAsk, writeRecord, writeRecords } from './request-record.js';

/** How often a list is tried to be pinned while others come and go in its place. */
const TRIES_MAX = 5;

const pinOf = ofPostgres<[userId: number, botId: number], PinRow>(
  'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = $1 AND bot_id = $2',
);

type ContextParts = Pick<Parts, 'commands' | 'db' | 'log' | 'dayOf'>;

/** How one request context is read and written. */
export interface ContextWays {
  read(ask: ContextAsk): Promise<RequestContext>;
  /** @returns the orders whose impressions count; null when another list is alive, and nothing was written */
  write(ask: RecordAsk): Promise<number[] | null>;
}

export function createTogetherRequestContexts({
  commands,
  dayOf,
}: Pick<ContextParts, 'commands' | 'dayOf'>): ContextWays {
  const read = createCoalesced<ContextAsk, RequestContext>({
    run: (asks) => commands.hot.askOnce((transaction) => readContexts(transaction, asks)),
  });
  const writeTogether = createCoalesced<RecordAsk, number[] | null>({
    // A user is written once in a statement.
    keyOf: ({ userId }) => userId,
    run: (asks) => commands.hot.runOnce('sponsors.record', (transaction) => writeRecords(transaction, asks)),
  });
  return {
    read,
    /** What is more than the one statement goes alone. */
    write: (ask) => {
      const day = dayOf(ask.what.nowMs);
      return isMore(ask.what)
        ? commands.run('sponsors.record', (transaction) => writeRecord(transaction, ask, day))
        : writeTogether(ask);
    },
  };
}

export function createRequestContexts(
  { db, log }: Pick<ContextParts, 'db' | 'log'>,
  ways: ContextWays,
): ContextShapes {
  const pinNow = async (userId: number, botId: number, nowMs: number): Promise<Pin | null> =>
    toLivePin(await db.read(pinOf.get(userId, botId)), nowMs);

  return {
    contextMark: async (userId, asOf) => (await log.look(asOf)).of(userId),
    requestContext: (botId, userId, sinceMs, nowMs) => ways.read({ botId, userId, sinceMs, nowMs }),
    record: async (userId, what) => {
      for (let number = 1; number <= TRIES_MAX; number += 1) {
        const counted = await ways.write({ userId, what });
        if (counted !== null) return { kind: 'recorded', counted };
        // It may have been taken away meanwhile.
        const pin = await pinNow(userId, what.botId, what.nowMs);
        if (pin !== null) return { kind: 'pinned', pin };
      }
      throw new TypeError('lists were pinned and taken away again faster than one can be');
    },
    writeImpression,
  };
}
