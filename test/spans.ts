/** What the store's spans of days hold, day by day. */
import type { DayFigures, DaySpan } from '../core/ports/statistics-store.js';

export async function daysIn<Day extends DayFigures>(spans: Promise<DaySpan<Day>[]>): Promise<Day[]> {
  return (await spans).flatMap(({ days }) => days);
}

export async function unpaidIn(spans: Promise<DaySpan[]>) {
  return (await spans).flatMap(({ unpaid }) => unpaid);
}
