/** The daily check reads over a connection of its own, each slice at one moment of the database. */
import { goThrough, Query, type Step, Together, type Work } from '../work/statement.js';
import type { Doable, Parts } from '../work/database.js';
import { createCheckPasses } from '../check/passes.js';
import type { CheckPasses } from '../work/checks.js';
import { lastEntry } from '../work/ledger.js';
import { type Connection, openConnection } from './connection.js';
import { setImmediate as turn } from 'node:timers/promises';
import { createAsk } from './perform.js';

/** It reads for so long before others have their turn; a statement that was begun is ended first. */
const AT_ONCE_MS = 2;

/** Does work that only reads on a connection of its own, a little at a time: requests have their turn in between. */
export function createPatientPerform(connection: Connection): <T>(work: Work<T>) => Promise<T> {
  const ask = createAsk(connection);
  let sinceMs = performance.now();

  const answer = async (step: Step): Promise<unknown> => {
    if (step instanceof Together) {
      const replies: unknown[] = [];
      for (const work of step.works) replies.push(await perform(work));
      return replies;
    }
    if (!(step instanceof Query)) throw new TypeError('what only reads marks nothing');
    if (performance.now() - sinceMs >= AT_ONCE_MS) {
      await turn();
      sinceMs = performance.now();
    }
    return ask(step);
  };

  const perform = <T>(work: Work<T>): Promise<T> => goThrough(work, answer);
  return perform;
}

/** The event loop waits for a statement: each of them takes a few milliseconds. */
const PACE = { entries: 1_000, orders: 1, subscribers: 250, unpaid: 2_000, bots: 5, botDays: 7, ofDay: 10 };

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
