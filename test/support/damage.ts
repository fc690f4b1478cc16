/** Breaks a SQLite file under those who have it open, as a failing disk does. */
import { closeSync, openSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';

const PAGE_BYTES = 4_096;

/** Overwrites the schema behind the head of the file; what others have of it in their memory stays as it was. */
export function damageFile(file: string): void {
  const database = new Database(file, { timeout: 5_000 });
  // What stands in the write-ahead log would be read instead.
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(6 * PAGE_BYTES - 100, 0x5a), 0, undefined, 100);
  closeSync(descriptor);
}
