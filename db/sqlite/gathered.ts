/**
 * Counts are written along with a commit that happens anyway (see `work/gathered.ts`): here a commit is what costs, and a
 * statement more in it is little.
 */
import type { Executor } from './executor.js';
import { type Gathered, type GatheredParts, inOrder, LATEST_MS } from '../work/gathered.js';
import type { Perform } from './perform.js';

export function createGathered<Count>(
  { executor, perform }: { executor: Executor; perform: Perform },
  { name, make, write, restMs, latestMs = LATEST_MS }: GatheredParts<Count>,
): Gathered<Count> {
  let gathered = new Map<string, Count>();
  let sinceMs = 0;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return;
    isWanted = true;
    // Empty work makes a commit, which takes along what is gathered.
    await executor.run(name, () => undefined);
  };

  executor.beforeCommit(() => {
    if (gathered.size === 0) return undefined;
    if (!isWanted && performance.now() - sinceMs < restMs) return undefined;
    perform(write(inOrder(gathered)));
    // Only once it is committed; nothing is counted meanwhile, since all this happens in one turn.
    return () => {
      gathered = new Map();
      isWanted = false;
      clearTimeout(timer);
      timer = undefined;
    };
  });

  return {
    of: (key) => {
      if (gathered.size === 0) sinceMs = performance.now();
      let count = gathered.get(key);
      if (count === undefined) {
        count = make(key);
        gathered.set(key, count);
      }
      timer ??= setTimeout(() => {
        // What cannot be written now stays gathered, and goes with a later commit.
        flush().catch(() => undefined);
      }, latestMs).unref();
      return count;
    },
    peek: (key) => [gathered.get(key)].filter((count) => count !== undefined),
    flush,
  };
}
