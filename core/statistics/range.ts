/** The days a statistic is about (`interface.md`, GET /statistic; `decisions.md`, Statistics). */
import { dayNumberOf, lastDay, parseDay } from '../days.js';
import { ServiceError } from '../errors.js';
import type { DayRange } from '../ports/statistics-store.js';

const DEFAULT_DAYS = 10;
const RANGE_MAX_DAYS = 366;

export interface RangeQuery {
  /** `YYYY-MM-DD` in the service's time zone, both inclusive. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** How many days where no start is named; else ten. */
  days?: number | undefined;
}

/**
 * From 9 days ago to today unless said otherwise; nine days up to an end that lies further back.
 * @throws ServiceError `invalid` where there are no days
 */
export function rangeOf(
  { startDate, endDate, days = DEFAULT_DAYS }: RangeQuery,
  nowMs: number,
  zone: string,
): DayRange {
  const today = dayNumberOf(nowMs, zone);
  const back = days - 1;
  const daysAgo = today - back;
  const toDay = endDate === undefined ? today : parseDay(endDate, 'end_date');
  const first = toDay < daysAgo ? toDay - back : daysAgo;
  const fromDay = startDate === undefined ? first : parseDay(startDate, 'start_date');
  if (fromDay > toDay)
    throw new ServiceError('invalid', `start_date: must not be after ${lastDay(endDate, 'end_date')}.`, {
      topic: 'days_reversed',
    });
  if (toDay - fromDay >= RANGE_MAX_DAYS)
    throw new ServiceError(
      'invalid',
      `start_date: the range must not be over ${String(RANGE_MAX_DAYS)} days.`,
      { topic: 'days_many', values: { max: RANGE_MAX_DAYS } },
    );
  return { fromDay, toDay };
}

/** As many days, right before these. */
export function daysBefore({ fromDay, toDay }: DayRange): DayRange {
  return { fromDay: fromDay - (toDay - fromDay) - 1, toDay: fromDay - 1 };
}
