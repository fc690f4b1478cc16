/** One of the two databases of a move, and the form in which both say their rows. */
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

/** The postings, the balances, and how many entries are out of balance: all are `0`. */
export interface LedgerSums {
  postings: string;
  balances: string;
  entries: string;
}

export interface Side {
  /** Such as `SQLite`. */
  readonly kind: string;
  /** Locks the database against changes by others; false while others use it. */
  hold(): Promise<boolean>;
  /** All that follows is read as it is at this moment, which a holder need not ask for. */
  freeze(): Promise<void>;
  count(table: MovedTable): Promise<number>;
  /**
   * Rows after a place, in the order of the walk: about `limit` of them, and all that share the last one's place.
   * None at the end of the table.
   */
  after(table: MovedTable, place: Row | null, limit: number): Promise<Row[]>;
  /** All rows after a place up to another (null: the end), in the order of the walk. */
  between(table: MovedTable, place: Row | null, upTo: Row | null): Promise<Row[]>;
  change(change: Change): Promise<void>;
  /** The highest number that each table has given to a row; 0 where it does not remember. */
  numbers(): Promise<Map<string, bigint>>;
  /** The next number that a table gives is higher than this, and than all that are in it. */
  setNumbers(numbers: ReadonlyMap<string, bigint>): Promise<void>;
  ledgerSums(): Promise<LedgerSums>;
  /** How far the move is that fills this database; null when none does. */
  marks(): Promise<Map<string, string> | null>;
  mark(name: string, value: string): Promise<void>;
  unmark(name: string): Promise<void>;
  dropMarks(): Promise<void>;
  /** Puts the database in order after so much was written. */
  tidy(): Promise<void>;
  /** Lets go of it. */
  close(): Promise<void>;
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

export const LEDGER_SUMS = `SELECT (SELECT coalesce(sum(amount_micros), 0) FROM postings) AS postings,
  (SELECT coalesce(sum(balance_micros), 0) FROM ledger_accounts) AS balances,
  (SELECT count(*) FROM (SELECT entry_id FROM postings GROUP BY entry_id HAVING sum(amount_micros) <> 0) AS uneven) AS entries`;
