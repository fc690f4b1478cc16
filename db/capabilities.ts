/** The databases that the service keeps its data in, and all in which they differ beyond the words of their SQL. */

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Capabilities {
  /** Processes on several machines may share it. */
  isShared: boolean;
  /** It is a file: the service makes and verifies backups of it by itself; else its operator does, by its own tools. */
  isFile: boolean;
  /** Reads that may be a moment old can be asked of a replica (`DATABASE_READ_URL`). */
  hasReplicas: boolean;
}

export const capabilities: Readonly<Record<DatabaseKind, Capabilities>> = {
  sqlite: { isShared: false, isFile: true, hasReplicas: false },
  postgres: { isShared: true, isFile: false, hasReplicas: true },
};

/** Tables of SQLite alone, with nothing in them that another database needs. */
export const tablesOfSqlite: ReadonlySet<string> = new Set([
  // Signals between its processes; other databases do not use it.
  'invalidation_log',
]);

/** Tables of PostgreSQL outside the schema: signals between processes (`postgres/invalidation-log.ts`). */
export const tablesOfPostgres: ReadonlySet<string> = new Set(['invalidation_epoch', 'invalidations']);

/** Which database an address of `DATABASE_URL` leads to. */
export function databaseKind(url: string): DatabaseKind {
  return /^postgres(ql)?:\/\//.test(url) ? 'postgres' : 'sqlite';
}
