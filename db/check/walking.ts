/** How the check reads: a page after the other, each from where the last one ended; and what its parts share. */
import { DAY_MS, HOUR_MS } from '../../core/days.js';
import type { CheckPass } from '../../core/ports/check-store.js';
import { Sums, type Findings } from './findings.js';
import { SumsByOrder } from './order-sums.js';
import type { Work } from '../work/statement.js';

/** Rows that are read at once where each of them is only added up: a few milliseconds. */
export const ROWS_AT_ONCE = 1_000;

/** How much one statement does, which is different where the event loop waits for it. */
export interface Pace {
  /** Entries whose postings are added up. */
  readonly entries: number;
  /** Orders whose subscribers are all read, at one moment. */
  readonly orders: number;
  /** Subscribers that are held to their entries. */
  readonly subscribers: number;
  /** Subscribers that are searched for unpaid ones. */
  readonly unpaid: number;
  /** Bots whose days are all read, at one moment. */
  readonly bots: number;
  /** Days of bots whose pairs with orders are added up. */
  readonly botDays: number;
  /** Orders and bots of which a day that is over is read. */
  readonly ofDay: number;
}

/** Reads a page after the other, until there is no place to go on from. */
export function* walk<Place>(start: Place, page: (place: Place) => Work<Place | null>): Work<void> {
  for (let place: Place | null = start; place !== null;) place = yield* page(place);
}

/** @returns the place where a page ended; null where it is the last, which is not full */
export function endOf<Row, Place>(
  rows: readonly Row[],
  placeOf: (last: Row) => Place,
  atOnce = ROWS_AT_ONCE,
): Place | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < atOnce ? null : placeOf(last);
}

export type DayOf = (atMs: number) => number;

/** Not kept with the pass: a part that needs what is lost begins again. */
export class Memory {
  /** Unpaid joins that were met so far, by the key of their counter. */
  unpaid = new Sums<'unpaid_joins'>();
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
const ZONE_MS = 16 * HOUR_MS;
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
