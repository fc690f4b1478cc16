/**
 * Counts that are added up in memory and written along with a commit that happens anyway, so that they cost none of
 * their own. What is gathered when the process dies is lost: these are figures, not promises.
 */
import type { Executor } from './executor.js';

/** When no commit comes along, they are written by themselves after this long, unless told otherwise. */
const LATEST_MS = 500;

export interface Gathered<Count> {
  /** The count under this key, to be added to; made when there is none. */
  of(key: string): Count;
  /** The count under this key, when there is one. */
  peek(key: string): Count | undefined;
  /** Writes what is gathered. */
  flush(): Promise<void>;
}

/**
 * @param restMs how long counts are gathered at least: where one commit follows another, a key that comes often is then
 *   written once for many
 */
export function createGathered<Count>(
  executor: Executor,
  parts: {
    name: string;
    make: (key: string) => Count;
    write: (count: Count) => void;
    restMs: number;
    latestMs?: number;
  },
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
    // An empty deed makes a commit, which takes along what is gathered.
    await executor.run(parts.name, () => undefined);
  };

  executor.beforeCommit(() => {
    if (gathered.size === 0) return undefined;
    if (!isWanted && performance.now() - sinceMs < parts.restMs) return undefined;
    for (const count of gathered.values()) parts.write(count);
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
        count = parts.make(key);
        gathered.set(key, count);
      }
      timer ??= setTimeout(() => {
        // What cannot be written now stays gathered, and goes with a later commit.
        flush().catch(() => undefined);
      }, parts.latestMs ?? LATEST_MS).unref();
      return count;
    },
    peek: (key) => gathered.get(key),
    flush,
  };
}
