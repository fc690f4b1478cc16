/**
 * What migrations a database has, which it lacks, and how it gets them: written once for both, as a generator of statements.
 * SQLite answers each at once, PostgreSQL after a round trip. drizzle-kit makes them, and drizzle-orm reads them.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { DatabaseKind } from './database-kinds.js';

/** A statement, answered by its rows. */
export interface Asked {
  text: string;
  values: readonly (string | number)[];
}

export type Migrating<T> = Generator<Asked, T, readonly Readonly<Record<string, unknown>>[]>;

/** The list of what was applied: a row each, known by when it was made. `tag` is its name or its hash. */
export const MAKE_LIST = `CREATE TABLE IF NOT EXISTS service_migrations
  (when_ms bigint PRIMARY KEY, tag text NOT NULL, applied_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP)`;
export const LIST = 'service_migrations';
/** What SQLite had for a list before the baseline. */
export const FORMER_LIST = '__drizzle_migrations';

/** The table in which a move (`db/move`) notes how far it is; while it is there, no process serves the database. */
export const MARKS = 'store_move';
/** Every row was compared: nothing is copied any more, and the service may be started over it. */
export const COMPLETE = 'complete';
const HALF_MOVED = `The database is not whole yet: a move fills it. Finish that by running migrate-store again.`;

/** What the operator does about migrations that are lacking. */
export const HOW_TO_MIGRATE = 'run `npm run admin -- migrate`, or start it all by `npm start`.';
const NEWER = 'The database was made by a newer version of the service: run that version.';
/** The last commit before the baseline: its last migration is what the baseline makes, and has its time. */
const TOO_OLD =
  'The database is of a version before 0.1.0 that this one cannot bring up to date: start commit 41049f20 on it once, then this version (docs/upgrading.md).';

export interface Requirement {
  /** What to do about a database of an older version. */
  remedy?: string;
  /** A process that runs goes on over what a later version has added; one that starts does not. */
  isRunning?: boolean;
}

const ask = (text: string, ...values: (string | number)[]): Asked => ({ text, values });

/** Applies what is lacking: in one transaction, after `MAKE_LIST`, in which no other process migrates the database. */
export function* bringUpToDate(kind: DatabaseKind): Migrating<void> {
  yield* takeOver(kind);
  for (const migration of yield* lacking(kind)) {
    for (const statement of migration.sql) yield ask(statement);
    yield* note(migration);
  }
}

/**
 * @param database as it is called in words
 * @throws unless the database has every migration of this version of the service, and no other, and is whole
 */
export function* requireAll(
  kind: DatabaseKind,
  database: string,
  { remedy = HOW_TO_MIGRATE, isRunning = false }: Requirement = {},
): Migrating<void> {
  const isBare = !(yield* has(kind, LIST));
  if (isBare) throw new Error(`${database} lacks migrations: ${HOW_TO_MIGRATE}`);
  const isLacking = (yield* lacking(kind, isRunning)).length > 0;
  if (isLacking) throw new Error(`${database} lacks migrations: ${remedy}`);
  if (!(yield* has(kind, MARKS))) return;
  const complete = yield ask(`SELECT 1 FROM ${MARKS} WHERE name = $1`, COMPLETE);
  if (complete.length === 0) throw new Error(HALF_MOVED);
}

/** In the order in which they are applied. */
function* lacking(kind: DatabaseKind, mayBeNewer = false): Migrating<MigrationMeta[]> {
  const { first, all } = migrationsOf(kind);
  const rows = yield ask(`SELECT when_ms FROM ${LIST} WHERE when_ms > 0`);
  const applied = rows.map((row) => Number(row['when_ms']));
  // Those of before are in the baseline.
  const later = applied.filter((whenMs) => whenMs > first.folderMillis);
  if (!mayBeNewer && later.some((whenMs) => all.every(({ folderMillis }) => folderMillis !== whenMs)))
    throw new Error(NEWER);
  if (applied.length > 0 && !applied.includes(first.folderMillis)) throw new Error(TOO_OLD);
  return all.filter(({ folderMillis }) => !applied.includes(folderMillis));
}

/** The list that SQLite had before becomes ours. */
function* takeOver(kind: DatabaseKind): Migrating<void> {
  if (!(yield* has(kind, FORMER_LIST))) return;
  const { first } = migrationsOf(kind);
  const [last] = yield ask(`SELECT max(created_at) AS when_ms FROM ${FORMER_LIST}`);
  if (last?.['when_ms'] !== first.folderMillis) throw new Error(TOO_OLD);
  yield* note(first);
  yield ask(`DROP TABLE ${FORMER_LIST}`);
}

function* note({ folderMillis, hash }: MigrationMeta): Migrating<void> {
  yield ask(`INSERT INTO ${LIST} (when_ms, tag) VALUES ($1, $2)`, folderMillis, hash);
}

const TABLE: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'SELECT 1 FROM sqlite_schema WHERE name = $1',
  postgres: 'SELECT 1 WHERE to_regclass($1) IS NOT NULL',
};

function* has(kind: DatabaseKind, table: string): Migrating<boolean> {
  const rows = yield ask(TABLE[kind], table);
  return rows.length > 0;
}

/** The first is the baseline. */
function migrationsOf(kind: DatabaseKind): { first: MigrationMeta; all: MigrationMeta[] } {
  const all = readMigrationFiles({ migrationsFolder: folderOf(kind) });
  const [first] = all;
  if (first === undefined) throw new Error('There are no migrations.');
  return { first, all };
}

/** In the source tree, also for the built code in `dist/`: SQL is not compiled. */
function folderOf(kind: DatabaseKind): string {
  const name = join('db', kind, 'migrations');
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, name);
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate;
    if (folder === dirname(folder)) throw new Error(`The folder ${name} is missing.`);
  }
}
