/** What the command line asks for, and which faults that picks. */
import { parseArgs } from 'node:util';
import type { Fault } from './faults.js';

export interface Command {
  only: string;
  part: number;
  parts: number;
  workers: number;
}

export const USAGE = `npm run faults -- [--only words] [--part 1/10] [--workers N]
  Puts one fault at a time into a copy of the checkout, runs the tests that must see it, and expects them red.
  --only words    faults whose sentence or file has these words
  --part 1/10     the first of ten parts
  --workers N     how many copies work at a time (2)
  WRITE_DOCS=1    writes the table into docs/promises.md; only where all faults are run`;

/** @returns null where help is asked for @throws TypeError or RangeError, in words, for what it does not understand */
export function readCommand(args: readonly string[]): Command | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      part: { type: 'string', default: '1/1' },
      workers: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const [part = 0, parts = 0] = /^\d{1,3}\/\d{1,3}$/.test(values.part)
    ? values.part.split('/').map(Number)
    : [];
  if (part < 1 || part > parts) throw new RangeError('--part is such as 1/10');
  if (!/^[1-8]$/.test(values.workers)) throw new RangeError('--workers is a number from 1 to 8');
  return { only: values.only, part, parts, workers: Number(values.workers) };
}

/** @throws RangeError where none is left: a run of nothing must not pass */
export function pick(all: readonly Fault[], { only, part, parts }: Command): Fault[] {
  const words = only.toLowerCase();
  const named = all.filter(({ what, file }) => `${what} ${file}`.toLowerCase().includes(words));
  const picked = named.filter((_fault, index) => index % parts === part - 1);
  if (picked.length === 0) throw new RangeError('no fault is picked');
  return picked;
}
