/** All rows of a database, as text that two moments can be compared by. */
import { databaseKind } from '../../db/index.js';
import { lookInto } from './database.js';

export interface DumpOptions {
  /** Tables that are none of the matter, such as counts of requests. */
  without?: readonly string[];
  /** Columns likewise. */
  withoutColumns?: readonly string[];
}

const TABLES_SQL = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  // Rows of a table's parts are the table's.
  postgres: `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
    AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
};

/** A line for each row, beginning with the name of its table; numbers stand in quotes. */
export function dumpRows(url: string, options: DumpOptions = {}): Promise<string[]> {
  const { without = [], withoutColumns = [] } = options;
  return lookInto(url, async (sql) => {
    const tables = await sql<{ name: string }>(TABLES_SQL[databaseKind(url)]);
    const lines: string[] = [];
    for (const { name } of tables.filter((table) => !without.includes(table.name))) {
      const rows = await sql(`SELECT * FROM "${name}"`);
      for (const row of rows) {
        for (const column of withoutColumns) Reflect.deleteProperty(row, column);
      }
      lines.push(...rows.map((row) => `${name} ${JSON.stringify(row, plain)}`).sort());
    }
    return lines;
  });
}

/** What is broken in the database itself; where a server keeps it, that is the server's business. */
export async function brokenIn(url: string): Promise<unknown[]> {
  if (databaseKind(url) !== 'sqlite') return [];
  return lookInto(url, async (sql) => {
    const faults = await sql<{ integrity_check: string }>('PRAGMA integrity_check');
    const broken = faults.filter((fault) => fault.integrity_check !== 'ok');
    return [...broken, ...(await sql('PRAGMA foreign_key_check'))];
  });
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
}
