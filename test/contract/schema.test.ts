/** The schema in the code and the one that the migrations make are the same. */
import Database from 'better-sqlite3';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accounts from '../../db/schema/accounts.js';
import * as audience from '../../db/schema/audience.js';
import * as bots from '../../db/schema/bots.js';
import * as calls from '../../db/schema/calls.js';
import * as counters from '../../db/schema/counters.js';
import * as events from '../../db/schema/events.js';
import * as ledger from '../../db/schema/ledger.js';
import * as orders from '../../db/schema/orders.js';
import * as outbox from '../../db/schema/outbox.js';
import * as payouts from '../../db/schema/payouts.js';
import * as sponsors from '../../db/schema/sponsors.js';
import * as subscriptions from '../../db/schema/subscriptions.js';
import * as upkeep from '../../db/schema/upkeep.js';
import { sqliteStage, type SqliteStage } from './run.js';

const parts = [
  accounts,
  audience,
  bots,
  calls,
  counters,
  events,
  ledger,
  orders,
  outbox,
  payouts,
  sponsors,
  subscriptions,
  upkeep,
];
const tables = parts.flatMap((part) =>
  Object.values(part as Record<string, unknown>).filter((value) => is(value, SQLiteTable)),
);

let stage: SqliteStage;
let database: Database.Database;

beforeAll(async () => {
  stage = await sqliteStage();
  database = new Database(stage.path);
});

afterAll(async () => {
  database.close();
  await stage.close();
});

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

const names = (sql: string) => (database.prepare(sql).pluck().all() as string[]).sort();

test('every table is there, and none more', () => {
  const there = names(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'`,
  );
  expect(tables.map((table) => getTableConfig(table).name).sort()).toEqual(there);
  expect(there.length).toBeGreaterThan(25);
});

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))('%s', (name, table) => {
  const config = getTableConfig(table);
  const there = database.prepare(`PRAGMA table_info(${name})`).all() as Column[];
  const inKey = new Set(config.primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
  const shape = (column: { name: string; type: string; isRequired: boolean; isKey: boolean }) => column;
  const meant = config.columns.map((column) =>
    shape({
      name: column.name,
      type: column.getSQLType(),
      isRequired: column.notNull,
      isKey: column.primary || inKey.has(column.name),
    }),
  );
  expect(
    there.map((column) =>
      shape({
        name: column.name,
        type: column.type.toLowerCase(),
        isRequired: column.notnull === 1,
        isKey: column.pk > 0,
      }),
    ),
  ).toEqual(meant);
  const indices = names(`SELECT name FROM pragma_index_list('${name}') WHERE origin = 'c'`);
  expect(indices).toEqual(config.indexes.map((index) => index.config.name).sort());
});

test('a table with a key of several columns is stored once, in the order of that key', () => {
  const composite = tables.map(getTableConfig).filter((config) => config.primaryKeys.length > 0);
  const withRowid = names("SELECT name FROM pragma_table_list WHERE type = 'table' AND wr = 0");
  // A block is a wide row that changes often, found by three indices: those are smaller with a rowid.
  const expected = composite.map((config) => config.name).filter((name) => name !== 'blocks');
  expect(expected.filter((name) => withRowid.includes(name))).toEqual([]);
  expect(expected.length).toBeGreaterThan(10);
});
