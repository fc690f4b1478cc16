/** Visits are read and written many at a time (`db/sqlite/visits.ts` has them at hand). */
import type { Pin, Visit } from '../../core/ports.js';
import { type PinRow, toLivePin } from '../work/pin-row.js';
import type { VisitShapes } from '../work/sponsors.js';
import { ofPostgres } from '../work/statement.js';
import { createCoalesced } from './coalesced.js';
import type { Parts } from './parts.js';
import { writeImpression } from './impressions.js';
import { readVisits, type VisitAsk } from './visit-reader.js';
import { isMore, type RecordAsk, writeVisit, writeVisits } from './visit-record.js';

/** How often a list is tried to be pinned while others come and go in its place. */
const TRIES_MAX = 5;

const pinOf = ofPostgres<[userId: number, botId: number], PinRow>(
  'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = $1 AND bot_id = $2',
);

type VisitParts = Pick<Parts, 'commands' | 'db' | 'log' | 'dayOf'>;

/** How one visit is read and written. */
export interface VisitWays {
  read(ask: VisitAsk): Promise<Visit>;
  /** @returns the orders whose impressions count; null when another list is alive, and nothing was written */
  write(ask: RecordAsk): Promise<number[] | null>;
}

export function createTogetherVisits({ commands, dayOf }: Pick<VisitParts, 'commands' | 'dayOf'>): VisitWays {
  const read = createCoalesced<VisitAsk, Visit>({
    run: (asks) => commands.hot.askOnce((transaction) => readVisits(transaction, asks)),
  });
  const writeTogether = createCoalesced<RecordAsk, number[] | null>({
    // A user is written once in a statement.
    keyOf: ({ userId }) => userId,
    run: (asks) => commands.hot.runOnce('sponsors.record', (transaction) => writeVisits(transaction, asks)),
  });
  return {
    read,
    /** What is more than the one statement goes alone. */
    write: (ask) => {
      const day = dayOf(ask.what.nowMs);
      return isMore(ask.what)
        ? commands.run('sponsors.record', (transaction) => writeVisit(transaction, ask, day))
        : writeTogether(ask);
    },
  };
}

export function createVisits({ db, log }: Pick<VisitParts, 'db' | 'log'>, ways: VisitWays): VisitShapes {
  const pinNow = async (userId: number, botId: number, nowMs: number): Promise<Pin | null> =>
    toLivePin(await db.read(pinOf.get(userId, botId)), nowMs);

  return {
    visitMark: async (userId, asOf) => (await log.look(asOf)).of(userId),
    visit: (botId, userId, sinceMs, nowMs) => ways.read({ botId, userId, sinceMs, nowMs }),
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
