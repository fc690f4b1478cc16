/** Versions of what processes remember: each moves, in the command that changes it, for every process to see. */
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';

export type VersionName = 'catalog' | 'keys' | 'bots' | 'exclusions';

export interface Versions {
  /** About 2 µs while nothing was committed elsewhere and nothing was moved here: the rows are then not read again. */
  read(name: VersionName): number;
  ask(name: VersionName): Promise<number>;
  /** Moves a version, inside a command; answers the new one. */
  bump(name: VersionName): number;
}

const TOPIC = 'versions';

export function createVersions(connection: Connection, executor: Executor): Versions {
  const all = connection.prepare<[], { name: VersionName; value: number }>(
    'SELECT name, value FROM versions',
  );
  const move = connection.prepare<[string], { value: number }>(
    'UPDATE versions SET value = value + 1 WHERE name = ? RETURNING value',
  );
  let known = new Map<VersionName, number>();
  let knownAt = -1;
  executor.afterCommit((topics) => {
    if (topics.has(TOPIC)) knownAt = -1;
  });

  const read = (name: VersionName): number => {
    // Read first: what is committed between the two reads makes the next call read again.
    const dataVersion = connection.dataVersion();
    if (dataVersion !== knownAt) {
      known = new Map(all.all().map((row) => [row.name, row.value]));
      knownAt = dataVersion;
    }
    return known.get(name) ?? 0;
  };

  return {
    read,
    ask: (name) => new Promise((resolve) => resolve(read(name))),
    bump: (name) => {
      executor.mark(TOPIC);
      return move.get(name)?.value ?? 0;
    },
  };
}
