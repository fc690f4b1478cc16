/** The databases that the service keeps its data in, and the tables that SQLite has alone. */

export type DatabaseKind = 'sqlite' | 'postgres';

/** Tables of SQLite alone, with nothing in them that another database needs. */
export const tablesOfSqlite: ReadonlySet<string> = new Set([
  // Signals between its processes; other databases do not use it.
  'invalidation_log',
]);

/** Which database an address of `DATABASE_URL` leads to. */
export function databaseKind(url: string): DatabaseKind {
  return /^postgres(ql)?:\/\//.test(url) ? 'postgres' : 'sqlite';
}
