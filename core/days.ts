/**
 * Days and wall clocks of a time zone (`decisions.md`, The wire: times are in `SERVICE_TIMEZONE`). A day is a whole
 * number, the days since 1970-01-01 on the zone's calendar; at the edge it is `YYYY-MM-DD`.
 */
import { ServiceError } from './errors.js';
import { offsetMsAt, spansOfOffset } from './zone.js';

/** Days since 1970-01-01 on the zone's own calendar. */
export type Day = number;

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/** The day this moment belongs to. */
export function dayNumberOf(ms: number, zone: string): Day {
  return Math.floor((ms + offsetMsAt(ms, zone)) / DAY_MS);
}

/** The same as `YYYY-MM-DD`. */
export function dayOf(ms: number, zone: string): string {
  return formatDay(dayNumberOf(ms, zone));
}

/** Writing a date takes 0.3 µs, and a month's statistic names each day several times. */
const written = new Map<Day, string>();
/** More than the days of the longest range, and of the one before it. */
const MAX_WRITTEN = 1_000;

/** `YYYY-MM-DD`. */
export function formatDay(day: Day): string {
  const known = written.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (written.size >= MAX_WRITTEN) written.clear();
  written.set(day, date);
  return date;
}

/** `YYYY-MM-DD HH:MM:SS` by the zone's clock. */
export function formatDateTime(ms: number, zone: string): string {
  return new Date(ms + offsetMsAt(ms, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Reads `YYYY-MM-DD`; only dates that exist.
 * @param field names the date in the error
 * @throws ServiceError `invalid`
 */
export function parseDay(text: string, field = 'date'): Day {
  const match = DATE.exec(text);
  const day = match === null ? null : realDay(match);
  if (day === null)
    throw new ServiceError('invalid', `${field}: must be a date as YYYY-MM-DD.`, { topic: 'date' });
  return day;
}

/**
 * Reads `YYYY-MM-DD HH:MM:SS` (seconds may be left out) by the zone's clock. A time that the clock jumps over is the
 * moment of the jump; one that comes twice is the first of them.
 * @throws ServiceError `invalid`
 */
export function parseDateTime(text: string, zone: string): number {
  const match = DATE_TIME.exec(text);
  const day = match === null ? null : realDay(match);
  const [hours = 0, minutes = 0, seconds = 0] = (match ?? [])
    .slice(4)
    .map((part: string | undefined) => Number(part ?? 0));
  if (day === null || hours > 23 || minutes > 59 || seconds > 59) {
    throw new ServiceError('invalid', 'date: must be a time as YYYY-MM-DD HH:MM:SS.', { topic: 'moment' });
  }
  return momentOf(day * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000, zone);
}

/** What errors call the last day of a range: its field, or today where none was given. */
export function lastDay(given: Day | string | null | undefined, field: string): string {
  return given === null || given === undefined ? 'today' : field;
}

export function weekdayOf(day: Day): Weekday {
  // 1970-01-01 was a Thursday, which is 4.
  return (((((day + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** The first moment of the day in the zone, which is not midnight where the clock jumps over it. */
export function startOfDay(day: Day, zone: string): number {
  return momentOf(day * DAY_MS, zone);
}

/** Nearly every question is about today; the last day asked for is kept for each zone. */
const lastBounds = new Map<string, { startMs: number; endMs: number }>();
const MAX_ZONES = 50;

/** Where the day of a moment begins and ends (not included). */
export function boundsOfDay(ms: number, zone: string) {
  const known = lastBounds.get(zone);
  if (known !== undefined && ms >= known.startMs && ms < known.endMs) return known;
  const day = dayNumberOf(ms, zone);
  const bounds = { startMs: startOfDay(day, zone), endMs: startOfDay(day + 1, zone) };
  if (lastBounds.size >= MAX_ZONES) lastBounds.clear();
  lastBounds.set(zone, bounds);
  return bounds;
}

/** Both days and all between, in order. */
export function daysBetween(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** `from` up to but not including `to`. */
export interface MomentRange {
  fromMs: number;
  toMs: number;
}

/** The moments of the days `from` to `to`, both included. */
export function rangeOfDays(from: Day, to: Day, zone: string): MomentRange {
  return { fromMs: startOfDay(from, zone), toMs: startOfDay(to + 1, zone) };
}

/** The earliest moment at which the zone's clock shows at least this (a wall clock counted as if it were UTC). */
function momentOf(wallMs: number, zone: string): number {
  // No zone is more than a day off UTC, so what is sought lies within.
  for (const span of spansOfOffset(wallMs - DAY_MS, wallMs + DAY_MS + 1, zone)) {
    if (wallMs < span.toMs + span.offsetMs) return Math.max(span.fromMs, wallMs - span.offsetMs);
  }
  throw new RangeError(`no such moment in ${zone}`);
}

function realDay(match: RegExpExecArray): Day | null {
  const [year = 0, month = 0, date = 0] = match.slice(1, 4).map(Number);
  const found = new Date(0);
  const ms = found.setUTCFullYear(year, month - 1, date);
  // The 30th of February becomes a day in March.
  return found.getUTCMonth() === month - 1 ? ms / DAY_MS : null;
}
