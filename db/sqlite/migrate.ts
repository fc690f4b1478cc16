/** Brings a database file up to date, and checks that it is. */
import { closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import {
  type Asked,
  bringUpToDate,
  FORMER_LIST,
  HOW_TO_MIGRATE,
  LIST,
  MAKE_LIST,
  type Migrating,
  requireAll,
  type Requirement,
} from '../migrator.js';
import { sayUnmade, sayUnusable } from './faults.js';
import { positional } from './perform.js';

/**
 * What an ANALYZE by hand leaves. Statements are written for the plans that SQLite makes without it, which tests hold: by its
 * figures it reads the ledger from the wrong end, and the days of a long wallet take seconds.
 */
const NO_STATISTICS = 'DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4;';

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
  if (existsSync(file)) refuseForeign(file);
  else make(file);
  withDatabase(file, (database) => {
    database.pragma('journal_mode = WAL');
    database
      .transaction(() => {
        database.exec(MAKE_LIST);
        perform(database, bringUpToDate('sqlite'));
        database.exec(NO_STATISTICS);
      })
      .immediate();
  });
}

/**
 * @throws unless the database has every migration of this version of the service, and no other
 */
export function requireCurrent(path: string, options: Requirement = {}): void {
  const file = databaseFile(path);
  if (!existsSync(file)) throw new Error(`There is no database at ${file}: ${HOW_TO_MIGRATE}`);
  withDatabase(file, (database) =>
    perform(database, requireAll('sqlite', `The database at ${file}`, options)),
  );
}

function make(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw sayUnmade(error, file);
  }
}

function perform(database: Database.Database, work: Migrating<void>): void {
  const answer = ({ text, values }: Asked) => {
    const prepared = database.prepare<unknown[], Record<string, unknown>>(positional(text).sql);
    if (prepared.reader) return prepared.all(...values);
    prepared.run(...values);
    return [];
  };
  let next = work.next();
  while (next.done !== true) next = work.next(answer(next.value));
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

const tableNames = (database: Database.Database): string[] =>
  database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();

/** @throws where there is no table: to `migrate` it is a new database */
export function requireNotEmpty(file: string): void {
  withDatabase(file, (database) => {
    if (tableNames(database).length === 0) throw new Error('The file holds nothing.');
  });
}

/** Asked before anything is written: opening a file for the service changes its head. */
function refuseForeign(file: string): void {
  const stats = statSync(file);
  if (!stats.isFile() || stats.size === 0) return;
  withDatabase(
    file,
    (database) => {
      const tables = tableNames(database);
      const isOurs =
        ['ledger_accounts', 'postings'].every((name) => tables.includes(name)) &&
        [LIST, FORMER_LIST].some((name) => tables.includes(name));
      if (tables.length === 0 || isOurs) return;
      throw new Error(
        `The file at ${file} is a database, but not of this service: set DATABASE_URL to another file, or move this one away. Nothing in it was changed.`,
      );
    },
    { readonly: true },
  );
}

/**
 * A mark file next to a SQLite file: a database exists here. Without it, a truncated file would count as a
 * new one: the service would start without accounts, orders and money, and write over what might be saved.
 */
const markOf = (file: string): string => `${file}.made`;

/** @throws in words when the file is empty, and there was a database in it before */
export function refuseEmptied(file: string): void {
  if (!existsSync(markOf(file)) || statSync(file, { throwIfNoEntry: false })?.size !== 0) return;
  throw new Error(
    `The database at ${file} is empty (0 bytes), though there was one before: put a backup in its place by \`npm run admin -- restore <file>\` (\`npm run admin -- backups\` lists them), or, to start over, delete it together with ${markOf(file)}. Nothing was changed.`,
  );
}

/** Leaves the mark, where there is none yet. */
export function markMade(file: string): void {
  if (existsSync(markOf(file))) return;
  const words = `${basename(file)} holds a database of Sponsorgate. This file says that it was not always empty.\nTo start over, delete both.\n`;
  writeFileSync(markOf(file), words, { mode: 0o600 });
}
