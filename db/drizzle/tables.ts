/** The tables as drizzle-kit wants them, which makes the migrations of both databases: nothing else asks for them. */
import { sql, type SQL } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';
import { type DatabaseKind, tablesOfSqlite } from '../database-kinds.js';
import { tables } from '../schema/index.js';
import { type Column, type ColumnType, type Index, type Table, typeNames } from '../schema/kit.js';

interface Builder {
  notNull(): unknown;
  default(preset: unknown): unknown;
  primaryKey(): Builder;
  references(of: () => unknown): unknown;
}

type MadeColumns = Readonly<Record<string, unknown>>;
type MadeTable = MadeColumns & object;
interface MadeIndex {
  on(...columns: unknown[]): { where(condition: SQL): unknown };
}

/** What drizzle's two dialects share, without their types for the columns of each table. */
interface Dialect {
  types: Readonly<Record<ColumnType, (name: string) => Builder>>;
  numbered: (name: string, neverTwice: boolean) => Builder;
  table: (
    name: string,
    columns: Record<string, Builder>,
    more: (columns: MadeColumns) => unknown[],
  ) => MadeTable;
  index: (name: string) => MadeIndex;
  uniqueIndex: (name: string) => MadeIndex;
  primaryKey: (config: { columns: unknown[] }) => unknown;
}

const bigint = (name: string) => pg.bigint(name, { mode: 'number' });
const ordered = pg.customType<{ data: string }>({ dataType: () => typeNames.postgres.text });

const dialects = {
  sqlite: {
    types: { integer: sqlite.integer, real: sqlite.real, text: sqlite.text, resource: sqlite.blob },
    numbered: (name: string, autoIncrement: boolean) => sqlite.integer(name).primaryKey({ autoIncrement }),
    table: sqlite.sqliteTable,
    index: sqlite.index,
    uniqueIndex: sqlite.uniqueIndex,
    primaryKey: (config: { columns: [never] }) => sqlite.primaryKey(config),
  },
  postgres: {
    types: { integer: bigint, real: pg.doublePrecision, text: ordered, resource: ordered },
    numbered: (name: string) => bigint(name).primaryKey().generatedByDefaultAsIdentity(),
    table: pg.pgTable,
    index: pg.index,
    uniqueIndex: pg.uniqueIndex,
    primaryKey: (config: { columns: [never] }) => pg.primaryKey(config),
  },
} as unknown as Readonly<Record<DatabaseKind, Dialect>>;

function makeColumn(
  dialect: Dialect,
  { name, type, facts }: Column,
  keyOf: (table: Table) => unknown,
): Builder {
  const { key, preset, of } = facts;
  const isNumbered = key === 'numbered' || key === 'numbered, never twice';
  const column = isNumbered
    ? dialect.numbered(name, key === 'numbered, never twice')
    : dialect.types[type](name);
  if (key === 'given') column.primaryKey();
  if (facts.isRequired) column.notNull();
  if (preset !== null) column.default(preset);
  if (of !== null) column.references(() => keyOf(of));
  return column;
}

function makeIndex(
  dialect: Dialect,
  { name, isUnique, columns, condition }: Index,
  made: MadeColumns,
): unknown {
  const empty = isUnique ? dialect.uniqueIndex(name) : dialect.index(name);
  const whole = empty.on(...columns.map((column) => made[column.name]));
  return condition === null ? whole : whole.where(sql.raw(condition));
}

/** @returns the tables of this database, by their names */
function makeTables(kind: DatabaseKind): Readonly<Record<string, object>> {
  const dialect = dialects[kind];
  const made: Record<string, MadeTable> = {};
  const keyOf = ({ name, key }: Table) => made[name]?.[key[0]?.name ?? ''];
  for (const { name, columns, key, indexes } of tables) {
    if (kind !== 'sqlite' && tablesOfSqlite.has(name)) continue;
    made[name] = dialect.table(
      name,
      Object.fromEntries(columns.map((column) => [column.name, makeColumn(dialect, column, keyOf)])),
      (own) => [
        ...(key.length > 1 ? [dialect.primaryKey({ columns: key.map((column) => own[column.name]) })] : []),
        ...indexes.map((each) => makeIndex(dialect, each, own)),
      ],
    );
  }
  return made;
}

export const inSqlite = makeTables('sqlite');
export const inPostgres = makeTables('postgres');
