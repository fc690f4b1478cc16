/** The store, over whichever database its address names. Nothing outside this folder knows SQL. */
import type { Settings } from '../core/config.js';
import type { Clock, Log, Store } from '../core/ports.js';
import { databaseKind } from './database-kinds.js';
import type { CommitFacts } from './sqlite/executor.js';
import { databaseFile, markMade, migrate as migrateSqlite, refuseEmptied } from './sqlite/migrate.js';
import { createPostgresStore, migratePostgres } from './postgres/index.js';
import { createSqliteStore } from './sqlite/index.js';

export { type DatabaseKind, databaseKind } from './database-kinds.js';
export type { CommitFacts } from './sqlite/executor.js';

type Named =
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_READ_URL'
  | 'DATABASE_DISTRIBUTED'
  | 'DATABASE_POOL_MAX'
  | 'DATABASE_STATEMENT_TIMEOUT_MS'
  | 'SERVICE_TIMEZONE';

/** What of the settings is about the store; what is left out has its default. */
export type StoreSettings = Pick<Settings, 'DATABASE_URL'> & {
  readonly [Name in Named]?: Settings[Name] | undefined;
};

export interface StoreOptions {
  clock?: Clock;
  /**
   * Of SQLite: after how many pages (4 KiB) of write-ahead log a commit also copies them into the database file; default
   * 1,000. A process that must answer quickly gives a large figure, and leaves that to the other.
   */
  checkpointPages?: number;
  /** What the lists of a server call this process; default `sponsorgate`. */
  applicationName?: string;
  /** Called after each commit: its contents, whether it was on disk before the answer, its duration. */
  onCommit?: (commit: CommitFacts, tookMs: number) => void;
  /** Of PostgreSQL: logs when the replica is left out, and when it is read again. */
  log?: Log;
}

/**
 * Opens the store of a database that is up to date (see `migrate`).
 * @throws when there is no database, or it does not answer, lacks migrations, or was made by a newer version; without
 *   what is secret of its address
 */
export function openStore(settings: StoreSettings, options: StoreOptions = {}): Promise<Store> {
  const { DATABASE_URL: url, SERVICE_TIMEZONE: timeZone = 'UTC' } = settings;
  const { checkpointPages, applicationName, log, ...shared } = options;
  if (databaseKind(url) === 'sqlite') {
    refuseDistribution(settings.DATABASE_DISTRIBUTED);
    return createSqliteStore({ path: url, timeZone, ...shared, checkpointPages });
  }
  return createPostgresStore({
    url,
    timeZone,
    ...shared,
    directUrl: settings.DATABASE_DIRECT_URL,
    readUrl: settings.DATABASE_READ_URL,
    distributed: settings.DATABASE_DISTRIBUTED,
    poolMax: settings.DATABASE_POOL_MAX,
    statementTimeoutMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
    applicationName,
    log,
  });
}

/**
 * Brings the database up to date: run once, before the processes open their stores. Creates a missing SQLite
 * file, with a mark file next to it.
 * @throws in words when the file is not ours, of a newer version, damaged, or empty though it was not before
 * @param url as in `DATABASE_URL`, or the name of a file
 * @param options.distributed as in `DATABASE_DISTRIBUTED`
 */
export async function migrate(
  url: string,
  options: { distributed?: Settings['DATABASE_DISTRIBUTED'] } = {},
): Promise<void> {
  if (databaseKind(url) === 'postgres') {
    await migratePostgres(url, options);
    return;
  }
  refuseDistribution(options.distributed);
  const file = databaseFile(url);
  refuseEmptied(file);
  migrateSqlite(file);
  markMade(file);
}

/** A file is on one machine. */
function refuseDistribution(distributed: Settings['DATABASE_DISTRIBUTED']): void {
  if (distributed === undefined) return;
  throw new Error(
    'DATABASE_DISTRIBUTED is citus, and DATABASE_URL names a file: name a database of PostgreSQL, or leave the setting out.',
  );
}
