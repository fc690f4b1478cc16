/**
 * Counts are written along with a commit that happens anyway (see `work/write-behind.ts`): here a commit is what costs, and a
 * statement more in it is little.
 */
import type { Executor } from './executor.js';
import { type WriteBehind, type WriteBehindParts, inOrder, LATEST_MS } from '../work/write-behind.js';
import type { Perform } from './perform.js';

export function createWriteBehind<Count>(
  { executor, perform }: { executor: Executor; perform: Perform },
  { name, make, write, restMs, latestMs = LATEST_MS }: WriteBehindParts<Count>,
): WriteBehind<Count> {
  let writeBehind = new Map<string, Count>();
  let sinceMs = 0;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (writeBehind.size === 0) return;
    isWanted = true;
    // Empty work makes a commit, which takes along what is gathered.
    await executor.run(name, () => undefined);
  };

  // Only once it is committed; nothing is counted meanwhile, since all this happens in one turn.
  const written = () => {
    writeBehind = new Map();
    isWanted = false;
    clearTimeout(timer);
    timer = undefined;
  };

  executor.beforeCommit(() => {
    if (writeBehind.size === 0) return undefined;
    if (!isWanted && performance.now() - sinceMs < restMs) return undefined;
    return () => {
      perform(write(inOrder(writeBehind)));
      return written;
    };
  });

  return {
    of: (key) => {
      if (writeBehind.size === 0) sinceMs = performance.now();
      let count = writeBehind.get(key);
      if (count === undefined) {
        count = make(key);
        writeBehind.set(key, count);
      }
      timer ??= setTimeout(() => {
        // What cannot be written now stays gathered, and goes with a later commit.
        flush().catch(() => undefined);
      }, latestMs).unref();
      return count;
    },
    peek: (key) => [writeBehind.get(key)].filter((count) => count !== undefined),
    flush,
  };
}
