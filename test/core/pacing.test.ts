import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateTime } from '../../core/days.js';
import { paceOf, type PaceFacts } from '../../core/orders/pacing.js';
import { alwaysOpen, isOpen } from '../../core/terms/schedule.js';
import { readCases } from '../support/cases.js';

const zone = 'Europe/Riga';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (time: string) => parseDateTime(`2026-11-21 ${time}`, zone);

const facts: PaceFacts = {
  isLite: true,
  subSpeed: null,
  schedule: alwaysOpen(),
  quotaToday: 240,
  joinsToday: 0,
  joinsLastHour: 0,
  begins: null,
};

interface PacingCase {
  name: string;
  is_lite: number;
  sub_speed?: number;
  window?: [string, string];
  quota_today: number;
  joins_today: number;
  joins_last_hour: number;
  begins?: { at: string; joins_today: number };
  now: string;
  allowed_now: number;
}

const secondsOf = (time: string) => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60;

describe('pacing', () => {
  it.each(readCases<PacingCase>('pacing').cases)('$name', (row) => {
    const schedule = {
      ...alwaysOpen(),
      startTimeSeconds: row.window === undefined ? null : secondsOf(row.window[0]),
      endTimeSeconds: row.window === undefined ? null : secondsOf(row.window[1]),
    };
    const pace = paceOf(
      {
        isLite: row.is_lite === 1,
        subSpeed: row.sub_speed ?? null,
        schedule,
        quotaToday: row.quota_today,
        joinsToday: row.joins_today,
        joinsLastHour: row.joins_last_hour,
        begins:
          row.begins === undefined ? null : { atMs: at(row.begins.at), joinsToday: row.begins.joins_today },
      },
      at(row.now),
      zone,
    );
    expect(pace.allowedNow).toBe(row.allowed_now);
  });

  it('never allows more than the day or the speed has left', () => {
    const situation = fc.record({
      isLite: fc.boolean(),
      subSpeed: fc.option(fc.integer({ min: 1, max: 100 })),
      schedule: fc.record({
        startAtMs: fc.constant(null),
        startTimeSeconds: fc.option(fc.nat(86_399)),
        endTimeSeconds: fc.option(fc.nat(86_399)),
        excludedDays: fc.uniqueArray(fc.constantFrom<6 | 7>(6, 7)),
      }),
      quotaToday: fc.nat(1_000),
      joinsToday: fc.nat(1_000),
      joinsLastHour: fc.nat(200),
      begins: fc.option(
        fc.record({ atMs: fc.nat(86_399_000).map((ms) => at('00:00') + ms), joinsToday: fc.nat(50) }),
      ),
    });
    fc.assert(
      fc.property(situation, fc.nat(86_399), (state, seconds) => {
        const nowMs = at('00:00') + seconds * 1000;
        const { allowedNow } = paceOf(state, nowMs, zone);
        expect(allowedNow).toBeGreaterThanOrEqual(0);
        expect(allowedNow).toBeLessThanOrEqual(Math.max(0, state.quotaToday - state.joinsToday));
        if (state.isLite && state.subSpeed !== null) {
          expect(allowedNow).toBeLessThanOrEqual(Math.max(0, state.subSpeed - state.joinsLastHour));
        }
        expect(Number.isSafeInteger(allowedNow)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Lets as many users come each minute as are given, and answers in which minutes of the day somebody joined. */
function playDay(state: PaceFacts, comingInMinute: (minute: number) => number, fromMinute = 0): number[] {
  const joins: number[] = [];
  for (let minute = fromMinute; minute < 24 * 60; minute++) {
    const nowMs = at('00:00') + minute * MINUTE_MS;
    if (!isOpen(state.schedule, nowMs, zone)) continue;
    for (let user = 0; user < comingInMinute(minute); user++) {
      const joinsLastHour = joins.filter((joined) => joined > minute - 60).length;
      const { allowedNow } = paceOf({ ...state, joinsToday: joins.length, joinsLastHour }, nowMs, zone);
      if (allowedNow > 0) joins.push(minute);
    }
  }
  return joins;
}

const perHour = (joins: number[]) =>
  Array.from({ length: 24 }, (_, hour) => joins.filter((minute) => Math.floor(minute / 60) === hour).length);

describe('a day of a lite order', () => {
  it('with many users has the same number of joins in every hour, and all of them by midnight', () => {
    const hours = perHour(playDay(facts, () => 5));
    expect(hours.reduce((sum, count) => sum + count)).toBe(240);
    for (const count of hours) expect(Math.abs(count - 10)).toBeLessThanOrEqual(1);
  });

  it('within a window uses the window alone', () => {
    const schedule = { ...alwaysOpen(), startTimeSeconds: 9 * 3600, endTimeSeconds: 17 * 3600 };
    const hours = perHour(playDay({ ...facts, schedule }, () => 5));
    expect(hours.slice(0, 9).every((count) => count === 0)).toBe(true);
    for (const count of hours.slice(9, 17)) expect(Math.abs(count - 30)).toBeLessThanOrEqual(1);
    expect(hours.slice(17).every((count) => count === 0)).toBe(true);
  });

  it('with few joins does not use them up early', () => {
    const joins = playDay({ ...facts, quotaToday: 4 }, () => 5);
    expect(joins.map((minute) => Math.round(minute / 60))).toEqual([0, 6, 12, 18]);
  });

  it('spreads what a quiet morning missed over the rest, without a rush', () => {
    const hours = perHour(playDay(facts, (minute) => (minute < 12 * 60 ? 0 : 5)));
    expect(hours.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(239);
    for (const count of hours.slice(12)) expect(Math.abs(count - 20)).toBeLessThanOrEqual(2);
  });

  it('started at noon spreads its joins from noon on', () => {
    const noon = { ...facts, begins: { atMs: at('12:00'), joinsToday: 0 } };
    const hours = perHour(playDay(noon, () => 5, 12 * 60));
    for (const count of hours.slice(12)) expect(Math.abs(count - 20)).toBeLessThanOrEqual(1);
  });

  it('never takes more than its speed in any hour', () => {
    const joins = playDay({ ...facts, subSpeed: 6 }, () => 5);
    for (const first of joins) {
      expect(joins.filter((minute) => minute >= first && minute < first + 60).length).toBeLessThanOrEqual(6);
    }
    expect(joins.length).toBeGreaterThan(6 * 23);
  });
});

describe('an order that is not lite', () => {
  it('may take the whole day at once, whatever its speed says', () => {
    expect(paceOf({ ...facts, isLite: false, subSpeed: 1 }, at('00:00'), zone)).toEqual({
      dueByNow: 240,
      allowedNow: 240,
    });
  });
});

describe('the hour that belongs to two days', () => {
  it('counts for the speed on both', () => {
    const midnight = paceOf({ ...facts, subSpeed: 10, joinsLastHour: 10 }, at('00:00') + MINUTE_MS, zone);
    expect(midnight.allowedNow).toBe(0);
    expect(paceOf({ ...facts, joinsLastHour: 10 }, at('00:00') + HOUR_MS, zone).allowedNow).toBe(11);
  });
});
