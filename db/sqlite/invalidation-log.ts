/**
 * Signals between processes: users with changed request contexts, changed figures of orders, and versions of all that is
 * remembered. Each commit that touches facts of users, or counts and money that decide about orders, leaves one row. A process
 * reads the rows since its last look, and so knows which remembered values still hold.
 */
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';
import { type VersionName, VERSIONS, type Versions } from '../work/versions.js';

/** Rows that are kept; a process that has not looked for longer takes everybody for touched. */
const KEPT = 4_096;
/** A commit that touches more counts as touching all users. */
const MAX_NAMED = 1_000;
/** So many users are known apart; then all who were not touched since count as touched once. */
const MAX_APART = 50_000;

export type InvalidationLog = ReturnType<typeof createInvalidationLog>;

interface MarkRow {
  mark: number;
  users: string | null;
  orders: number;
}

export function createInvalidationLog(connection: Connection, executor: Executor) {
  const save = connection.prepare<[string | null, number]>(
    'INSERT INTO invalidation_log (users, orders) VALUES (?, ?)',
  );
  const drop = connection.prepare<[number]>('DELETE FROM invalidation_log WHERE mark = ?');
  const since = connection.prepare<[number], MarkRow>(
    `SELECT mark, users, orders FROM invalidation_log WHERE mark > ? ORDER BY mark LIMIT ${String(KEPT)}`,
  );
  const newest = connection.prepare<[], { mark: number | null }>(
    'SELECT max(mark) AS mark FROM invalidation_log',
  );

  const noted = new Set<number>();
  let areOrdersNoted = false;
  const marks = new Map<number, number>();
  /** The mark of all who have none of their own. */
  let floor = -1;
  let ordersMark = -1;
  let last = -1;
  let dataVersion = -1;
  let commits = -1;

  executor.lastly(() => {
    if (noted.size === 0 && !areOrdersNoted) return;
    const users = noted.size > MAX_NAMED ? null : JSON.stringify([...noted]);
    const mark = Number(save.run(users, Number(areOrdersNoted)).lastInsertRowid);
    drop.run(mark - KEPT);
    // Should this commit fail, the next one still carries its signal: that costs one needless read.
    noted.clear();
    areOrdersNoted = false;
  });

  const touchAll = (mark: number) => {
    marks.clear();
    floor = mark;
    ordersMark = mark;
  };

  const follow = (row: MarkRow) => {
    // Rows are numbered without gaps: one that is missing has been dropped meanwhile.
    if (row.users === null || row.mark !== last + 1 || marks.size >= MAX_APART) touchAll(row.mark);
    for (const userId of JSON.parse(row.users ?? '[]') as number[]) marks.set(userId, row.mark);
    if (row.orders === 1) ordersMark = row.mark;
    last = row.mark;
  };

  const sync = () => {
    const [theirs, ours] = [connection.dataVersion(), executor.commits()];
    if (theirs === dataVersion && ours === commits) return;
    if (dataVersion === -1) {
      last = newest.get()?.mark ?? 0;
      touchAll(last);
    } else {
      since.all(last).forEach(follow);
    }
    [dataVersion, commits] = [theirs, ours];
  };

  return {
    /** Notes, inside a command, that something which a request context of this user reads is written. */
    note: (userId: number): void => void noted.add(userId),
    /** Moves when something which a request context of this user reads may have been written, by whatever process. */
    of: (userId: number) => {
      sync();
      return marks.get(userId) ?? floor;
    },
    /** Notes, inside a command, that an order's subscribers or links are written, or a balance. */
    noteOrders: () => {
      areOrdersNoted = true;
    },
    /** Moves when such may have been written, by whatever process. */
    orders: () => {
      sync();
      return ordersMark;
    },
  };
}

export function createVersions(connection: Connection, executor: Executor): Versions {
  const all = connection.prepare<[], { name: VersionName; value: number }>(
    'SELECT name, value FROM versions',
  );
  let known = new Map<VersionName, number>();
  let knownAt = -1;
  executor.onMark(VERSIONS, () => {
    knownAt = -1;
  });

  /** About 2 µs while nothing was committed elsewhere and nothing was moved here: the rows are then not read again. */
  const read = (name: VersionName): number => {
    // Read first: what is committed between the two reads makes the next call read again.
    const dataVersion = connection.dataVersion();
    if (dataVersion !== knownAt) {
      known = new Map(all.all().map((row) => [row.name, row.value]));
      knownAt = dataVersion;
    }
    return known.get(name) ?? 0;
  };

  return { of: (name) => () => new Promise((resolve) => resolve(read(name))) };
}
