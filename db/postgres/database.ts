/** PostgreSQL does work: see `commands.ts` for how transactions are made of it. */
import type { Database, Doable, Join, Reader } from '../work/database.js';
import { Query } from '../work/statement.js';
import { createCoalesced } from './coalesced.js';
import type { Commands } from './commands.js';
import { perform } from './perform.js';
import type { Reading } from './replica.js';
import type { Transaction } from './statement.js';

/** A statement is a transaction, and a moment, by itself: without the round trips of one. */
const isAlone = <T>(work: Doable<T>): boolean => work instanceof Query;

const doing =
  <T>(work: Doable<T>) =>
  (transaction: Transaction): Promise<T> =>
    perform(transaction, work instanceof Query ? work : work());

export function createReader(reading: Pick<Reading, 'ask' | 'askOnce'>): Reader {
  return {
    read: (work, { apart = false } = {}) =>
      isAlone(work) || apart ? reading.askOnce(doing(work)) : reading.ask(doing(work)),
  };
}

/** See `coalesced.ts`. */
export const createJoin =
  ({ hot }: Pick<Commands, 'hot'>): Join =>
  ({ name, answer, ...how }) =>
    createCoalesced({
      ...how,
      run: (asks) => {
        const work = (transaction: Transaction) => perform(transaction, answer(asks));
        return name === undefined ? hot.askOnce(work) : hot.runOnce(name, work);
      },
    });

export function createDatabase(commands: Commands, isSpread: boolean): Database {
  const isByItself = <T>(work: Doable<T>): boolean =>
    work instanceof Query && !(isSpread && work.touches.length > 0);
  return {
    ...createReader(commands),
    run: (name, work, { durable = false } = {}) =>
      isByItself(work) && !durable
        ? commands.runOnce(name, doing(work))
        : commands.run(name, doing(work), { durable }),
  };
}
