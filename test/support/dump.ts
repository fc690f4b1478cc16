/** All rows of a database file, as text that two moments can be compared by. */
import Database from 'better-sqlite3';

export interface DumpOptions {
  /** Tables that are none of the matter, such as counts of requests. */
  without?: readonly string[];
  /** Columns likewise. */
  withoutColumns?: readonly string[];
}

/** A line for each row, beginning with the name of its table; in the order of the tables' own keys. */
export function dumpRows(file: string, options: DumpOptions = {}): string[] {
  const { without = [], withoutColumns = [] } = options;
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all();
    return tables
      .filter((table) => !without.includes(table))
      .flatMap((table) => {
        const rows = database.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).safeIntegers();
        return rows.all().map((row) => {
          for (const column of withoutColumns) Reflect.deleteProperty(row, column);
          return `${table} ${JSON.stringify(row, plain)}`;
        });
      });
  } finally {
    database.close();
  }
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
