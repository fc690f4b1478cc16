/** What is read or made once, and remembered for a while. */
import type { AsOf } from './ports/as-of.js';
import { dayNumberOf } from './days.js';
import type { Clock } from './ports.js';

/**
 * Options of an `LRUCache` that grows as it is needed, up to so many. With `max` it reserves its whole room at once, which
 * took 4 ms of every start.
 */
export const latest = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 });

/**
 * Things read from the store and remembered until the store's version says that they may be stale. A version is cheap
 * to read and covers what other processes did.
 * @param limit how many are remembered; then all are forgotten, which costs one read each
 */
export function createRemembered<Key, Value>(
  version: (asOf?: AsOf) => Promise<number>,
  load: (key: Key) => Promise<Value>,
  limit: number,
) {
  const values = new Map<Key, Value>();
  let knownVersion = -1;
  return {
    /** @param asOf see `AsOf` */
    get: async (key: Key, asOf?: AsOf): Promise<Value> => {
      const now = await version(asOf);
      if (now !== knownVersion) {
        values.clear();
        knownVersion = now;
      }
      const known = values.get(key);
      if (known !== undefined) return known;
      const value = await load(key);
      if (values.size >= limit) values.clear();
      // What was read before a change must not be remembered after it.
      if (knownVersion === now) values.set(key, value);
      return value;
    },
  };
}

/**
 * A reading that walks through much and changes slowly: it is asked again once the last one is no longer fresh; one that failed is not kept.
 * @param isFresh whether what was read at one moment will do at another
 */
function keptWhile<Value>(
  clock: Clock,
  isFresh: (readAtMs: number, nowMs: number) => boolean,
  read: (nowMs: number) => Promise<Value>,
): () => Promise<Value> {
  let kept: { atMs: number; value: Promise<Value> } | null = null;
  return () => {
    const nowMs = clock.now();
    if (kept !== null && isFresh(kept.atMs, nowMs)) return kept.value;
    const reading = { atMs: nowMs, value: read(nowMs) };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.value;
  };
}

/** One that is asked again when it is so old, or when the clock was set back. */
export function readOnceIn<Value>(clock: Clock, ageMs: number, read: () => Promise<Value>) {
  const isFresh = (readAtMs: number, nowMs: number) => nowMs >= readAtMs && nowMs - readAtMs < ageMs;
  return keptWhile(clock, isFresh, read);
}

/** One of each day of a zone. */
export function readOnceADay<Value>(clock: Clock, zone: string, read: (nowMs: number) => Promise<Value>) {
  const isSameDay = (one: number, other: number) => dayNumberOf(one, zone) === dayNumberOf(other, zone);
  return keptWhile(clock, isSameDay, read);
}

/**
 * Makes something of an object the first time it is asked for, and keeps it with the object. For objects that are read
 * only, and come again. A weak map costs more than what is made, where most objects are asked about once.
 */
export function madeOnce<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const name = Symbol('made');
  return (from: From & { [name]?: Made }) => {
    const found = from[name];
    if (found !== undefined) return found;
    const made = make(from);
    from[name] = made;
    return made;
  };
}
