/** The days a statistic is about (`interface.md`, GET /statistic; `decisions.md`, Statistics). */
import { dayNumberOf, parseDay } from '../days.js';
import { ServiceError } from '../errors.js';
import type { DayRange } from '../ports/statistics-store.js';

const DEFAULT_DAYS = 10;
const RANGE_MAX_DAYS = 366;

export interface RangeQuery {
  /** `YYYY-MM-DD` in the service's time zone, both inclusive. */
  startDate?: string;
  endDate?: string;
  /** How many days where no start is named; else ten. */
  days?: number;
}

/** Why a query names no days: a date that is none, an end before its start, or more days than are shown at once. */
export type RangeFault = 'not_a_date' | 'reversed' | 'too_long';

export type RangeReading =
  | { fault: null; range: DayRange }
  | { fault: RangeFault; /** Names the field, in English. */ message: string };

/**
 * From 9 days ago to today unless said otherwise; nine days up to an end that lies further back.
 * @returns the days, or why there are none
 */
export function readRange(
  { startDate, endDate, days = DEFAULT_DAYS }: RangeQuery,
  nowMs: number,
  zone: string,
): RangeReading {
  const today = dayNumberOf(nowMs, zone);
  let toDay = today;
  let fromDay: number;
  try {
    if (endDate !== undefined) toDay = parseDay(endDate, 'end_date');
    const back = days - 1;
    const daysAgo = today - back;
    fromDay = toDay < daysAgo ? toDay - back : daysAgo;
    if (startDate !== undefined) fromDay = parseDay(startDate, 'start_date');
  } catch (error) {
    if (error instanceof ServiceError) return { fault: 'not_a_date', message: error.message };
    throw error;
  }
  if (fromDay > toDay) return { fault: 'reversed', message: 'start_date: must not be after end_date.' };
  if (toDay - fromDay >= RANGE_MAX_DAYS) {
    const message = `start_date: the range must not be over ${String(RANGE_MAX_DAYS)} days.`;
    return { fault: 'too_long', message };
  }
  return { fault: null, range: { fromDay, toDay } };
}

const faultOf = {
  not_a_date: { topic: 'date' },
  reversed: { topic: 'days_reversed' },
  too_long: { topic: 'days_many', values: { max: RANGE_MAX_DAYS } },
} as const;

/** The same. @throws ServiceError `invalid` where there are no days */
export function rangeOf(query: RangeQuery, nowMs: number, zone: string): DayRange {
  const reading = readRange(query, nowMs, zone);
  if (reading.fault !== null) throw new ServiceError('invalid', reading.message, faultOf[reading.fault]);
  return reading.range;
}

/** As many days, right before these. */
export function daysBefore({ fromDay, toDay }: DayRange): DayRange {
  return { fromDay: fromDay - (toDay - fromDay) - 1, toDay: fromDay - 1 };
}
