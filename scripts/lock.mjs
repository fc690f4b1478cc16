/** One setup at a time: two processes started together on a fresh clone must not both install or build. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Nothing here takes longer; an older lock was left behind. */
const STALE_AFTER_MS = 15 * 60_000;
/** A file says nothing when it goes away portably, so it is looked at. */
const LOOK_EVERY_MS = 100;

/** Does the work while no other process works on this folder; waits for it, takes over from a dead one. */
export async function withLock(folder, name, work) {
  const file = path.join(folder, `.${name}.lock`);
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await wait(LOOK_EVERY_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    const isOld = Date.now() - statSync(file).mtimeMs > STALE_AFTER_MS;
    const holder = Number(readFileSync(file, 'utf8'));
    return isOld || (holder > 0 && (holder === process.pid || !isAlive(holder)));
  } catch {
    return false; // Gone meanwhile: the next try takes it.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
