/** Puts a backup in the place of the database, while no process serves it. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Store } from '../../../core/ports.js';
import { holdAlone } from '../alone.js';
import { databaseFile, migrate, requireNotEmpty } from '../migrate.js';
import { removeDatabase, stamp, syncFile } from './make.js';
import { BackupFault, closeIntoOneFile, overStore, verifyDatabase } from './verify.js';

/** Ids given out after the backup was made must never mean something else. */
const IDS_LEFT_OUT = 1_000_000;

export interface RestoreOptions {
  /** Of the database that is replaced; there need not be one. */
  path: string;
  backup: string;
  nowMs: number;
  /** Looks at what is restored, before it takes the database's place; throws to refuse it. */
  accept?: (store: Store) => Promise<void>;
}

/**
 * Verifies the backup, brings it up to date, and puts it in the place of the database in one step: whenever this is cut
 * short, either the old or the new one is there, whole. Meanwhile no process can open the database.
 * @returns where the database that was there is kept; null when there was none
 * @throws BackupFault when the database is in use, or the backup is not whole; then nothing has changed
 */
export async function restoreBackup({
  path: address,
  backup,
  nowMs,
  accept = () => Promise.resolve(),
}: RestoreOptions): Promise<{ keptAs: string | null }> {
  const target = databaseFile(address);
  if (statSync(backup, { throwIfNoEntry: false })?.isFile() !== true)
    throw new BackupFault(`There is no file ${backup}.`);
  refuseInUse(backup, target);
  mkdirSync(path.dirname(target), { recursive: true });
  const held = existsSync(target) ? hold(target) : null;
  const incoming = `${target}.restoring`;
  try {
    await prepare(backup, incoming, accept);
    if (held === null) {
      renameSync(incoming, target);
      syncFile(path.dirname(target));
      return { keptAs: null };
    }
    if (existsSync(`${target}-wal`))
      throw new BackupFault('The database has a write-ahead log that is not its own.');
    const keptAs = `${target}.before-${stamp(nowMs)}`;
    keep(target, keptAs);
    renameSync(incoming, target);
    syncFile(path.dirname(target));
    return { keptAs };
  } catch (error) {
    removeDatabase(incoming);
    throw error;
  } finally {
    // A process that held the database as its only one needed no such file; the next to open it makes its own.
    if (held !== null) rmSync(`${target}-shm`, { force: true });
    held?.close();
  }
}

/** What it holds stands in its log as well, and copies of the two are not of one moment while it is written to. */
function refuseInUse(backup: string, target: string): void {
  const log = statSync(`${backup}-wal`, { throwIfNoEntry: false });
  // The log of the database itself is closed into it once it is held.
  if (log === undefined || log.size === 0 || path.resolve(backup) === path.resolve(target)) return;
  throw new BackupFault(
    `${backup} is no backup: it has a write-ahead log, ${backup}-wal, whose changes are not in it. Make a backup of it, and restore that: \`DATABASE_URL=file:${path.resolve(backup)} npm run admin -- backup\`.`,
  );
}

/** @throws BackupFault when a process serves it, or the file cannot be opened */
function hold(target: string): Database.Database {
  let held: Database.Database | null;
  try {
    held = holdAlone(target);
  } catch (error) {
    throw new BackupFault(
      `The database that is there cannot be opened; move it away first. ${String(error)}`,
    );
  }
  if (held === null) throw new BackupFault('A process serves this database: stop the service first.');
  return held;
}

async function prepare(
  backup: string,
  incoming: string,
  accept: (store: Store) => Promise<void>,
): Promise<void> {
  removeDatabase(incoming);
  copyFileSync(backup, incoming);
  chmodSync(incoming, 0o600);
  try {
    requireNotEmpty(incoming);
    migrate(incoming);
  } catch (error) {
    throw new BackupFault(`The backup cannot be used: ${String(error)}`);
  }
  await verifyDatabase(incoming);
  await overStore(incoming, accept);
  const database = new Database(incoming, { fileMustExist: true });
  try {
    // A table that never had a row has no line there.
    database.exec(`INSERT INTO sqlite_sequence (name, seq) SELECT name, 0 FROM sqlite_schema
      WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)`);
    database.prepare('UPDATE sqlite_sequence SET seq = seq + ?').run(IDS_LEFT_OUT);
  } finally {
    database.close();
  }
  closeIntoOneFile(incoming);
  syncFile(incoming);
}

/** A second name for the file, so that its own can be taken over in one step. */
function keep(target: string, keptAs: string): void {
  try {
    linkSync(target, keptAs);
  } catch {
    // Not every file system knows second names.
    copyFileSync(target, keptAs);
    syncFile(keptAs);
  }
}
