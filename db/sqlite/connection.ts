/** One connection to the database file, and the statements prepared on it. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';

/** A prepared statement. `Parameters` are its question marks in order; `Row` is what a row of its answer holds. */
export type Statement<Parameters extends unknown[], Row> = Database.Statement<Parameters, Row>;

export type Connection = ReturnType<typeof openConnection>;

/** Another process may be putting the write-ahead log in order just now. */
const OPENING_MS = 10_000;

/**
 * How much of the file is kept in memory. The system keeps more of it, a copy of a page away; and each commit that has
 * split a page looks through all that we keep.
 */
const CACHE_KIB = 16 * 1_024;

/**
 * A long read, such as a backup's, keeps the write-ahead log from a restart, so the log grows. Its
 * file keeps its size, unless limited (https://sqlite.org/pragma.html#pragma_journal_size_limit). About the
 * size while the bot process, which copies it back, is down: more frequent cuts cost commits.
 */
export const LOG_LIMIT_BYTES = 64 * 1_024 * 1_024;

/**
 * @param checkpointPages after how many pages of write-ahead log a commit of this connection also copies them into the
 *   database file. A process that must answer quickly leaves that to another, by a large figure.
 */
export function openConnection(path: string, checkpointPages = 1_000) {
  const fileBefore = fileNumber(path);
  const database = new Database(path, { fileMustExist: true, timeout: OPENING_MS });
  database.pragma('journal_mode = WAL');
  if (fileNumber(path) !== fileBefore) {
    database.close();
    throw new Error('The database was replaced while it was being opened: start again.');
  }
  database.pragma(`journal_size_limit = ${String(LOG_LIMIT_BYTES)}`);
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = -${String(CACHE_KIB)}`);
  database.pragma('temp_store = MEMORY');
  database.pragma(`wal_autocheckpoint = ${String(checkpointPages)}`);
  // From here on no wait blocks the event loop: see the executor.
  database.pragma('busy_timeout = 0');
  const dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
  const texts: string[] = [];
  let knownVersion: number | null = null;
  const forgetVersion = () => {
    knownVersion = null;
  };

  const prepare = <Parameters extends unknown[] = [], Row = unknown>(
    sql: string,
  ): Statement<Parameters, Row> => {
    texts.push(sql);
    // The types of a statement's parameters and rows are what its text says; TypeScript cannot read that.
    return database.prepare<Parameters, Row>(sql);
  };
  return {
    prepare,
    /** Like `prepare`, with every whole number of the answer as bigint: for sums of money. */
    prepareExact: <Parameters extends unknown[] = [], Row = unknown>(sql: string) =>
      prepare<Parameters, Row>(sql).safeIntegers(true),
    /** Like `prepare`, with each row as a list of its values: takes half the time, for the statements of each request. */
    prepareList: <Parameters extends unknown[], Values extends unknown[]>(sql: string) =>
      prepare<Parameters, Values>(sql).raw(true),
    /** The texts of all statements prepared so far. */
    statements: (): readonly string[] => texts,
    pragma: (text: string) => database.pragma(text),
    /** Moves when another connection, of whatever process, has committed before the event that is being handled began. */
    dataVersion: () => {
      // Asked several times for each request: once for each event will do, since the caller behind that event cannot
      // have heard yet of what was committed after it.
      if (knownVersion === null) {
        knownVersion = dataVersion.get() ?? 0;
        process.nextTick(forgetVersion);
      }
      return knownVersion;
    },
    inTransaction: () => database.inTransaction,
    close: () => void database.close(),
  };
}

/**
 * Which file a name stands for just now. Restoring a backup gives the name to another file while it holds the lock:
 * a process that waited for that lock would go on with the one that was put aside.
 */
function fileNumber(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
