/**
 * Where the tests of a run keep their files: in memory where the machine has room there, since a SQLite commit waits for
 * the disk otherwise (a sixth of the time of `test/cases`, on a disk that writes in 0.2 ms). They stay real files.
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
/** The largest run, over Citus with three servers, takes a third of it. */
const ROOM_MIN_BYTES = 4 * 2 ** 30;

/** Makes the folder of this run the one for temporary files, here and in all processes started from here. TMPDIR goes before. */
export function useScratchFolder(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(path.join(IN_MEMORY, 'tests-'));
  // As /tmp is: a server of PostgreSQL's runs as a user of its own.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_MIN_BYTES;
  } catch {
    return false;
  }
}
