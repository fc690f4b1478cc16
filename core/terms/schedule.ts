/**
 * When an order is shown (`interface.md`, order_schedule), by the wall clock of the service's time zone.
 *
 * The daily window begins at its start and ends before its end. One whose end is not after its start goes on past
 * midnight (equal times: a whole day round) and belongs to the day it starts on: an excluded Monday leaves out the night
 * to Tuesday. A missing start or end is midnight. Where the clock jumps, what it shows decides: an hour that comes twice
 * counts twice.
 */
import { DAY_MS, type Day, type Weekday, weekdayOf } from '../days.js';
import { offsetMsAt, type OffsetSpan, spansOfOffset } from '../zone.js';

export interface Schedule {
  /** Not shown before (epoch milliseconds); null is at once. */
  startAtMs: number | null;
  /** Daily window, in seconds after midnight on the wall clock; null is unset. */
  startTimeSeconds: number | null;
  endTimeSeconds: number | null;
  /** Days on which no window starts. */
  excludedDays: readonly Weekday[];
}

export function alwaysOpen(): Schedule {
  return { startAtMs: null, startTimeSeconds: null, endTimeSeconds: null, excludedDays: [] };
}

/** What an update says of each field: undefined leaves it, null or an empty list clears it. */
export type SchedulePatch = { [Field in keyof Schedule]?: Schedule[Field] | null | undefined };

/** The schedule after an update (`decisions.md`, Orders: fields merge one by one). */
export function mergeSchedule(current: Schedule, patch: SchedulePatch): Schedule {
  const pick = (value: number | null | undefined, old: number | null) => (value === undefined ? old : value);
  const excludedDays = patch.excludedDays === undefined ? current.excludedDays : (patch.excludedDays ?? []);
  return {
    startAtMs: pick(patch.startAtMs, current.startAtMs),
    startTimeSeconds: pick(patch.startTimeSeconds, current.startTimeSeconds),
    endTimeSeconds: pick(patch.endTimeSeconds, current.endTimeSeconds),
    excludedDays: [...new Set(excludedDays)].toSorted((a, b) => a - b),
  };
}

/** Whether the order may be shown at this moment, as far as its schedule goes. */
export function isOpen(schedule: Schedule, nowMs: number, zone: string): boolean {
  if (schedule.startAtMs !== null && nowMs < schedule.startAtMs) return false;
  if (isRoundTheClock(schedule)) return true;
  const wallMs = nowMs + offsetMsAt(nowMs, zone);
  const day = Math.floor(wallMs / DAY_MS);
  const ofDayMs = wallMs - day * DAY_MS;
  const { startMs, endMs } = windowOf(schedule);
  if (ofDayMs >= startMs && ofDayMs < endMs) return !isExcluded(schedule, day);
  return ofDayMs < endMs - DAY_MS && !isExcluded(schedule, day - 1);
}

/** How long the order may be shown between two moments, in milliseconds. */
export function openMsBetween(schedule: Schedule, fromMs: number, toMs: number, zone: string): number {
  const startMs = Math.max(fromMs, schedule.startAtMs ?? fromMs);
  if (startMs >= toMs) return 0;
  if (isRoundTheClock(schedule)) return toMs - startMs;
  let openMs = 0;
  eachOpening(schedule, startMs, toMs, zone, (openFromMs, openToMs) => {
    openMs += openToMs - openFromMs;
  });
  return openMs;
}

/** How many days of a week the order is shown on, at least one, and for which part of each of them. */
export function openTimesOf(schedule: Schedule): { daysAWeek: number; partOfDay: number } {
  const { startMs, endMs } = windowOf(schedule);
  return { daysAWeek: 7 - schedule.excludedDays.length, partOfDay: (endMs - startMs) / DAY_MS };
}

/** How much is expected to come between two moments, such as users; more than nothing in any time. */
export type Flow = (fromMs: number, toMs: number) => number;

/** How much is expected to come between two moments while the order may be shown; without a flow its milliseconds. */
export function openFlowBetween(
  schedule: Schedule,
  [fromMs, toMs]: readonly [number, number],
  zone: string,
  flow: Flow | null,
): number {
  if (flow === null) return openMsBetween(schedule, fromMs, toMs, zone);
  const startMs = Math.max(fromMs, schedule.startAtMs ?? fromMs);
  if (startMs >= toMs) return 0;
  if (isRoundTheClock(schedule)) return flow(startMs, toMs);
  let sum = 0;
  eachOpening(schedule, startMs, toMs, zone, (openFromMs, openToMs) => {
    sum += flow(openFromMs, openToMs);
  });
  return sum;
}

type UseWindow = (fromMs: number, toMs: number) => void;

/** Calls `use` with the windows that reach into a stretch of time, cut to it. They never overlap. */
function eachOpening(schedule: Schedule, fromMs: number, toMs: number, zone: string, use: UseWindow): void {
  for (const span of spansOfOffset(fromMs, toMs, zone)) eachOpeningInSpan(schedule, span, use);
}

/** Within one offset the wall clock runs straight, so windows are plain intervals. */
function eachOpeningInSpan(schedule: Schedule, { fromMs, toMs, offsetMs }: OffsetSpan, use: UseWindow): void {
  const { startMs, endMs } = windowOf(schedule);
  const firstDay = Math.floor((fromMs + offsetMs) / DAY_MS) - 1;
  for (let day = firstDay; day * DAY_MS - offsetMs < toMs; day++) {
    const midnightMs = day * DAY_MS - offsetMs;
    const openFromMs = Math.max(fromMs, midnightMs + startMs);
    const openToMs = Math.min(toMs, midnightMs + endMs);
    if (openFromMs < openToMs && !isExcluded(schedule, day)) use(openFromMs, openToMs);
  }
}

/** The window in milliseconds after the midnight it belongs to; the end may lie on the next day. */
function windowOf({ startTimeSeconds, endTimeSeconds }: Schedule): { startMs: number; endMs: number } {
  const startMs = (startTimeSeconds ?? 0) * 1000;
  const endMs = (endTimeSeconds ?? 0) * 1000;
  return { startMs, endMs: endMs > startMs ? endMs : endMs + DAY_MS };
}

function isRoundTheClock({ startTimeSeconds, endTimeSeconds, excludedDays }: Schedule): boolean {
  return excludedDays.length === 0 && (startTimeSeconds ?? 0) === (endTimeSeconds ?? 0);
}

function isExcluded({ excludedDays }: Schedule, day: Day): boolean {
  return excludedDays.length > 0 && excludedDays.includes(weekdayOf(day));
}
