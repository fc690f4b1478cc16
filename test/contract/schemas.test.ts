/** The two databases have the same tables, save for what `db/capabilities.ts` names. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { is, type SQL } from 'drizzle-orm';
import { getTableConfig as configOfPostgres, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig as configOfSqlite, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { columnsApart, columnTypes, tablesOfSqlite } from '../../db/capabilities.js';

interface Named {
  name: string;
}

interface Column extends Named {
  getSQLType(): string;
  notNull: boolean;
  primary: boolean;
  default?: unknown;
}

/** What the configurations of both tell alike. */
interface Config extends Named {
  columns: readonly Column[];
  primaryKeys: readonly { columns: readonly Named[] }[];
  indexes: readonly object[];
  foreignKeys: readonly { reference(): { columns: readonly Named[]; foreignColumns: readonly Named[] } }[];
}

interface Index extends Named {
  unique: boolean;
  columns: readonly Named[];
  where?: SQL;
}

const namesOf = (columns: readonly Named[]) => columns.map(({ name }) => name).join(', ');

async function valuesIn(folder: string): Promise<unknown[]> {
  const place = path.resolve(import.meta.dirname, '../..', folder);
  const files = readdirSync(place).sort();
  const modules = await Promise.all(files.map((file) => import(path.join(place, file)) as Promise<object>));
  return modules.flatMap((module) => Object.values(module) as unknown[]);
}

/** @param typeOf what the type of a column is in the end */
function shapeOf(config: Config, typeOf: (column: Column) => string, write: (condition: SQL) => string) {
  const index = ({ name, unique, columns, where }: Index) =>
    `${unique ? 'unique ' : ''}${name} (${namesOf(columns)}) ${where === undefined ? '' : write(where)}`;
  return {
    columns: config.columns.map((column) => ({
      name: column.name,
      type: typeOf(column),
      isRequired: column.notNull,
      isKey: column.primary,
      default: column.default,
    })),
    keys: config.primaryKeys.map(({ columns }) => namesOf(columns)),
    indices: config.indexes.map((each) => index((each as { config: Index }).config)).sort(),
    references: config.foreignKeys.map((key) => {
      const { columns, foreignColumns } = key.reference();
      return `${namesOf(columns)} → ${namesOf(foreignColumns)}`;
    }),
  };
}

const sqlite = new SQLiteSyncDialect();
const postgres = new PgDialect();

const inSqlite = (await valuesIn('db/schema'))
  .filter((value) => is(value, SQLiteTable))
  .map((table): [string, Config] => [configOfSqlite(table).name, configOfSqlite(table) as Config])
  .filter(([name]) => !tablesOfSqlite.has(name));
const inPostgres = new Map(
  (await valuesIn('db/postgres/schema'))
    .filter((value) => is(value, PgTable))
    .map((table): [string, Config] => [configOfPostgres(table).name, configOfPostgres(table) as Config]),
);

test('they have the same tables', () => {
  expect([...inPostgres.keys()].sort()).toEqual(inSqlite.map(([name]) => name).sort());
  expect(inPostgres.size).toBeGreaterThan(25);
});

test.each(inSqlite)('%s has the same columns, keys and indices', (table, config) => {
  const translated = (column: Column) =>
    columnsApart[`${table}.${column.name}`] ?? columnTypes[column.getSQLType()] ?? 'unknown';
  const other = inPostgres.get(table);
  expect(
    other &&
      shapeOf(
        other,
        (column) => column.getSQLType(),
        (where) => postgres.sqlToQuery(where).sql,
      ),
  ).toEqual(shapeOf(config, translated, (where) => sqlite.sqlToQuery(where).sql));
});

test('ids that SQLite gives by itself and never twice are given by PostgreSQL, too', () => {
  const given = inSqlite.flatMap(([table, { columns }]) =>
    columns
      .filter((column) => 'autoIncrement' in column && column.autoIncrement === true)
      .map(({ name }) => [table, name] as const),
  );
  expect(given.length).toBeGreaterThan(4);
  for (const [table, name] of given) {
    const column = inPostgres.get(table)?.columns.find((each) => each.name === name);
    expect(column, `${table}.${name}`).toMatchObject({ generatedIdentity: { type: 'byDefault' } });
  }
});

test('the exceptions are none that are not there', () => {
  const columns = inSqlite.flatMap(([table, config]) => config.columns.map(({ name }) => `${table}.${name}`));
  expect(columns).toEqual(expect.arrayContaining(Object.keys(columnsApart)));
});
