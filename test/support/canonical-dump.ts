/** All rows of a database of either kind, as the same lines of text. */
import Database from 'better-sqlite3';
import pg from 'pg';
import { tablesOfSqlite } from '../../db/database-kinds.js';
import { tablesOfPostgres } from './schema-shape.js';

/** What a database notes about itself. */
const OWN_TABLES: ReadonlySet<string> = new Set([
  'service_migrations',
  'store_move',
  ...tablesOfSqlite,
  ...tablesOfPostgres,
]);

type Values = Record<string, string | number | bigint | null>;

/** A line for each row, beginning with its table's name; sorted. */
export async function canonicalDump(address: string): Promise<string[]> {
  const lines: string[] = [];
  await dumpEach(address, (line) => lines.push(line));
  return lines.sort();
}

/** The same lines one by one, in whatever order. */
export async function dumpEach(address: string, tell: (line: string) => void): Promise<void> {
  const add = (table: string, row: Values) => {
    const cells = Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]);
    tell(`${table} ${JSON.stringify(Object.fromEntries(cells.sort()))}`);
  };
  if (address.startsWith('postgres')) await readPostgres(address, add);
  else readSqlite(address.replace('file:', ''), add);
}

function readSqlite(file: string, add: (table: string, row: Values) => void): void {
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck();
    for (const table of tables.all().filter((name) => !OWN_TABLES.has(name))) {
      const rows = database.prepare<[], Values>(`SELECT * FROM ${table}`).safeIntegers();
      for (const row of rows.iterate()) add(table, row);
    }
  } finally {
    database.close();
  }
}

const asSent: pg.CustomTypesConfig = {
  // As JavaScript writes it, which is how the other database's is written.
  getTypeParser: (id: number) => (text: unknown) => (id === FLOAT8 ? Number(text) : text),
};
const FLOAT8 = 701;

async function readPostgres(url: string, add: (table: string, row: Values) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url, types: asSent });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ tablename: string }>(
      // Rows of a table's parts are the table's.
      `SELECT relname::text AS tablename FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    for (const { tablename } of tables.filter((table) => !OWN_TABLES.has(table.tablename))) {
      await client.query('BEGIN');
      await client.query(`DECLARE each CURSOR FOR SELECT * FROM ${tablename}`);
      for (;;) {
        const { rows } = await client.query<Values>('FETCH 10000 FROM each');
        for (const row of rows) add(tablename, row);
        if (rows.length === 0) break;
      }
      await client.query('COMMIT');
    }
  } finally {
    await client.end();
  }
}
