/** Distinguishes this process from every other, on whatever machine, and whether one of this machine has ended. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** What a process is called by others: where it runs, its number there, and when it began. */
export function processIdentity(): string {
  const place = placeHere();
  const began = place === null ? null : beganAt(process.pid);
  // Elsewhere than on Linux, nothing more is known of it than that it is another.
  return began === null ? randomUUID() : `${place ?? ''} ${String(process.pid)} ${began}`;
}

/** Whether that process has ended, for sure: false also where it is unknown, as of other machines and containers. */
export function hasEnded(identity: string): boolean {
  const [kernel, namespace, pid, began] = identity.split(' ');
  if (began === undefined || `${String(kernel)} ${String(namespace)}` !== placeHere()) return false;
  return beganAt(Number(pid)) !== began;
}

/** One start of one kernel, and within it whose numbers of processes these are. */
function placeHere(): string | null {
  try {
    const kernel = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${kernel} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

const STATE = 0;
const START_TIME = 19;

/** In ticks since the kernel started: a number that is given to another process comes with another. Null when it has ended. */
function beganAt(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // Its name, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const isOver = fields[STATE] === 'Z' || fields[STATE] === 'X';
    return isOver ? null : (fields[START_TIME] ?? null);
  } catch {
    return null;
  }
}
