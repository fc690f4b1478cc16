/**
 * Things read from the store and remembered until the store's version says that they may be stale. A version is cheap
 * to read and covers what other processes did.
 */
import type { AsOf } from './ports/as-of.js';

/** @param limit how many are remembered; then all are forgotten, which costs one read each */
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
