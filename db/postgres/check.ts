/** What the daily check reads with: the primary for the ledger, the replica, where there is one, for figures. */
import { setTimeout as after } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.js';
import { createCheckPasses } from '../check/passes.js';
import type { CheckPasses } from '../work/checks.js';
import type * as work from '../work/database.js';
import { ofPostgres } from '../work/statement.js';

/** The database works on a statement for a few tens of milliseconds, and the event loop on its answer for a few. */
const PACE = {
  entries: 10_000,
  orders: 20,
  subscribers: 500,
  unpaid: 20_000,
  bots: 100,
  botDays: 1_000,
  ofDay: 200,
};

/** A transaction of the service takes a few milliseconds; the database gives no notice of its end. */
const LOOK_MS = 50;
const LOOKS_MAX = 600;

/**
 * Entries get their numbers before their commit, so that one can be committed after another with a higher number. Who
 * inserts an entry has this lock on the table, from before the number is taken until after the commit: so whatever is not there
 * yet, with a lower number than the last entry, is of a transaction that has the lock now.
 */
const WRITERS = `SELECT virtualtransaction FROM pg_locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
  AND relation = 'ledger_entries'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const lastEntry = ofPostgres<[], { entry_id: number | null; writers: string[] }>(
  `SELECT (SELECT max(entry_id) FROM ledger_entries) AS entry_id, ARRAY(${WRITERS}) AS writers`,
);
const stillWriting = ofPostgres<[writers: string[]]>(
  `SELECT 1 FROM (${WRITERS}) AS writing WHERE virtualtransaction = ANY ($1::text[]) LIMIT 1`,
);

export function createPassesOver({
  db,
  replica,
  dayOf,
}: Pick<work.Parts, 'db' | 'replica' | 'dayOf'>): CheckPasses {
  return createCheckPasses(dayOf, {
    pace: PACE,
    lastEntry: async () => {
      const { entry_id: entryId = 0, writers = [] } = (await db.read(lastEntry.get())) ?? {};
      for (let looks = 0; writers.length > 0; looks += 1) {
        if ((await db.read(stillWriting.get(writers))) === undefined) break;
        if (looks >= LOOKS_MAX)
          throw new ServiceError('unavailable', 'A transaction has been booking for half a minute.');
        await after(LOOK_MS);
      }
      return entryId ?? 0;
    },
    open: () => ({ ledger: db, figures: replica, close: () => undefined }),
  });
}
