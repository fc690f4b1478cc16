/** Goes through a pass of the daily check, slice by slice, on what a database reads with. */
import { setImmediate as turn } from 'node:timers/promises';
import type { CheckPass } from '../../core/ports/check-store.js';
import {
  beginPass,
  type DayOf,
  Findings,
  goOn,
  isOfLedger,
  Memory,
  needsMemory,
  type Pace,
} from './index.js';
import type { CheckPasses } from '../work/checks.js';
import type { Reader } from '../work/database.js';

/** What a database goes through a pass with. */
export interface CheckReading {
  pace: Pace;
  /** The last entry; from now on none with a lower number is written. */
  lastEntry(): Promise<number>;
  /** Each piece of work is read at one moment of its own. */
  open(): { ledger: Pick<Reader, 'read'>; figures: Pick<Reader, 'read'>; close(): void };
}

export function createCheckPasses(dayOf: DayOf, reading: CheckReading): CheckPasses {
  const memories = new WeakMap<CheckPass, Memory>();

  const begin: CheckPasses['begin'] = async (before, toDay) =>
    beginPass(before, { entryId: await reading.lastEntry(), day: toDay });

  const advance: CheckPasses['advance'] = async (from, forMs) => {
    const untilMs = performance.now() + forMs;
    const known = memories.get(from);
    const memory = known ?? new Memory();
    const findings = new Findings(from.outcome);
    const pass = { ...from, outcome: findings.outcome };
    if (known === undefined && pass.part !== null && needsMemory(pass.part)) pass.place = null;
    const { ledger, figures, close } = reading.open();
    try {
      do {
        const walking = { pass, findings, memory, dayOf, pace: reading.pace };
        if (pass.part === null) break;
        await (isOfLedger(pass.part) ? ledger : figures).read(() => goOn(walking));
        await turn();
      } while (performance.now() < untilMs);
    } finally {
      close();
    }
    memories.set(pass, memory);
    return pass;
  };

  return {
    begin,
    advance,
    compare: async () => (await advance(await begin(null, Number.MAX_SAFE_INTEGER), Infinity)).outcome,
  };
}
