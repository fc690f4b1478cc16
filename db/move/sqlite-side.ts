/** A database file as one side of a move. */
import Database from 'better-sqlite3';
import { holdAlone } from '../sqlite/alone.js';
import { databaseFile } from '../sqlite/migrate.js';
import { positional } from '../sqlite/perform.js';
import { sqliteText } from '../work/sqlite-text.js';
import { toResourceKey } from '../work/values.js';
import {
  type Cell,
  type Change,
  keyOf,
  MoveFault,
  namesOf,
  PUT_MARK,
  putText,
  type Row,
  Side,
} from './side.js';
import { MARKS } from '../migrator.js';
import type { ColumnType } from '../schema/kit.js';

type Raw = string | number | bigint | null;

export function createSqliteSide(address: string): Side {
  return new SqliteSide(databaseFile(address));
}

class SqliteSide extends Side {
  readonly kind = 'SQLite';
  readonly #file: string;
  #database: Database.Database;
  #isHeld = false;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(file: string) {
    super();
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

  change({ table, puts, removals, mark }: Change): Promise<void> {
    return asked(() => {
      const remove = this.#statement(
        `DELETE FROM ${table.name} WHERE ${namesOf(table, table.key)
          .map((name) => `${name} = ?`)
          .join(' AND ')}`,
      );
      const marks = table.columns.map(() => '?').join(', ');
      const put = this.#statement(putText(table, `VALUES (${marks})`));
      const types = table.columns.map(({ type }) => type);
      const keyTypes = keyOf(table, types) as ColumnType[];
      this.#database.transaction(() => {
        for (const key of removals) remove.run(key.map((cell, at) => toRaw(cell, keyTypes[at])));
        for (const row of puts) put.run(row.map((cell, at) => toRaw(cell, types[at])));
        if (mark !== undefined) this.#ask(PUT_MARK, mark);
      })();
    });
  }

  numbers(): Promise<Map<string, bigint>> {
    return asked(() => {
      const rows = this.#ask('SELECT name, seq FROM sqlite_sequence');
      return new Map(rows.map(([name, seq]) => [String(name), BigInt(seq ?? 0)]));
    });
  }

  setNumbers(numbers: ReadonlyMap<string, bigint>): Promise<void> {
    return asked(() => {
      const numbered = this.#ask(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'",
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

  protected async hasMarks(): Promise<boolean> {
    return (await this.rows('SELECT 1 FROM sqlite_schema WHERE name = $1', [MARKS])).length > 0;
  }

  override dropMarks(): Promise<void> {
    this.#statements.clear();
    return super.dropMarks();
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

  protected rows(text: string, values: Row = []): Promise<Row[]> {
    return asked(() => this.#ask(text, values));
  }

  #ask(text: string, values: Row = []): Row[] {
    const statement = this.#statement(ownText(text));
    if (!statement.reader) {
      statement.run(...values);
      return [];
    }
    const rows = statement
      .safeIntegers(true)
      .raw(true)
      .all(...values) as Raw[][];
    return rows.map((row) => row.map(toCell));
  }
}

/**
 * A statement in SQLite's words. Without casts a text that is compared becomes what the column holds, and all of a key is sought in
 * its index.
 */
export const ownText = (text: string): string => positional(sqliteText(text)).sql;

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
