/** Holds a database file so that no other process can open it. */
import Database from 'better-sqlite3';

/**
 * Every process that has the database open holds a lock of the operating system, which goes with it however it ends.
 * Leaving the write-ahead log needs all of them gone; then no process gets in until this connection closes.
 * Null when a process has it open.
 * @throws what SQLite says when the file cannot be opened
 */
export function holdAlone(file: string): Database.Database | null {
  const database = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE; COMMIT;');
    return database;
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true) return null;
    throw error;
  }
}
