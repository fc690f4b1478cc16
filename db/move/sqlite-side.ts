/** A database file as one side of a move. */
import Database from 'better-sqlite3';
import { holdAlone } from '../sqlite/alone.js';
import { databaseFile } from '../sqlite/migrate.js';
import { toResourceKey } from '../work/values.js';
import {
  type Cell,
  type Change,
  keyOf,
  LEDGER_SUMS,
  type LedgerSums,
  MoveFault,
  namesOf,
  putText,
  type Row,
  type Side,
} from './side.js';
import { MARKS } from '../half-moved.js';
import type { ColumnType } from '../schema/kit.js';
import type { MovedTable } from './tables.js';

type Raw = string | number | bigint | null;

export function createSqliteSide(address: string): Side {
  return new SqliteSide(databaseFile(address));
}

class SqliteSide implements Side {
  readonly kind = 'SQLite';
  readonly #file: string;
  #database: Database.Database;
  #isHeld = false;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(file: string) {
    this.#file = file;
    this.#database = this.#open();
  }

  async hold(): Promise<boolean> {
    // Our own connection would be in the way as well.
    this.#close();
    const held = await asked(() => holdAlone(this.#file));
    this.#isHeld = held !== null;
    this.#database = held ?? this.#open();
    if (this.#isHeld) {
      // Still alone, and without a wait for the disk at each commit: what a power cut takes, its marks go with.
      this.#database.pragma('journal_mode = WAL');
      this.#database.pragma('synchronous = NORMAL');
    }
    // Rows are compared one by one afterwards, and foreign keys all at once.
    this.#database.pragma('foreign_keys = OFF');
    return this.#isHeld;
  }

  async freeze(): Promise<void> {
    // Readers of a write-ahead log see the database as it was when they first read.
    if (!this.#isHeld) await asked(() => this.#database.exec('BEGIN; SELECT count(*) FROM versions'));
  }

  count(table: MovedTable): Promise<number> {
    return asked(() => Number(this.#rows(`SELECT count(*) FROM ${table.name}`, [])[0]?.[0]));
  }

  after(table: MovedTable, place: Row | null, limit: number): Promise<Row[]> {
    return asked(() => {
      const { walk, from } = walkOf(table);
      const where = place === null ? '' : `WHERE (${walk}) > (${marksFor(table.walk.length)})`;
      const sql = `SELECT ${walk} FROM ${table.name} ${where} ORDER BY ${walk} LIMIT 1 OFFSET ${String(limit - 1)}`;
      const last = this.#rows(sql, bound(table, place));
      return this.#between(table, from, place, last[0] ?? null);
    });
  }

  between(table: MovedTable, place: Row | null, upTo: Row | null): Promise<Row[]> {
    return asked(() => this.#between(table, walkOf(table).from, place, upTo));
  }

  #between(table: MovedTable, from: string, place: Row | null, upTo: Row | null): Row[] {
    const { walk } = walkOf(table);
    const marks = marksFor(table.walk.length);
    const conditions = [
      ...(place === null ? [] : [`(${walk}) > (${marks})`]),
      ...(upTo === null ? [] : [`(${walk}) <= (${marks})`]),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    return this.#rows(`${from} ${where} ORDER BY ${walk}`, [...bound(table, place), ...bound(table, upTo)]);
  }

  change({ table, puts, removals, mark }: Change): Promise<void> {
    return asked(() => {
      const remove = this.#statement(
        `DELETE FROM ${table.name} WHERE ${namesOf(table, table.key)
          .map((name) => `${name} = ?`)
          .join(' AND ')}`,
      );
      const put = this.#statement(putText(table, `VALUES (${marksFor(table.columns.length)})`));
      const types = table.columns.map(({ type }) => type);
      const keyTypes = keyOf(table, types) as ColumnType[];
      this.#database.transaction(() => {
        for (const key of removals) remove.run(key.map((cell, at) => toRaw(cell, keyTypes[at])));
        for (const row of puts) put.run(row.map((cell, at) => toRaw(cell, types[at])));
        if (mark !== undefined) this.#mark(...mark);
      })();
    });
  }

  numbers(): Promise<Map<string, bigint>> {
    return asked(() => {
      const rows = this.#rows('SELECT name, seq FROM sqlite_sequence', []);
      return new Map(rows.map(([name, seq]) => [String(name), BigInt(seq ?? 0)]));
    });
  }

  setNumbers(numbers: ReadonlyMap<string, bigint>): Promise<void> {
    return asked(() => {
      const numbered = this.#rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'",
        [],
      );
      for (const [name] of numbered) {
        const number = numbers.get(String(name)) ?? 0n;
        const { changes } = this.#statement(
          'UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?',
        ).run(number, name);
        if (changes > 0 || number === 0n) continue;
        this.#statement('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, number);
      }
    });
  }

  ledgerSums(): Promise<LedgerSums> {
    return asked(() => {
      const [postings, balances, entries] = this.#rows(LEDGER_SUMS, [])[0] ?? [];
      return { postings: String(postings), balances: String(balances), entries: String(entries) };
    });
  }

  marks(): Promise<Map<string, string> | null> {
    return asked(() => {
      if (this.#rows(`SELECT 1 FROM sqlite_schema WHERE name = '${MARKS}'`, []).length === 0) return null;
      const rows = this.#rows(`SELECT name, value FROM ${MARKS}`, []);
      return new Map(rows.map(([name, value]) => [String(name), String(value)]));
    });
  }

  mark(name: string, value: string): Promise<void> {
    return asked(() => {
      this.#database.exec(
        `CREATE TABLE IF NOT EXISTS ${MARKS} (name text PRIMARY KEY NOT NULL, value text NOT NULL)`,
      );
      this.#mark(name, value);
    });
  }

  #mark(name: string, value: string): void {
    this.#statement(`INSERT OR REPLACE INTO ${MARKS} (name, value) VALUES (?, ?)`).run(name, value);
  }

  unmark(name: string): Promise<void> {
    return asked(() => void this.#statement(`DELETE FROM ${MARKS} WHERE name = ?`).run(name));
  }

  dropMarks(): Promise<void> {
    return asked(() => {
      this.#statements.clear();
      this.#database.exec(`DROP TABLE ${MARKS}`);
    });
  }

  tidy(): Promise<void> {
    return asked(() => {
      const [orphan] = this.#database.pragma('foreign_key_check') as { table: string }[];
      if (orphan !== undefined)
        throw new MoveFault(`Rows of ${orphan.table} belong to nothing that is there.`);
    });
  }

  close(): Promise<void> {
    return asked(() => this.#close());
  }

  #open(): Database.Database {
    const database = new Database(this.#file, { fileMustExist: true });
    database.pragma('journal_mode = WAL');
    return database;
  }

  #close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #rows(sql: string, values: readonly Raw[]): Row[] {
    const statement = this.#statement(sql).safeIntegers(true).raw(true);
    return (statement.all(...values) as Raw[][]).map((row) => row.map(toCell));
  }
}

/** SQLite works at once, and the other side does not: both answer later. */
function asked<T>(command: () => T): Promise<T> {
  return new Promise((resolve) => resolve(command()));
}

function toCell(value: Raw): Cell {
  return value === null ? null : String(value);
}

function toRaw(cell: Cell, type: ColumnType | undefined): Raw {
  if (cell === null || type === 'text') return cell;
  if (type === 'resource') return toResourceKey(cell);
  const number = Number(cell);
  return type === 'real' || Number.isSafeInteger(number) ? number : BigInt(cell);
}

const marksFor = (count: number) => Array(count).fill('?').join(', ');

function walkOf(table: MovedTable): { walk: string; from: string } {
  const names = table.columns.map(({ name }) => name).join(', ');
  return { walk: namesOf(table, table.walk).join(', '), from: `SELECT ${names} FROM ${table.name}` };
}

function bound(table: MovedTable, place: Row | null): Raw[] {
  return (place ?? []).map((cell, at) => toRaw(cell, table.columns[table.walk[at] ?? 0]?.type));
}
