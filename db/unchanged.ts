/** What was read is remembered while nothing has been committed since, by whatever process: it would be read the same. */
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';

export interface Unchanged<Key, Value> {
  /** What was read under this key, or is read now. Not for use inside a deed, which sees its own writes. */
  get(key: Key, read: (key: Key) => Value): Value;
}

/** @param limit how many are remembered; then all are forgotten, which costs one read each */
export function createUnchanged<Key, Value>(
  connection: Connection,
  executor: Executor,
  limit: number,
): Unchanged<Key, Value> {
  const values = new Map<Key, Value>();
  let dataVersion = -1;
  let commits = -1;
  return {
    get: (key, read) => {
      const [theirs, ours] = [connection.dataVersion(), executor.commits()];
      if (theirs !== dataVersion || ours !== commits) {
        values.clear();
        [dataVersion, commits] = [theirs, ours];
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
