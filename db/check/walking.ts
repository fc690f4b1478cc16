/** What the parts of a pass share: what they look at, and what one of them leaves for the next. */
import { DAY_MS } from '../../core/days.js';
import type { CheckPass } from '../../core/ports/check-store.js';
import type { Work } from '../work/statement.js';
import { Sums, type Findings } from './findings.js';
import { SumsByOrder } from './order-counters.js';
import type { Pace } from './pages.js';

export type DayOf = (atMs: number) => number;

/** Not kept with the pass: a part that needs what is lost begins again. */
export class Memory {
  /** Unpaid joins that were met so far, by the key of their counter. */
  unpaid = new Sums();
  /** What the entries of the days that are new did to the counters of orders. */
  readonly charged = new SumsByOrder();
}

export interface Walking {
  readonly pass: CheckPass;
  readonly findings: Findings;
  readonly memory: Memory;
  readonly dayOf: DayOf;
  readonly pace: Pace;
}

/** Where a part goes on; null: from its beginning, or, as an answer, nowhere. */
export type Place = readonly number[] | null;

/** One slice of a part. */
export type Part = (walking: Walking, place: Place) => Work<Place>;

/** A day is at most so far from the same day in UTC. */
const ZONE_MS = 16 * 3_600_000;
/** Days beyond are none of this service: `to.day` of a pass for which every day is over. */
const LAST_DAY = 10_000_000;

/** The first moment of a day in the zone of the service. */
export function firstMsOf(day: number, dayOf: DayOf): number {
  if (day > LAST_DAY) return Number.MAX_SAFE_INTEGER;
  let [before, from] = [day * DAY_MS - ZONE_MS, day * DAY_MS + ZONE_MS];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayOf(middle) >= day) from = middle;
    else before = middle;
  }
  return from;
}
