/** The daily check reads over a connection of its own, each slice at one moment of the database. */
import { Query, statement } from '../work/statement.js';
import type { Doable, Parts } from '../work/database.js';
import { createCheckPasses } from '../check/passes.js';
import type { CheckPasses } from '../work/checks.js';
import { openConnection } from './connection.js';
import { createPatientPerform } from './patient.js';

/** The event loop waits for a statement: each of them takes a few milliseconds. */
const PACE = { entries: 1_000, orders: 1, subscribers: 250, unpaid: 2_000, bots: 5, botDays: 7, ofDay: 10 };

const lastEntry = statement<[], { entry_id: number | null }>(
  'SELECT max(entry_id) AS entry_id FROM ledger_entries',
);

export function createPassesOver({ db, dayOf }: Pick<Parts, 'db' | 'dayOf'>, path: string): CheckPasses {
  return createCheckPasses(dayOf, {
    pace: PACE,
    // One writes at a time, and takes the next number.
    lastEntry: async () => (await db.read(lastEntry.get()))?.entry_id ?? 0,
    open: () => {
      const connection = openConnection(path);
      const perform = createPatientPerform(connection);
      const [begin, end] = ['BEGIN', 'COMMIT'].map((sql) => connection.prepare(sql));
      const read = async <T>(work: Doable<T>): Promise<T> => {
        // Readers see the database as it was when they first read, until they end.
        begin?.run();
        try {
          return await perform(work instanceof Query ? work : work());
        } finally {
          end?.run();
        }
      };
      return {
        ledger: { read },
        figures: { read },
        close: () => connection.close(),
      };
    },
  });
}
