/** Finds every row that is about a person: by an index where there is one, else by a walk along the key, in small steps. */
import { tableNamed } from '../schema/index.js';
import type { Column, Table } from '../schema/kit.js';
import type { Reader } from './database.js';
import { type Holding, holdings, type Through } from './holdings.js';
import { type Statement, statement } from './statement.js';

/** Rows looked through in one step of a walk. */
const STRETCH = 2_000;

export type Row = Record<string, number | string | null>;

/** Whose rows are looked for, and what is theirs. */
export interface Person extends Record<Through, ReadonlySet<number>> {
  id: number;
}

export interface Held {
  holding: Holding;
  table: Table;
  find(db: Reader, person: Person): AsyncIterable<Row[]>;
}

const mine = {
  bots: statement<[id: number], { id: number }>('SELECT bot_id AS id FROM bots WHERE account_id = $1'),
  orders: statement<[id: number], { id: number }>('SELECT order_id AS id FROM orders WHERE account_id = $1'),
  entries: statement<[id: number], { id: number }>(
    `SELECT entry_id AS id FROM ledger_accounts JOIN postings ON postings.ledger_account_id = ledger_accounts.ledger_account_id
     WHERE owner_id = $1`,
  ),
};

export async function personOf(db: Reader, id: number): Promise<Person> {
  const of = async (what: Through) => new Set((await db.read(mine[what].all(id))).map((row) => row.id));
  return { id, bots: await of('bots'), orders: await of('orders'), entries: await of('entries') };
}

/** What may be held of a person, in the order in which it is erased. */
export const held: readonly Held[] = holdings.map((holding) => {
  const table = tableNamed(holding.table);
  const columns = [...holding.ids, ...Object.values(holding.by ?? {})];
  const isLed = columns.every((column) => leads(table, column));
  const isWalked = !isLed || holding.mentions !== undefined || holding.facts !== undefined;
  return { holding, table, find: isWalked ? walking(table, holding) : looking(table, holding) };
});

function leads({ key, indexes }: Table, column: string): boolean {
  const firsts = [
    key[0],
    ...indexes.filter(({ condition }) => condition === null).map((each) => each.columns[0]),
  ];
  return firsts.some((first) => first?.name === column);
}

function looking(table: Table, { ids, by = {} }: Holding): Held['find'] {
  const of = (column: string) =>
    statement<[values: readonly number[]], Row>(
      `SELECT * FROM ${table.name} WHERE ${column} = ANY($1::bigint[])`,
    );
  const direct = ids.map((column) => of(column));
  const through = Object.entries(by).map(([what, column]) => ({ what: what as Through, all: of(column) }));
  return async function* (db, person) {
    const known = new Set<string>();
    for (const [find, values] of [
      ...direct.map((find) => [find, [person.id]] as const),
      ...through.map(({ what, all }) => [all, [...person[what]]] as const),
    ]) {
      const rows = values.length === 0 ? [] : await db.read(find.all(values));
      const fresh = rows.filter((row) => !known.has(nameOf(table, row)));
      for (const row of fresh) known.add(nameOf(table, row));
      yield fresh;
    }
  };
}

const nameOf = ({ key }: Table, row: Row): string => JSON.stringify(key.map(({ name }) => row[name]));

/** Before every key. The check that is under way has a row before those of days. */
const START = { integer: Number.MIN_SAFE_INTEGER, real: -1, text: '', resource: '' } as const;

function walking(table: Table, holding: Holding): Held['find'] {
  const columns = table.key.map(({ name }) => name).join(', ');
  const marks = table.key.map((_, index) => `$${String(index + 1)}`).join(', ');
  const stretch: Statement<(number | string)[], Row> = statement(
    `SELECT * FROM ${table.name} WHERE (${columns}) > (${marks}) ORDER BY ${columns} LIMIT ${String(STRETCH)}`,
  );
  const placeOf = (row: Row) => table.key.map(({ name }: Column) => row[name] ?? 0);
  return async function* (db, person) {
    let place: (number | string)[] = table.key.map(({ type }) => START[type]);
    for (;;) {
      const rows = await db.read(stretch.all(...place));
      yield rows.filter((row) => isTheirs(row, holding, person));
      const last = rows.at(-1);
      if (last === undefined || rows.length < STRETCH) return;
      place = placeOf(last);
    }
  };
}

function isTheirs(row: Row, holding: Holding, person: Person): boolean {
  const { ids, mentions = [], facts } = holding;
  if (ids.some((column) => row[column] === person.id) || isOfTheirs(row, holding, person)) return true;
  if (mentions.some((column) => isMentioned(person.id, row[column] ?? null))) return true;
  return facts !== undefined && namesTheirs(row[facts] ?? null, person);
}

/** Somebody who only decided about a row is not who it is about. */
export function isAboutThem(row: Row, holding: Holding, person: Person): boolean {
  const { ids, decidedBy = [] } = holding;
  if (ids.length === 0 || isOfTheirs(row, holding, person)) return true;
  return ids.some((column) => row[column] === person.id && !decidedBy.includes(column));
}

/** Whether the row is about something that they own. */
function isOfTheirs(row: Row, { by = {} }: Holding, person: Person): boolean {
  return Object.entries(by).some(([what, column]) => {
    const value = row[column];
    return typeof value === 'number' && person[what as Through].has(value);
  });
}

/** As a part of a name, `dialogue:5`, or in JSON as who somebody is. */
function isMentioned(id: number, value: number | string | null): boolean {
  if (typeof value !== 'string') return false;
  return new RegExp(
    `(?:^|:)${String(id)}(?::|$)|"(?:id|accountId|userId|user_id)":${String(id)}(?!\\d)`,
  ).test(value);
}

function namesTheirs(value: number | string | null, person: Person): boolean {
  if (typeof value !== 'string') return false;
  // Written by our own notifications alone.
  const { orderId, botId } = JSON.parse(value) as { orderId?: unknown; botId?: unknown };
  return (
    (typeof orderId === 'number' && person.orders.has(orderId)) ||
    (typeof botId === 'number' && person.bots.has(botId))
  );
}
