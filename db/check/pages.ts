/** How the check reads: a page after the other, each from where the last one ended. */
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
