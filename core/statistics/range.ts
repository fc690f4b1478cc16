/** The days a statistic is about (`interface.md`, GET /statistic; `decisions.md`, Statistics). */
import { dayNumberOf, parseDay } from '../days.js';
import { ServiceError } from '../errors.js';
import type { DayRange } from '../ports.js';

const DEFAULT_DAYS_BACK = 9;
const RANGE_MAX_DAYS = 366;

export interface RangeQuery {
  /** `YYYY-MM-DD` in the service's time zone, both inclusive. */
  startDate?: string;
  endDate?: string;
}

/**
 * From 9 days ago to today unless said otherwise; nine days up to an end that lies further back.
 * @throws ServiceError `invalid` for a range that is reversed or over 366 days
 */
export function rangeOf({ startDate, endDate }: RangeQuery, nowMs: number, zone: string): DayRange {
  const today = dayNumberOf(nowMs, zone);
  const toDay = endDate === undefined ? today : parseDay(endDate, 'end_date');
  const daysAgo = today - DEFAULT_DAYS_BACK;
  const defaultFrom = toDay < daysAgo ? toDay - DEFAULT_DAYS_BACK : daysAgo;
  const fromDay = startDate === undefined ? defaultFrom : parseDay(startDate, 'start_date');
  if (fromDay > toDay) throw new ServiceError('invalid', 'start_date: must not be after end_date.');
  if (toDay - fromDay >= RANGE_MAX_DAYS) {
    throw new ServiceError(
      'invalid',
      `start_date: the range must not be over ${String(RANGE_MAX_DAYS)} days.`,
    );
  }
  return { fromDay, toDay };
}
