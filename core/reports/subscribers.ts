/** Which subscribers a report or an id file is about (`interface.md`, /orders report). */
import { dayNumberOf, type MomentRange, startOfDay } from '../days.js';
import { pagesOf } from '../pages.js';
import type { Store } from '../ports.js';
import type { TimeRange } from '../ports/job-store.js';
import type { JoinPlace } from '../ports/reversal-store.js';

/** Short enough not to hold up others on the thread, long enough to be quick. */
const PAGE_ROWS = 1_000;

export const timeRanges = ['today', '3days', '7days', 'all'] as const satisfies readonly TimeRange[];

const daysBack: Readonly<Record<Exclude<TimeRange, 'all'>, number>> = { today: 0, '3days': 2, '7days': 6 };

/** From the start of the first day, by the zone's clock, up to the moment it is asked for; today is one of the days. */
export function momentsOf(range: TimeRange, askedAtMs: number, zone: string): MomentRange {
  const toMs = askedAtMs + 1;
  if (range === 'all') return { fromMs: 0, toMs };
  return { fromMs: startOfDay(dayNumberOf(askedAtMs, zone) - daysBack[range], zone), toMs };
}

/** An order's subscribers in the order they came, a page at a time: a million of them never stand in memory at once. */
export function subscriberPages(
  { subscriptions }: Pick<Store, 'subscriptions'>,
  orderId: number,
  range: MomentRange,
) {
  const read = (after: JoinPlace | null) => subscriptions.page(orderId, range, after, PAGE_ROWS);
  return pagesOf(null, read, (subscriber) => subscriber);
}
