/**
 * Counts that are added up in memory and written by a deed of their own a few times a second, so that what is counted
 * pays for none. What is gathered when the process dies is lost: these are figures, not promises.
 */
import type { Deeds } from './deeds.js';
import type { Transaction } from './statement.js';

/** They are written after this long, unless told otherwise. */
const LATEST_MS = 500;

export interface Gathered<Count> {
  /** The count under this key, to be added to at once; made when there is none. Not to be kept. */
  of(key: string): Count;
  /** The counts under this key that are not written yet: what is being gathered, and what is being written. */
  peek(key: string): Count[];
  /** Writes what is gathered. */
  flush(): Promise<void>;
}

export interface GatheredParts<Count> {
  name: string;
  make: (key: string) => Count;
  /**
   * Writes the counts, inside a deed that may be tried again. They come in the order of their keys; where they touch
   * rows that others touch too, see to the order of locks.
   */
  write: (transaction: Transaction, counts: readonly Count[]) => Promise<void>;
  latestMs?: number;
}

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
    const sorted = [...leaving].sort(([one], [other]) => (one < other ? -1 : 1));
    const counts = sorted.map(([, count]) => count);
    await deeds.run(name, (transaction) => write(transaction, counts));
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
