/** Which days a report or an id file covers (`interface.md`, /orders report). */
import { addDays, dayNumberOf, type MomentRange, startOfDay } from '../days.js';
import type { TimeRange } from '../ports/job-store.js';

export const timeRanges = ['today', '3days', '7days', 'all'] as const satisfies readonly TimeRange[];

const daysBack: Readonly<Record<Exclude<TimeRange, 'all'>, number>> = { today: 0, '3days': 2, '7days': 6 };

/** From the start of the first day, by the zone's clock, up to the moment it is asked for; today is one of the days. */
export function momentsOf(range: TimeRange, askedAtMs: number, zone: string): MomentRange {
  const toMs = askedAtMs + 1;
  if (range === 'all') return { fromMs: 0, toMs };
  return { fromMs: startOfDay(addDays(dayNumberOf(askedAtMs, zone), -daysBack[range]), zone), toMs };
}
