/**
 * Keeps the values that were set last, in two halves: when one is full, the other is dropped whole. A single map from which the
 * oldest is taken each time keeps the places of those that left, and looks through them for the next: 5 µs with 10,000 of them.
 */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/** @param limit how many are kept at most; at least half as many are */
export function createRecent<Key, Value>(limit: number): Recent<Key, Value> {
  let young = new Map<Key, Value>();
  let old = young;
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set: (key, value) => {
      if (young.size >= limit / 2 && !young.has(key)) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}
