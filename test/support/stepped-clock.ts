/** A clock that a test sets under running processes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export interface SteppedClock {
  /** What Node gets before the script, so that its process goes by this clock. */
  nodeOptions: readonly string[];
  /** Sets the clock, so many milliseconds off the machine's. */
  set(offByMs: number): void;
}

/** @param folder where its two files are put */
export function createSteppedClock(folder: string): SteppedClock {
  const file = path.join(folder, 'offset');
  const script = path.join(folder, 'clock.mjs');
  writeFileSync(script, preload(file));
  return {
    nodeOptions: ['--import', script],
    set: (offByMs) => {
      writeFileSync(file, String(offByMs));
    },
  };
}

/** Shifts the clock of a process by what a file says, read anew at each look. */
const preload = (file: string) => `
  import { readFileSync } from 'node:fs';
  const now = Date.now;
  const offset = () => { try { return Number(readFileSync(${JSON.stringify(file)}, 'utf8')); } catch { return 0; } };
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now() + offset()] : given, self),
    get: (target, name, self) => name === 'now' ? () => now() + offset() : Reflect.get(target, name, self),
  });
`;
