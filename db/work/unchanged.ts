/** What was read is remembered while a version stands still that moves with whatever it was read from. */
export interface Unchanged<Key, Value> {
  /** What was read under this key, or is read now. Not for use inside a command, which sees its own writes. */
  get(key: Key, read: (key: Key) => Value): Value;
}

/** @param limit how many are remembered; then all are forgotten, which costs one read each */
export function createUnchanged<Key, Value>(version: () => number, limit: number): Unchanged<Key, Value> {
  const values = new Map<Key, Value>();
  let knownVersion = -1;
  return {
    get: (key, read) => {
      // Looked at before reading: what is written between the two is read again the next time.
      const now = version();
      if (now !== knownVersion) {
        values.clear();
        knownVersion = now;
      }
      const known = values.get(key);
      if (known !== undefined) return known;
      const value = read(key);
      if (values.size >= limit) values.clear();
      values.set(key, value);
      return value;
    },
  };
}
