/**
 * Looks for damage of the file that a process has open. What the process itself reads and writes may all be in its memory for
 * days, while the file under it is broken: a look from outside reads the head of the file and its schema from the disk.
 */
import Database from 'better-sqlite3';
import type { Executor } from './executor.js';

/** A look takes less than a millisecond. */
const LOOK_EVERY_MS = 5_000;

/** Stops the writing of a process once the file is found damaged. Returns what ends the looking. */
export function watchForDamage(file: string, executor: Pick<Executor, 'stopIfDamaged'>): () => void {
  const timer = setInterval(() => lookForDamage(file, executor), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Looks once. Anything else than damage, such as a lock, is for those who use the file to meet. */
export function lookForDamage(file: string, executor: Pick<Executor, 'stopIfDamaged'>): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { fileMustExist: true, timeout: 0 });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    executor.stopIfDamaged(error);
  } finally {
    database?.close();
  }
}
