/** The tables of a store as moving them sees them: made of the schema, so that none is forgotten. */
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { tablesOfSqlite } from '../capabilities.js';
import * as accounts from '../schema/accounts.js';
import * as audience from '../schema/audience.js';
import * as bots from '../schema/bots.js';
import * as calls from '../schema/calls.js';
import * as counters from '../schema/counters.js';
import * as events from '../schema/events.js';
import * as ledger from '../schema/ledger.js';
import * as orders from '../schema/orders.js';
import * as outbox from '../schema/outbox.js';
import * as payouts from '../schema/payouts.js';
import * as sponsors from '../schema/sponsors.js';
import * as subscriptions from '../schema/subscriptions.js';
import * as upkeep from '../schema/upkeep.js';

const parts: readonly Record<string, unknown>[] = [
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

/** `resource` is a whole number or text in SQLite, and text in PostgreSQL (`repositories/resource-key.ts`). */
export type ColumnKind = 'whole' | 'real' | 'text' | 'resource';

export interface MovedColumn {
  name: string;
  kind: ColumnKind;
}

export interface MovedTable {
  name: string;
  columns: readonly MovedColumn[];
  /** Places of the primary key's columns among them. */
  key: readonly number[];
  /** The first of these, which both databases put in the same order: the table is walked by them. */
  walk: readonly number[];
  /** Other tables have foreign keys to it. */
  isReferenced: boolean;
  /** Rows are only ever added: triggers refuse to change or delete them. */
  isAppendOnly: boolean;
  /** The migrations put rows in. */
  isSeeded: boolean;
}

const appendOnly: ReadonlySet<string> = new Set(['ledger_entries', 'postings']);
const seeded: ReadonlySet<string> = new Set(['versions']);

const kinds: Readonly<Record<string, ColumnKind>> = {
  integer: 'whole',
  real: 'real',
  text: 'text',
  blob: 'resource',
};

function kindOf(type: string): ColumnKind {
  const kind = kinds[type];
  if (kind === undefined) throw new Error(`columns of type ${type} cannot be moved yet`);
  return kind;
}

/** Whole numbers that the databases agree on, and texts, whose bytes they compare. */
function walkOf(columns: readonly MovedColumn[], key: readonly number[]): readonly number[] {
  const end = key.findIndex((place) => columns[place]?.kind === 'resource');
  return end === -1 ? key : key.slice(0, end);
}

function allTables(): MovedTable[] {
  const configs = parts
    .flatMap((part) => Object.values(part))
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table))
    .filter((table) => !tablesOfSqlite.has(table.name));
  const referenced = new Set(
    configs.flatMap(({ foreignKeys }) =>
      foreignKeys.map((foreign) => getTableConfig(foreign.reference().foreignTable).name),
    ),
  );
  const tables = configs.map(({ name, columns: all, primaryKeys }) => {
    const columns = all.map((column) => ({ name: column.name, kind: kindOf(column.getSQLType()) }));
    const own = all.filter((column) => column.primary);
    const names = (own.length > 0 ? own : (primaryKeys[0]?.columns ?? [])).map((column) => column.name);
    const key = names.map((each) => columns.findIndex((column) => column.name === each));
    return {
      name,
      columns,
      key,
      walk: walkOf(columns, key),
      isReferenced: referenced.has(name),
      isAppendOnly: appendOnly.has(name),
      isSeeded: seeded.has(name),
    };
  });
  // What others refer to comes before them; none of those refers to others itself.
  return [...tables.filter((table) => table.isReferenced), ...tables.filter((table) => !table.isReferenced)];
}

export const movedTables: readonly MovedTable[] = allTables();
