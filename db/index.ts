/** The store, over whichever database its address names. Nothing outside this folder knows SQL. */
import type { Settings } from '../core/config.js';
import type { Store } from '../core/ports.js';
import { databaseKind } from './database-kinds.js';
import type { SharedOptions } from './store-options.js';
import { databaseFile, markMade, migrate as migrateSqlite, refuseEmptied } from './sqlite/migrate.js';
import { createPostgresStore, migratePostgres, type PostgresStoreOptions } from './postgres/index.js';
import { createSqliteStore, type SqliteStoreOptions } from './sqlite/index.js';

export { type DatabaseKind, databaseKind } from './database-kinds.js';
export type { CommitFacts } from './store-options.js';

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

export type StoreOptions = Omit<SharedOptions, 'timeZone'> &
  Pick<SqliteStoreOptions, 'checkpointPages'> &
  Pick<PostgresStoreOptions, 'applicationName' | 'log'>;

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
 * @param options.pooledUrl where `url` is `DATABASE_DIRECT_URL`: the `DATABASE_URL`, which has to lead to the same database
 */
export async function migrate(
  url: string,
  options: { distributed?: Settings['DATABASE_DISTRIBUTED']; pooledUrl?: string } = {},
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
