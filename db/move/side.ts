/** One of the two databases of a move, and the form in which both say their rows. */
import { MARKS } from '../migrator.js';
import { valueTypes } from '../schema/kit.js';
import type { MovedTable } from './tables.js';

/** Numbers in decimal digits, as both databases and JavaScript write them; text as it is. */
export type Cell = string | null;
/** In the order of the table's columns. */
export type Row = readonly Cell[];

/** What is changed in one transaction. */
export interface Change {
  table: MovedTable;
  /** Put in, in the place of what is there under their keys. */
  puts: readonly Row[];
  /** Keys of rows that are taken out. */
  removals: readonly Row[];
  /** Noted along with it: how far the move is. */
  mark?: readonly [name: string, value: string];
}

/** What both do by the same statements, which are in the words of PostgreSQL; every value is bound as text. */
export abstract class Side {
  /** Such as `SQLite`. */
  abstract readonly kind: string;
  /** Locks the database against changes by others; false while others use it. */
  abstract hold(): Promise<boolean>;
  /** All that follows is read as it is at this moment, which a holder need not ask for. */
  abstract freeze(): Promise<void>;
  abstract change(change: Change): Promise<void>;
  /** The highest number that each table has given to a row; 0 where it does not remember. */
  abstract numbers(): Promise<Map<string, bigint>>;
  /** The next number that a table gives is higher than this, and than all that are in it. */
  abstract setNumbers(numbers: ReadonlyMap<string, bigint>): Promise<void>;
  /** Puts the database in order after so much was written. */
  abstract tidy(): Promise<void>;
  /** Lets go of it. */
  abstract close(): Promise<void>;
  protected abstract rows(text: string, values?: Row): Promise<Row[]>;
  protected abstract hasMarks(): Promise<boolean>;

  async count(table: MovedTable): Promise<number> {
    return Number((await this.rows(`SELECT count(*) FROM ${table.name}`))[0]?.[0]);
  }

  /**
   * Rows after a place, in the order of the walk: about `limit` of them, and all that share the last one's place.
   * None at the end of the table.
   */
  async after(table: MovedTable, place: Row | null, limit: number): Promise<Row[]> {
    const walk = walkOf(table);
    const text = `SELECT ${walk} FROM ${table.name} ${within(table, place, null)} ORDER BY ${walk}
      LIMIT 1 OFFSET ${String(limit - 1)}`;
    const last = await this.rows(text, place ?? []);
    return this.between(table, place, last[0] ?? null);
  }

  /** All rows after a place up to another (null: the end), in the order of the walk. */
  between(table: MovedTable, place: Row | null, upTo: Row | null): Promise<Row[]> {
    return this.rows(betweenText(table, place, upTo), [...(place ?? []), ...(upTo ?? [])]);
  }

  /** The postings, the balances, and how many entries are out of balance: all are `0`. */
  async ledgerSums() {
    const [postings, balances, entries] = (await this.rows(LEDGER_SUMS))[0] ?? [];
    return { postings: String(postings), balances: String(balances), entries: String(entries) };
  }

  /** How far the move is that fills this database; null when none does. */
  async marks(): Promise<Map<string, string> | null> {
    if (!(await this.hasMarks())) return null;
    const rows = await this.rows(`SELECT name, value FROM ${MARKS}`);
    return new Map(rows.map(([name, value]) => [name ?? '', value ?? '']));
  }

  async mark(name: string, value: string): Promise<void> {
    await this.rows(
      `CREATE TABLE IF NOT EXISTS ${MARKS} (name text PRIMARY KEY NOT NULL, value text NOT NULL)`,
    );
    await this.rows(PUT_MARK, [name, value]);
  }

  async unmark(name: string): Promise<void> {
    await this.rows(`DELETE FROM ${MARKS} WHERE name = $1`, [name]);
  }

  async dropMarks(): Promise<void> {
    await this.rows(`DROP TABLE ${MARKS}`);
  }
}

export const PUT_MARK = `INSERT INTO ${MARKS} (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

export const typeAt = (table: MovedTable, place: number) => valueTypes[table.columns[place]?.type ?? 'text'];

const walkOf = (table: MovedTable) => namesOf(table, table.walk).join(', ');

/** Binds what `Side.between` takes: the values of both places. */
export function betweenText(table: MovedTable, place: Row | null, upTo: Row | null): string {
  const columns = table.columns.map(({ name }) => name).join(', ');
  return `SELECT ${columns} FROM ${table.name} ${within(table, place, upTo)} ORDER BY ${walkOf(table)}`;
}

/** The condition of rows after a place, and up to another. */
function within(table: MovedTable, place: Row | null, upTo: Row | null): string {
  const marksFrom = (first: number) =>
    table.walk.map((column, at) => `$${String(first + at)}::${typeAt(table, column)}`).join(', ');
  const conditions = [
    ...(place === null ? [] : [`(${walkOf(table)}) > (${marksFrom(1)})`]),
    ...(upTo === null ? [] : [`(${walkOf(table)}) <= (${marksFrom((place?.length ?? 0) + 1)})`]),
  ];
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** A fault that an operator can read and mend. */
export class MoveFault extends Error {}

export function placeOf(table: MovedTable, row: Row): Row {
  return table.walk.map((column) => row[column] ?? null);
}

export function keyOf(table: MovedTable, row: Row): Row {
  return table.key.map((column) => row[column] ?? null);
}

/** The columns that stand there. */
export const namesOf = (table: MovedTable, places: readonly number[]): string[] =>
  places.map((place) => table.columns[place]?.name ?? '');

/** @param source where the rows come from, as a statement has it after the columns */
export function putText(table: MovedTable, source: string): string {
  const names = table.columns.map(({ name }) => name);
  const insert = `INSERT INTO ${table.name} (${names.join(', ')}) ${source}`;
  if (table.isAppendOnly) return insert;
  const key = namesOf(table, table.key);
  const rest = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
  return `${insert} ON CONFLICT (${key.join(', ')}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.join(', ')}`}`;
}

/** Such as `subscriptions 17, 4`. */
export function sayKey(table: MovedTable, key: Row): string {
  return `${table.name} ${key.map(String).join(', ')}`;
}

/** Nothing else changes an entry of the ledger, or takes away what other rows refer to. */
export function sayChanged(what: string): string {
  return `${what}, as when a person is erased after the first run: begin again with an empty database.`;
}

const LEDGER_SUMS = `SELECT (SELECT coalesce(sum(amount_micros), 0) FROM postings) AS postings,
  (SELECT coalesce(sum(balance_micros), 0) FROM ledger_accounts) AS balances,
  (SELECT count(*) FROM (SELECT entry_id FROM postings GROUP BY entry_id HAVING sum(amount_micros) <> 0) AS uneven) AS entries`;
