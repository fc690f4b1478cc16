/** A database of PostgreSQL as one side of a move. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { sayFault } from '../postgres/faults.js';
import { clientConfig } from '../postgres/pool.js';
import {
  type Cell,
  type Change,
  keyOf,
  MoveFault,
  namesOf,
  putText,
  type Row,
  sayChanged,
  sayKey,
  Side,
  typeAt,
} from './side.js';
import { MARKS } from '../migrator.js';
import { type MovedTable, movedTables } from './tables.js';

const NAME = 'sponsorgate move';
/** The server takes a moment to see that a connection was closed. */
const LOOKS = 20;
const LOOK_PAUSE_MS = 50;
/** A character that PostgreSQL's texts cannot hold. */
const NO_CHARACTER = '\0';

/** What the server says to a change that leaves rows without what they refer to. */
const FOREIGN_KEY = '23503';
/** The server's number of `double precision`. */
const REAL = pg.types.builtins.FLOAT8;
const asSent = (text: string) => text;
/** `3e-06` of the server is `0.000003` to JavaScript, which writes what SQLite holds. */
const asWritten = (text: string) => String(Number(text));
/** Everything as text, as the other side has it: that is what it is compared with. */
const asText: pg.CustomTypesConfig = { getTypeParser: (type) => (type === REAL ? asWritten : asSent) };

/** @throws ServiceError when the server cannot be reached */
export async function openPostgresSide(url: string): Promise<Side> {
  const client = new pg.Client({
    ...clientConfig({ url, statementTimeoutMs: 0, applicationName: NAME }),
    types: asText,
    // A batch of the other side may take its time.
    idle_in_transaction_session_timeout: 0,
  });
  // A connection that breaks rejects what is asked over it, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw sayFault(error);
  }
  return new PostgresSide(client);
}

class PostgresSide extends Side {
  readonly kind = 'PostgreSQL';
  readonly #client: pg.Client;
  #isFrozen = false;
  #isHeld = false;

  constructor(client: pg.Client) {
    super();
    this.#client = client;
  }

  /** Processes that start later refuse a database with marks, and cannot write to one that is frozen. */
  async hold(): Promise<boolean> {
    await this.#thaw();
    this.#isHeld = false;
    for (let look = 1; look <= LOOKS && !this.#isHeld; look += 1) {
      if (look > 1) await pause(LOOK_PAUSE_MS);
      const [others] = await this.rows(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND application_name LIKE 'sponsorgate%'`,
      );
      this.#isHeld = others?.[0] === '0';
    }
    return this.#isHeld;
  }

  async freeze(): Promise<void> {
    await this.#thaw();
    await this.rows('BEGIN ISOLATION LEVEL REPEATABLE READ');
    this.#isFrozen = true;
    if (!this.#isHeld) return;
    // Before the first look, which the moment begins with: a process that comes now can read, and waits to write.
    await this.rows(`LOCK TABLE ${movedTables.map(({ name }) => name).join(', ')} IN SHARE MODE`);
  }

  /** What is only read is given up rather than committed. */
  async #thaw(): Promise<void> {
    if (this.#isFrozen) await this.rows('ROLLBACK');
    this.#isFrozen = false;
  }

  async change({ table, puts, removals, mark }: Change): Promise<void> {
    try {
      await this.rows('BEGIN');
      if (removals.length > 0) await this.rows(removeText(table), listsOf(removals, table.key.length));
      if (puts.length > 0)
        await this.rows(putText(table, putSource(table)), listsOf(puts, table.columns.length));
      if (mark !== undefined) await this.mark(...mark);
      await this.rows('COMMIT');
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined);
      if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY)
        throw new MoveFault(sayChanged(`Rows of ${table.name} are gone that others refer to`));
      const odd = puts.find((row) => row.some((cell) => cell?.includes(NO_CHARACTER) === true));
      if (odd === undefined) throw error;
      throw new MoveFault(
        `${sayKey(table, keyOf(table, odd))} holds a NUL character, which PostgreSQL's texts cannot: take it out first.`,
      );
    }
  }

  async numbers(): Promise<Map<string, bigint>> {
    const numbers = new Map<string, bigint>();
    for (const { name, column } of await this.#numbered()) {
      const sequence = `pg_get_serial_sequence('${name}', '${column}')::regclass`;
      const [row] = await this.rows(`SELECT pg_sequence_last_value(${sequence})`);
      numbers.set(name, BigInt(row?.[0] ?? 0));
    }
    return numbers;
  }

  async setNumbers(numbers: ReadonlyMap<string, bigint>): Promise<void> {
    for (const { name, column } of await this.#numbered()) {
      const number = numbers.get(name) ?? 0n;
      await this.rows(
        `SELECT setval(pg_get_serial_sequence('${name}', '${column}'), GREATEST($1::bigint, 1), $1::bigint > 0)`,
        [String(number)],
      );
    }
  }

  async #numbered(): Promise<{ name: string; column: string }[]> {
    const rows = await this.rows(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = current_schema() AND is_identity = 'YES'`,
    );
    const known = new Set(movedTables.map(({ name }) => name));
    return rows
      .map(([name, column]) => ({ name: name ?? '', column: column ?? '' }))
      .filter(({ name }) => known.has(name));
  }

  protected async hasMarks(): Promise<boolean> {
    return (await this.rows('SELECT to_regclass($1)', [MARKS]))[0]?.[0] != null;
  }

  /** The planner has to learn what is there before the first requests come. */
  async tidy(): Promise<void> {
    await this.rows('ANALYZE');
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  protected async rows(text: string, values: readonly (Cell | Cell[])[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query<Cell[]>({ text, values: [...values], rowMode: 'array' });
    return rows;
  }
}

const placesOf = (table: MovedTable) => table.columns.map((_, place) => place);

/** Rows as one list a column: a statement takes only so many values, and any number of lists' items. */
const listsOf = (rows: readonly Row[], width: number) =>
  Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));

function listsText(table: MovedTable, places: readonly number[]): string {
  const lists = places.map((place, at) => `$${String(at + 1)}::${typeAt(table, place)}[]`).join(', ');
  return `unnest(${lists})`;
}

function removeText(table: MovedTable): string {
  const key = namesOf(table, table.key).join(', ');
  return `DELETE FROM ${table.name} WHERE (${key}) IN (SELECT * FROM ${listsText(table, table.key)})`;
}

const putSource = (table: MovedTable) =>
  `OVERRIDING SYSTEM VALUE SELECT * FROM ${listsText(table, placesOf(table))}`;
