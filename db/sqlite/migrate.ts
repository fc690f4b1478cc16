/** Brings a database file up to date, and tells whether it is. */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate as applyMigrations } from 'drizzle-orm/better-sqlite3/migrator';
import { sayUnusable } from './faults.js';
import { COMPLETE, HALF_MOVED, MARKS } from '../half-moved.js';
import { HOW_TO_MIGRATE, lastOf, migrationsFolder } from '../journal.js';

/** Two processes that start together wait for each other's migration this long. */
const LOCK_MS = 30_000;

/**
 * Creates the database where there is none (readable by its owner only) and applies the migrations it lacks. Run once,
 * before the processes open their stores.
 * @param path file name, or a `file:` address as in `DATABASE_URL`
 * @throws when the file cannot be used, is of a newer version, or holds somebody else's tables; then it is left as it was
 */
export function migrate(path: string): void {
  const file = databaseFile(path);
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) refuseForeign(file);
  else closeSync(openSync(file, 'a', 0o600));
  withDatabase(file, (database) => {
    database.pragma('journal_mode = WAL');
    refuseNewer(database);
    applyMigrations(drizzle(database), { migrationsFolder: folder() });
  });
}

/** Throws unless the database has every migration of this version of the service, and no other. */
export function requireCurrent(path: string): void {
  const file = databaseFile(path);
  if (!existsSync(file)) throw new Error(`There is no database at ${file}: ${HOW_TO_MIGRATE}`);
  withDatabase(file, (database) => {
    refuseNewer(database);
    refuseHalfMoved(database);
    if (appliedAt(database) < lastMigration().whenMs) {
      throw new Error(`The database at ${file} lacks migrations: ${HOW_TO_MIGRATE}`);
    }
  });
}

/** @throws what is wrong with the file, in words for its operator */
function withDatabase(
  file: string,
  work: (database: Database.Database) => void,
  options: Database.Options = {},
): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { timeout: LOCK_MS, ...options });
    work(database);
  } catch (error) {
    throw sayUnusable(error, file);
  } finally {
    database?.close();
  }
}

/** The file behind a `DATABASE_URL`. */
export function databaseFile(path: string): string {
  return path.replace(/^file:(\/\/)?/, '');
}

/** Asked before anything is written: opening a file for the service changes its head. */
function refuseForeign(file: string): void {
  const stats = statSync(file);
  if (!stats.isFile() || stats.size === 0) return;
  withDatabase(
    file,
    (database) => {
      const tables = database
        .prepare<[], string>(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        )
        .pluck()
        .all();
      // The migrator makes its own table before it begins: a first start that was cut short leaves no other.
      const isNew = tables.every((name) => name === MIGRATIONS) && appliedAt(database) === 0;
      const isOurs = [MIGRATIONS, 'ledger_accounts', 'postings'].every((name) => tables.includes(name));
      if (isNew || isOurs) return;
      throw new Error(
        `The file at ${file} is a database, but not of this service: set DATABASE_URL to another file, or move this one away. Nothing in it was changed.`,
      );
    },
    { readonly: true },
  );
}

const MIGRATIONS = '__drizzle_migrations';

function refuseNewer(database: Database.Database): void {
  if (appliedAt(database) > lastMigration().whenMs) {
    throw new Error('The database was made by a newer version of the service: run that version.');
  }
}

/** See `move/index.ts`. */
function refuseHalfMoved(database: Database.Database): void {
  if (database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(MARKS) === undefined) return;
  const complete = database.prepare(`SELECT 1 FROM ${MARKS} WHERE name = ?`).get(COMPLETE);
  if (complete === undefined) throw new Error(HALF_MOVED);
}

function appliedAt(database: Database.Database): number {
  const has = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get();
  if (has === undefined) return 0;
  const last = database
    .prepare<[], number | null>('SELECT max(created_at) FROM __drizzle_migrations')
    .pluck()
    .get();
  return last ?? 0;
}

const folder = () => migrationsFolder('db/migrations');

const lastMigration = () => lastOf(folder());
