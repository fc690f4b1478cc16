/** Counts are written by a deed of their own a few times a second (see `work/gathered.ts`). */
import { type Gathered, type GatheredParts, inOrder, LATEST_MS } from '../work/gathered.js';
import type { Deeds } from './deeds.js';
import { perform } from './perform.js';

export function createGathered<Count>(deeds: Deeds, parts: GatheredParts<Count>): Gathered<Count> {
  const { name, make, write, latestMs = LATEST_MS } = parts;
  let gathered = new Map<string, Count>();
  /** Of the flush that is under way, or that failed: nobody adds to them any more. */
  let leaving = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const schedule = () => {
    timer ??= setTimeout(() => {
      // What cannot be written now stays, and is tried again.
      flush().catch(schedule);
    }, latestMs).unref();
  };

  const writeLeaving = async () => {
    if (leaving.size === 0) return;
    const counts = inOrder(leaving);
    await deeds.run(name, (transaction) => perform(transaction, write(counts)));
    leaving = new Map();
  };

  const flushOnce = async () => {
    clearTimeout(timer);
    timer = undefined;
    await writeLeaving();
    [leaving, gathered] = [gathered, leaving];
    await writeLeaving();
  };

  const flush = () => {
    underWay = underWay.catch(() => undefined).then(flushOnce);
    return underWay;
  };

  return {
    of: (key) => {
      let count = gathered.get(key);
      if (count === undefined) {
        count = make(key);
        gathered.set(key, count);
      }
      schedule();
      return count;
    },
    peek: (key) => [gathered.get(key), leaving.get(key)].filter((count) => count !== undefined),
    flush,
  };
}
