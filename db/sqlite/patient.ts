/** Does work that only reads on a connection of its own, a little at a time: requests have their turn in between. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from './connection.js';
import { goThrough, Query, type Step, Together, type Work } from '../work/statement.js';
import { createAsk } from './perform.js';

/** It reads for so long before others have their turn; a statement that was begun is ended first. */
const AT_ONCE_MS = 2;

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
