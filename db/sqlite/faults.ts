/** What SQLite's errors mean to the service. */
import { asError, unavailable } from '../faults.js';

/** SQLite's own, or the system's, of a folder or a file that is made. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY') || codeOf(error).startsWith('SQLITE_LOCKED');
}

const FULL = 'the disk is full: make room';
/** With the user, since the owner of a folder that a container is given is often another. */
const NOT_OURS = `the service, as user ${String(process.getuid?.())}, may not write there: let it write that folder, or set DATABASE_URL to a file in another`;

const diskFaults: readonly [prefix: string, words: string][] = [
  ['EACCES', NOT_OURS],
  ['EPERM', NOT_OURS],
  ['EROFS', NOT_OURS],
  ['ENOSPC', FULL],
  ['SQLITE_FULL', FULL],
  ['SQLITE_IOERR', 'the disk failed to read or write: look at the disk and its file system, and start again'],
  ['SQLITE_CORRUPT', 'the database file is damaged: restore a backup'],
  ['SQLITE_NOTADB', 'the file is not a database: restore a backup'],
  ['SQLITE_READONLY', 'the database file is read-only: let the service write it and its folder'],
  [
    'SQLITE_CANTOPEN',
    'the database file cannot be opened: see that its folder is there and the service may write it',
  ],
  ['SQLITE_NOMEM', 'there is no memory left: give the machine more, or stop something else on it'],
];

function diskFault(error: unknown): string | undefined {
  const code = codeOf(error);
  return diskFaults.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** The file or the disk is at fault: nothing can be promised until that is mended. */
export function isDiskFault(error: unknown): boolean {
  return diskFault(error) !== undefined;
}

/** The file itself is damaged: it stays so, and what is written to it may do more harm. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

export function sayFault(error: unknown): Error {
  return unavailable(isBusy(error) ? 'another process holds its lock' : diskFault(error), error);
}

/** For the operator, when a database cannot be opened: which file it is, what is wrong with it, and what to do. */
export function sayUnusable(error: unknown, file: string): Error {
  // The migrator puts its own error around the database's.
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const words = isBusy(inner) ? 'another process holds its lock: stop that process' : diskFault(inner);
  if (words === undefined) return asError(error);
  return new Error(`The database at ${file} cannot be used: ${words}.`, { cause: error });
}

/** The system makes no folder there, or a file stands where one should. Of another file these codes say nothing of the database. */
const folderFaults = ['ENOENT', 'ENOTDIR', 'EEXIST'];

/** The same, when the file or its folder cannot be made. */
export function sayUnmade(error: unknown, file: string): Error {
  if (!folderFaults.includes(codeOf(error))) return sayUnusable(error, file);
  const words = 'its folder is not there and cannot be made: set DATABASE_URL to a file in another';
  return new Error(`The database at ${file} cannot be used: ${words}.`, { cause: error });
}
