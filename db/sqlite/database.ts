/** SQLite does work: see `executor.ts` for how transactions are made of it. */
import type { Executor } from './executor.js';
import type { Database, Doable, Join, Joined } from '../work/database.js';
import { Query, type Work } from '../work/statement.js';
import type { Perform } from './perform.js';

const begun = <T>(work: Doable<T>): Work<T> => (work instanceof Query ? work : work());

export function createDatabase(executor: Executor, perform: Perform): Database {
  return {
    run: (name, work, options) => executor.run(name, () => perform(begun(work)), options),
    read: (work) => executor.ask(() => perform(begun(work))),
  };
}

/** What comes in one turn is committed together anyway. */
export function createJoin(db: Database): Join {
  return <Ask, Answer>({ name, answer }: Joined<Ask, Answer>) =>
    async (ask: Ask) => {
      const work = () => answer([ask]);
      const [only] = name === undefined ? await db.read(work) : await db.run(name, work);
      // There is an answer for each ask.
      return only as Answer;
    };
}
