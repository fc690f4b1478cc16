/**
 * How quickly an order may take subscribers (`decisions.md`, Orders: with `is_lite` 1 joins are spread evenly over the
 * rest of the day's display window, at most `sub_speed` an hour). Without `is_lite` only the day's quota binds.
 */
import { boundsOfDay, HOUR_MS } from '../days.js';
import { type Flow, openFlowBetween, type Schedule } from '../terms/index.js';

export interface PaceFacts {
  isLite: boolean;
  /** Joins an hour at most; null is no limit of its own. Means nothing without `isLite`. */
  subSpeed: number | null;
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
  flow?: Flow | null;
}

export interface Pace {
  /** How many joins of today may have happened by now. */
  dueByNow: number;
  /** How many more may happen now. */
  allowedNow: number;
}

/**
 * Two lines bind a lite order. The day's line runs from the day's start (or where it begins) to the window's end, so that
 * few joins are not all used up early. The rest's line looks back one hour and spreads what was left then, so that what
 * a quiet morning missed is spread over the rest instead of coming at once. On either line join number k is due at k
 * parts of the way, the first at once. The way is the time that the order may still be shown or, where it is known how many
 * users come when, these users: then an order takes the same part of those who come at night and in the evening.
 */
export function paceOf(facts: PaceFacts, nowMs: number, zone: string): Pace {
  const { isLite, subSpeed, schedule, quotaToday, joinsToday } = facts;
  const left = Math.max(0, quotaToday - joinsToday);
  if (!isLite) return { dueByNow: quotaToday, allowedNow: left };
  const { startMs: dayStartMs, endMs: dayEndMs } = boundsOfDay(nowMs, zone);
  const between = (fromMs: number, toMs: number) =>
    openFlowBetween(schedule, [fromMs, toMs], zone, facts.flow ?? null);
  const ahead = between(nowMs, dayEndMs);
  if (left === 0 || ahead === 0) return { dueByNow: joinsToday, allowedNow: 0 };

  const beginsToday = facts.begins !== null && facts.begins.atMs > dayStartMs ? facts.begins : null;
  const begins = beginsToday ?? { atMs: dayStartMs, joinsToday: 0 };
  const along = (quota: number, fromMs: number) => {
    const passed = between(fromMs, nowMs);
    return Math.floor((quota * passed) / (passed + ahead)) + 1;
  };

  const dayLine = begins.joinsToday + along(quotaToday - begins.joinsToday, begins.atMs);
  const recent = Math.min(facts.joinsLastHour, joinsToday - begins.joinsToday);
  const restLine = joinsToday - recent + along(left + recent, Math.max(begins.atMs, nowMs - HOUR_MS));
  const hourLine = joinsToday + Math.max(0, (subSpeed ?? Infinity) - facts.joinsLastHour);
  const dueByNow = Math.min(quotaToday, dayLine, restLine, hourLine);
  return { dueByNow, allowedNow: Math.max(0, dueByNow - joinsToday) };
}
