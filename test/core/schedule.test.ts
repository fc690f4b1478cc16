import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOfDay, parseDateTime, type Weekday } from '../../core/days.js';
import {
  alwaysOpen,
  isOpen,
  mergeSchedule,
  openMsBetween,
  type Schedule,
} from '../../core/terms/schedule.js';
import { readCases } from '../support/cases.js';

interface ScheduleCase {
  name: string;
  schedule: { start_datetime?: string; start_time?: string; end_time?: string; excluded_days?: Weekday[] };
  zone: string;
  now: string;
  open: boolean;
  minutes_left_today: number;
}

const MINUTE_MS = 60_000;

const openMsLeftToday = (schedule: Schedule, nowMs: number, zone: string) =>
  openMsBetween(schedule, nowMs, boundsOfDay(nowMs, zone).endMs, zone);

function secondsOf(time: string | undefined): number | null {
  if (time === undefined) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60;
}

describe('the display schedule', () => {
  it.each(readCases<ScheduleCase>('schedule').cases)('$name', (row) => {
    const {
      start_datetime: startAt,
      start_time: start,
      end_time: end,
      excluded_days: excludedDays,
    } = row.schedule;
    const schedule: Schedule = {
      startAtMs: startAt === undefined ? null : parseDateTime(startAt, row.zone),
      startTimeSeconds: secondsOf(start),
      endTimeSeconds: secondsOf(end),
      excludedDays: excludedDays ?? [],
    };
    const nowMs = parseDateTime(row.now, row.zone);
    expect({
      open: isOpen(schedule, nowMs, row.zone),
      minutes_left_today: openMsLeftToday(schedule, nowMs, row.zone) / MINUTE_MS,
    }).toEqual({
      open: row.open,
      minutes_left_today: row.minutes_left_today,
    });
  });
});

const zones = [
  'UTC',
  'Europe/Riga',
  'America/Havana',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];

const timeOfDay = fc.option(fc.nat(24 * 4 - 1).map((quarter) => quarter * 900));
const weekday = fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7);
/** Days around changes of clocks and others, to the minute. */
const now = fc
  .tuple(
    fc.constantFrom(
      '2026-03-07',
      '2026-03-08',
      '2026-03-28',
      '2026-03-29',
      '2026-04-05',
      '2026-10-04',
      '2026-10-25',
    ),
    fc.nat(48 * 60),
  )
  .map(([date, minutes]) => Date.parse(`${date}T00:00:00Z`) + (minutes - 12 * 60) * MINUTE_MS);

const situation = fc
  .record({
    zone: fc.constantFrom(...zones),
    nowMs: now,
    launchMinutes: fc.option(fc.integer({ min: -2_000, max: 2_000 })),
    startTimeSeconds: timeOfDay,
    endTimeSeconds: timeOfDay,
    excludedDays: fc.uniqueArray(weekday),
  })
  .map(({ zone, nowMs, launchMinutes, ...times }) => ({
    zone,
    nowMs,
    schedule: { startAtMs: launchMinutes === null ? null : nowMs + launchMinutes * MINUTE_MS, ...times },
  }));

/** Obviously right and slow: asks Intl what the clock shows, and goes back to see on which day the window began. */
function isOpenByTheClock(schedule: Schedule, ms: number, zone: string): boolean {
  if (schedule.startAtMs !== null && ms < schedule.startAtMs) return false;
  const shown = formatter(zone).format(ms);
  const weekdayToday = ((new Date(`${shown.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  const weekdayBefore = ((weekdayToday + 5) % 7) + 1;
  const seconds = secondsOf(shown.slice(11)) ?? 0;
  const start = schedule.startTimeSeconds ?? 0;
  const end = schedule.endTimeSeconds ?? 0;
  const startsOn = (day: number) => !schedule.excludedDays.includes(day as Weekday);
  if (start < end) return startsOn(weekdayToday) && seconds >= start && seconds < end;
  return (startsOn(weekdayToday) && seconds >= start) || (startsOn(weekdayBefore) && seconds < end);
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(zone: string): Intl.DateTimeFormat {
  let known = formatters.get(zone);
  if (known === undefined) {
    known = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formatters.set(zone, known);
  }
  return known;
}

describe('compared with a walk from minute to minute', () => {
  it('is open when the clock says so', () => {
    fc.assert(
      fc.property(situation, ({ schedule, nowMs, zone }) => {
        expect(isOpen(schedule, nowMs, zone)).toBe(isOpenByTheClock(schedule, nowMs, zone));
      }),
      { numRuns: 5_000 },
    );
  });

  it('has as much time left today as there are open minutes until midnight', () => {
    fc.assert(
      fc.property(situation, ({ schedule, nowMs, zone }) => {
        const today = formatter(zone).format(nowMs).slice(0, 10);
        let openMinutes = 0;
        for (let ms = nowMs; formatter(zone).format(ms).startsWith(today); ms += MINUTE_MS) {
          if (isOpenByTheClock(schedule, ms, zone)) openMinutes += 1;
        }
        expect(openMsLeftToday(schedule, nowMs, zone) / MINUTE_MS).toBe(openMinutes);
      }),
      { numRuns: 150 },
    );
  });

  it('adds up: the open time of two stretches is that of both together', () => {
    fc.assert(
      fc.property(situation, fc.nat(3_000), fc.nat(3_000), ({ schedule, nowMs, zone }, first, second) => {
        const middleMs = nowMs + first * MINUTE_MS;
        const endMs = middleMs + second * MINUTE_MS;
        const between = (fromMs: number, toMs: number) => openMsBetween(schedule, fromMs, toMs, zone);
        expect(between(nowMs, middleMs) + between(middleMs, endMs)).toBe(between(nowMs, endMs));
      }),
    );
  });
});

describe('an update of a schedule', () => {
  const before: Schedule = { startAtMs: 5, startTimeSeconds: 60, endTimeSeconds: 120, excludedDays: [6, 7] };

  it('leaves what it does not name', () => {
    expect(mergeSchedule(before, { endTimeSeconds: 180 })).toEqual({ ...before, endTimeSeconds: 180 });
    expect(mergeSchedule(before, {})).toEqual(before);
  });

  it('clears with null or an empty list', () => {
    const nothing = { startAtMs: null, startTimeSeconds: null, endTimeSeconds: null };
    expect(mergeSchedule(before, { ...nothing, excludedDays: null })).toEqual(alwaysOpen());
    expect(mergeSchedule(before, { ...nothing, excludedDays: [] })).toEqual(alwaysOpen());
  });

  it('keeps days once each, in order', () => {
    expect(mergeSchedule(before, { excludedDays: [3, 1, 3] }).excludedDays).toEqual([1, 3]);
  });
});
