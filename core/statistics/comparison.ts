/** What a page shows next to the figures of its days: the period before, the way of users, and today by hour. */
import { HOUR_MS, startOfDay } from '../days.js';
import type { Ports } from '../ports.js';
import type { DayRange, DaySpan, UnpaidOf } from '../ports/statistics-store.js';
import { fillDays, sumOf } from './figures.js';
import { daysBefore } from './range.js';

export type Comparison = Awaited<ReturnType<typeof compare>>;

/** @param today the day that it is */
export async function compare(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  of: UnpaidOf,
  range: DayRange,
  today: number,
) {
  const earlier = daysBefore(range);
  const [before, spans, way, hours] = await Promise.all([
    spansOf(store, of, earlier),
    spansOf(store, of, range),
    store.statistics.way(of, range),
    range.toDay === today ? hoursOf({ store, clock, settings }, of, today) : null,
  ]);
  const days = before.flatMap((span) => span.days);
  const points = fillDays(days, earlier);
  const unpaid = spans.flatMap((span) => span.unpaid);
  const unpaidJoins = unpaid.reduce((sum, { joins }) => sum + joins, 0);
  return {
    /** As many days right before, and their sum. */
    before: { days: points, total: sumOf(points) },
    /** Users in their order through an order: shown, joined (paid for or not), paid for, left again. */
    way: { ...way, joined: way.paid + unpaidJoins },
    /** Null too where today is not the last day. */
    hours,
  };
}

function spansOf({ statistics }: Ports['store'], of: UnpaidOf, range: DayRange): Promise<DaySpan[]> {
  const isOfBots = 'botId' in of || 'publisherId' in of;
  return isOfBots ? statistics.botSpans(of, range) : statistics.orderSpans(of, range);
}

/** From the first hour of today to this one; null where it has too many to count. */
async function hoursOf(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  of: UnpaidOf,
  day: number,
) {
  const zone = settings.SERVICE_TIMEZONE;
  const [fromMs, toMs] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
  const counted = await store.statistics.hours(of, { day, fromMs, toMs });
  if (counted === null) return null;
  const byHour = new Map(counted.map(({ hour, subscribers }) => [hour, subscribers]));
  // A day may have 23 or 25 of them.
  const hours = Math.ceil((Math.min(clock.now() + 1, toMs) - fromMs) / HOUR_MS);
  return Array.from({ length: hours }, (_, hour) => ({
    startMs: fromMs + hour * HOUR_MS,
    subscribers: byHour.get(hour) ?? 0,
  }));
}
