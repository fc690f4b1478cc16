import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateTime } from '../../core/days.js';
import { joinsDue, type PaceFacts } from '../../core/orders/pacing.js';
import { alwaysOpen, isOpen } from '../../core/terms/schedule.js';
import { readCases } from '../support/cases.js';

const zone = 'Europe/Riga';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (time: string) => parseDateTime(`2026-11-21 ${time}`, zone);

const facts: PaceFacts = {
  schedule: alwaysOpen(),
  quotaToday: 240,
  joinsToday: 0,
  joinsLastHour: 0,
  begins: null,
  flow: null,
};

const allowedNow = (state: PaceFacts, nowMs: number) =>
  Math.max(0, joinsDue(state, nowMs, zone) - state.joinsToday);

interface PacingCase {
  name: string;
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
    const state = {
      ...facts,
      schedule,
      quotaToday: row.quota_today,
      joinsToday: row.joins_today,
      joinsLastHour: row.joins_last_hour,
      begins:
        row.begins === undefined ? null : { atMs: at(row.begins.at), joinsToday: row.begins.joins_today },
    };
    expect(allowedNow(state, at(row.now))).toBe(row.allowed_now);
  });

  it('never allows more than the day has left', () => {
    const situation = fc.record({
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
        const allowed = allowedNow({ ...facts, ...state }, nowMs);
        expect(allowed).toBeLessThanOrEqual(Math.max(0, state.quotaToday - state.joinsToday));
        expect(Number.isSafeInteger(allowed)).toBe(true);
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
      if (allowedNow({ ...state, joinsToday: joins.length, joinsLastHour }, nowMs) > 0) joins.push(minute);
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
});

it('the hour that belongs to two days counts on both', () => {
  expect(allowedNow({ ...facts, joinsLastHour: 10 }, at('00:00') + HOUR_MS)).toBe(11);
});
