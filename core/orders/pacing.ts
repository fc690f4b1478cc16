/**
 * How quickly an order with `is_lite` may take subscribers (`decisions.md`, Orders): its joins are spread evenly over the rest
 * of the day's display window.
 */
import { boundsOfDay, HOUR_MS } from '../days.js';
import { type Flow, openFlowBetween, type Schedule } from '../terms/index.js';

export interface PaceFacts {
  schedule: Schedule;
  /** The most joins this day may bring: the daily limit, or what was left of the whole order this morning if less. */
  quotaToday: number;
  /** Joins counted since the zone's midnight. */
  joinsToday: number;
  /** Joins counted within the last hour, those before midnight included. */
  joinsLastHour: number;
  /** Where today's line begins when that is later than the day: started, resumed or changed then, with so many joins. */
  begins: { atMs: number; joinsToday: number } | null;
  /** How many users in the order's audience are expected when; null: as many at any time. */
  flow: Flow | null;
}

/**
 * Returns how many joins of today may have happened by now. Two lines bind a lite order. The day's line runs from the day's start (or where it begins) to the window's end, so that
 * few joins are not all used up early. The rest's line looks back one hour and spreads what was left then, so that what
 * a quiet morning missed is spread over the rest instead of coming at once. On either line join number k is due at k
 * parts of the way, the first at once. The way is the time that the order may still be shown or, where it is known how many
 * users come when, these users: then an order takes the same part of those who come at night and in the evening.
 */
export function joinsDue(facts: PaceFacts, nowMs: number, zone: string): number {
  const { schedule, quotaToday, joinsToday } = facts;
  const left = Math.max(0, quotaToday - joinsToday);
  const { startMs: dayStartMs, endMs: dayEndMs } = boundsOfDay(nowMs, zone);
  const between = (fromMs: number, toMs: number) =>
    openFlowBetween(schedule, [fromMs, toMs], zone, facts.flow);
  const ahead = between(nowMs, dayEndMs);
  if (left === 0 || ahead === 0) return joinsToday;

  const beginsToday = facts.begins !== null && facts.begins.atMs > dayStartMs ? facts.begins : null;
  const begins = beginsToday ?? { atMs: dayStartMs, joinsToday: 0 };
  const along = (quota: number, fromMs: number) => {
    const passed = between(fromMs, nowMs);
    return Math.floor((quota * passed) / (passed + ahead)) + 1;
  };

  const dayLine = begins.joinsToday + along(quotaToday - begins.joinsToday, begins.atMs);
  const recent = Math.min(facts.joinsLastHour, joinsToday - begins.joinsToday);
  const restLine = joinsToday - recent + along(left + recent, Math.max(begins.atMs, nowMs - HOUR_MS));
  return Math.min(quotaToday, dayLine, restLine);
}
