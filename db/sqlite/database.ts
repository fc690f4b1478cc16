/** SQLite does work: see `executor.ts` for how transactions are made of it. */
import type { Executor } from './executor.js';
import type { Database, Doable } from '../work/database.js';
import { Query, type Work } from '../work/statement.js';
import type { Perform } from './perform.js';

const begun = <T>(work: Doable<T>): Work<T> => (work instanceof Query ? work : work());

export function createDatabase(executor: Executor, perform: Perform): Database {
  return {
    run: (name, work, options) => executor.run(name, () => perform(begun(work)), options),
    read: (work) => executor.ask(() => perform(begun(work))),
  };
}
