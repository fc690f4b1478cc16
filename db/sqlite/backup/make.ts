/**
 * Backups: a copy of one moment of a database that is being used, verified, and only then given its name; the oldest go.
 * Neither readers nor writers wait for it.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { asError } from '../../faults.js';
import { isDamage, sayUnusable } from '../faults.js';
import { ERASED_KEY } from '../../work/people.js';
import { databaseFile, requireCurrent } from '../migrate.js';
import { BackupFault, closeIntoOneFile, DamageFound, verifyDatabase } from './verify.js';

/** Pages (4 KiB) copied in one go: about a millisecond. */
const PAGES_AT_ONCE = 1_000;
/** Free space that must remain after the copy. */
const SPARE_BYTES = 16 * 1_024 * 1_024;
const LOCK_MS = 10_000;
/** After a migration the files that run the database as it is now do not, and there would be no way back. */
const FORMER_FILES =
  'bring back the files that it ran with last, and make the backup with those (docs/upgrading.md).';

export interface BackupOptions {
  /** File name, or a `file:` address as in `DATABASE_URL`. */
  path: string;
  folder: string;
  /** How many are kept, this one included. */
  keep: number;
  nowMs: number;
  /** How much room a folder has; in tests. */
  freeBytes?: (folder: string) => number;
  /** Called after every copied part; in tests. */
  onPages?: () => void;
}

/**
 * @returns also which older backups were taken away
 * @throws BackupFault when the folder cannot be written, there is no room, or the copy is not whole; then no backup is made or taken away
 */
export async function makeBackup(options: BackupOptions) {
  const source = databaseFile(options.path);
  const { folder, keep, nowMs, freeBytes = freeBytesOf } = options;
  requireUsable(source);
  // First: the same error of the copy would be taken for one of the database.
  const why = whyUnwritable(folder);
  if (why !== null)
    throw new BackupFault(
      `No backup can be made: ${why}. Set BACKUP_DIR to a folder that the service may write.`,
    );
  const name = `${baseOf(source)}-${stamp(nowMs)}.db`;
  const file = path.join(folder, name);
  const part = path.join(folder, `.${name}.part`);
  sweepParts(folder, source);
  const neededBytes = sizeOf(source) + sizeOf(`${source}-wal`) + SPARE_BYTES;
  const thereBytes = freeBytes(folder);
  if (thereBytes < neededBytes)
    throw new BackupFault(
      `There is no room in ${folder}: ${mib(neededBytes)} are needed, ${mib(thereBytes)} are free.`,
    );
  try {
    await copyMoment(source, part, options.onPages);
    await verifyDatabase(part);
    closeIntoOneFile(part);
    syncFile(part);
    renameSync(part, file);
    syncFile(folder);
  } catch (error) {
    removeDatabase(part);
    throw inWords(error, source);
  }
  return { file, bytes: sizeOf(file), removed: rotate(folder, source, keep) };
}

/** Makes the folder where it is lacking. @returns the system's words; null: files can be put there */
export function whyUnwritable(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws BackupFault when there is nothing of ours to copy */
function requireUsable(source: string): void {
  try {
    requireCurrent(source, { remedy: FORMER_FILES });
  } catch (error) {
    throw inWords(error, source);
  }
}

/** What went wrong with the database, for its operator, and what to do; a fault that says so already is passed on. */
function inWords(error: unknown, source: string): unknown {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (error instanceof DamageFound || isDamage(inner)) {
    const found = error instanceof DamageFound ? error.found : (inner as Error).message;
    return new BackupFault(
      `The database at ${source} is damaged, so no backup was made; the older ones stay. Stop the service, move the file and its -wal and -shm away (keep them), and put the latest backup in its place: \`npm run admin -- backups\` lists them, \`npm run admin -- restore <file>\` puts one back. Found: ${found}`,
    );
  }
  if (error instanceof BackupFault) return error;
  const unusable = sayUnusable(error, source);
  return new BackupFault(`No backup was made. ${unusable.message}`, { cause: error });
}

/** The backups of this database, oldest first. @throws BackupFault where the folder cannot be read */
export function listBackups(folder: string, databasePath: string): string[] {
  const form = new RegExp(`^${escape(baseOf(databaseFile(databasePath)))}-\\d{8}T\\d{6}Z\\.db$`);
  if (!existsSync(folder)) return [];
  return namesIn(folder)
    .filter((name) => form.test(name))
    .sort();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new BackupFault(
      `The folder of backups cannot be read: ${asError(error).message}. Set BACKUP_DIR to the folder that has them.`,
    );
  }
}

/** Flushes a file, or the names in a folder, to the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Also removes the files that SQLite keeps next to it. */
export function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/** In UTC, so that names sort by age: `20260115T031500Z`. */
export function stamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/**
 * The transaction holds one moment of the source for as long as it takes: a copy of a database that others write to
 * would restart with each of their commits.
 */
async function copyMoment(source: string, target: string, onPages?: () => void): Promise<void> {
  removeDatabase(target);
  // Only the owner may read it, from its first byte on.
  closeSync(openSync(target, 'wx', 0o600));
  const database = new Database(source, { fileMustExist: true, timeout: LOCK_MS });
  try {
    if (hasErased(database)) database.prepare('VACUUM INTO ?').run(target);
    else await copyPages(database, target, onPages);
  } finally {
    database.close();
  }
  chmodSync(target, 0o600);
}

async function copyPages(database: Database.Database, target: string, onPages?: () => void): Promise<void> {
  database.prepare('BEGIN').run();
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
  await database.backup(target, {
    progress: () => {
      onPages?.();
      return PAGES_AT_ONCE;
    },
  });
  database.prepare('COMMIT').run();
}

/** Then live rows alone are copied: free space may hold what was said of somebody before they were erased. */
function hasErased(database: Database.Database): boolean {
  return database.prepare('SELECT 1 FROM sessions WHERE key = ?').get(ERASED_KEY) !== undefined;
}

function rotate(folder: string, source: string, keep: number): string[] {
  const removed = listBackups(folder, source).slice(0, -Math.max(1, keep));
  for (const name of removed) removeDatabase(path.join(folder, name));
  return removed;
}

/** What a backup that was cut short has left. */
function sweepParts(folder: string, source: string): void {
  const start = `.${baseOf(source)}-`;
  for (const name of readdirSync(folder))
    if (name.startsWith(start) && /\.part(-wal|-shm|-journal)?$/.test(name))
      rmSync(path.join(folder, name), { force: true });
}

function baseOf(file: string): string {
  return path.basename(file).replace(/\.db$/, '');
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function mib(bytes: number): string {
  return `${String(Math.ceil(bytes / 1_048_576))} MiB`;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
