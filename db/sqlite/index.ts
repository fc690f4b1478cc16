/** The SQLite adapter of every store port. */
import { dayNumberOf } from '../../core/days.js';
import type { Store } from '../../core/ports.js';
import type { SharedOptions } from '../store-options.js';
import { type Connection, openConnection } from './connection.js';
import { createExecutor } from './executor.js';
import { watchForDamage } from './damage.js';
import { sayUnusable } from './faults.js';
import { databaseFile, requireCurrent } from './migrate.js';
import type { Given, Parts } from './parts.js';
import { createCatalogStore, createLinkReader } from './catalog.js';
import { createHealthStore } from './health.js';
import { ledgerWrites } from './ledger-writes.js';
import { createPurge } from '../work/purge.js';
import { createRequestContexts } from './request-contexts.js';
import { createPassesOver } from './check.js';
import { createDatabase, createPerform } from './perform.js';
import { createLoneJoin } from '../work/database.js';
import { createWriteBehind } from './write-behind.js';
import { users } from '../work/users.js';
import type { CreateWriteBehind } from '../work/write-behind.js';
import { createStores } from '../work/store.js';
import { createInvalidationLog, createVersions } from './invalidation-log.js';

export interface SqliteStoreOptions extends SharedOptions {
  /** File name, or a `file:` address as in `DATABASE_URL`. */
  path: string;
  /**
   * After how many pages (4 KiB) of write-ahead log a commit also copies them into the database file; default 1,000.
   * A process that must answer quickly gives a large figure, and leaves that to the other.
   */
  checkpointPages?: number | undefined;
}

/**
 * Opens the store of a database that is up to date (see `migrate`).
 * @throws when there is no database, or it lacks migrations, or was made by a newer version
 */
export function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  return new Promise((resolve) => resolve(open(options)));
}

/** @throws what is wrong with the file, in words for its operator */
function opened(path: string, checkpointPages: number | undefined): Connection {
  try {
    return openConnection(path, checkpointPages);
  } catch (error) {
    throw sayUnusable(error, path);
  }
}

function open(options: SqliteStoreOptions): Store {
  requireCurrent(options.path, options);
  const path = databaseFile(options.path);
  const connection = opened(path, options.checkpointPages);
  const executor = createExecutor(connection);
  const { onCommit } = options;
  if (onCommit !== undefined) executor.afterCommit(onCommit);
  const zone = options.timeZone ?? 'UTC';
  const stopLooking = watchForDamage(path, executor);
  const store = createStore(
    {
      connection,
      executor,
      clock: options.clock ?? Date,
      dayOf: (atMs) => dayNumberOf(atMs, zone),
    },
    path,
  );
  const close = async () => {
    stopLooking();
    await store.close();
  };
  return { ...store, close };
}

/** The ports over their parts; tests look at the statements that are prepared here. */
export function createStore(given: Given, path: string): Store {
  const { connection, executor } = given;
  const marks = createInvalidationLog(connection, executor);
  const perform = createPerform(connection, executor, marks);
  const db = createDatabase(executor, perform);
  const createCounters: CreateWriteBehind = (of) => createWriteBehind({ executor, perform }, of);
  const versions = createVersions(connection, executor);
  const join = createLoneJoin(db);
  const parts: Parts = { ...given, versions, perform, db, replica: db, join, createCounters };
  const linksOf = createLinkReader(connection, marks);
  return createStores(parts, {
    ledger: ledgerWrites,
    users,
    ordersMark: () => marks.orders(),
    linksAt: (orderIds, atMs) => executor.ask(() => linksOf(orderIds, atMs)),
    catalog: createCatalogStore(parts, marks),
    requestContexts: createRequestContexts(parts, marks),
    purge: createPurge(db),
    health: createHealthStore(parts, path),
    checkPasses: createPassesOver(parts, path),
    close: async () => {
      await executor.close();
      connection.close();
    },
  });
}
