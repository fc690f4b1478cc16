import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayNumberOf,
  dayOf,
  daysBetween,
  formatDateTime,
  formatDay,
  parseDateTime,
  parseDay,
  rangeOfDays,
  startOfDay,
  weekdayOf,
} from '../../core/days.js';
import { ServiceError } from '../../core/errors.js';
import { offsetMsAt, spansOfOffset } from '../../core/zone.js';
import { readCases } from '../support/cases.js';

/** Zones whose clocks do unusual things: jump at midnight, by half an hour, in Ramadan, a day across the date line. */
const zones = [
  'UTC',
  'Europe/Moscow',
  'Europe/Riga',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Tashkent',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];
const zone = fc.constantFrom(...zones);
/** 2012 to 2037. */
const moment = fc.integer({ min: 1_325_376_000, max: 2_145_916_800 }).map((seconds) => seconds * 1000);

/** What the zone's clock shows, asked of Intl each time. */
const clocks = new Map(
  zones.map((name) => [
    name,
    new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);
const clockOf = (ms: number, name: string) => clocks.get(name)?.format(ms) ?? '';

describe('a day in a zone', () => {
  it('is the date that the clock shows there', () => {
    fc.assert(
      fc.property(moment, zone, (ms, name) => {
        expect(formatDateTime(ms, name)).toBe(clockOf(ms, name));
        expect(dayOf(ms, name)).toBe(clockOf(ms, name).slice(0, 10));
        expect(parseDay(dayOf(ms, name))).toBe(dayNumberOf(ms, name));
      }),
      { numRuns: 2_000 },
    );
  });

  it('starts at the first moment of its date', () => {
    fc.assert(
      fc.property(moment, zone, (ms, name) => {
        const day = dayNumberOf(ms, name);
        const startMs = startOfDay(day, name);
        expect(startMs).toBeLessThanOrEqual(ms);
        expect(clockOf(startMs, name).slice(0, 10)).toBe(formatDay(day));
        expect(clockOf(startMs - 1000, name) < formatDay(day)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('follows the day before without a gap, whatever the clocks do', () => {
    fc.assert(
      fc.property(moment, zone, (ms, name) => {
        const day = dayNumberOf(ms, name);
        const { fromMs, toMs } = rangeOfDays(day, day, name);
        expect(rangeOfDays(day + 1, day + 1, name).fromMs).toBe(toMs);
        expect(dayNumberOf(toMs - 1, name)).toBe(day);
        expect(fromMs <= ms && ms < toMs).toBe(true);
      }),
    );
  });

  it('may lack its midnight', () => {
    // Clocks went from 00:00 to 01:00.
    expect(formatDateTime(startOfDay(parseDay('2024-04-26'), 'Africa/Cairo'), 'Africa/Cairo')).toBe(
      '2024-04-26 01:00:00',
    );
  });

  it('may have 23, 24 or 25 hours', () => {
    const hours = (date: string) => {
      const { fromMs, toMs } = rangeOfDays(parseDay(date), parseDay(date), 'Europe/Riga');
      return (toMs - fromMs) / 3_600_000;
    };
    expect([hours('2026-03-29'), hours('2026-06-01'), hours('2026-10-25')]).toEqual([23, 24, 25]);
  });

  it('has its weekday', () => {
    const weekday = (date: string) => weekdayOf(parseDay(date));
    expect([
      weekday('2026-11-16'),
      weekday('2026-11-22'),
      weekday('1970-01-01'),
      weekday('1969-12-28'),
    ]).toEqual([1, 7, 4, 7]);
  });

  it('is counted on and back', () => {
    expect(formatDay(parseDay('2024-02-28') + 2)).toBe('2024-03-01');
    expect(formatDay(parseDay('2026-01-01') - 1)).toBe('2025-12-31');
    expect(daysBetween(parseDay('2024-02-28'), parseDay('2024-03-01')).map(formatDay)).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ]);
    expect(daysBetween(5, 4)).toEqual([]);
  });
});

describe('dates and times as text', () => {
  const table = readCases<{ text: string; zone?: string; utc: string | null }>('times');
  it.each(table.cases)('$text in $zone is $utc', ({ text, zone: name, utc }) => {
    const read = () =>
      name === undefined ? parseDay(text, 'start_date') * 86_400_000 : parseDateTime(text, name);
    if (utc === null) {
      expect(read).toThrow(ServiceError);
      expect(read).toThrow(/^(start_)?date: must be/);
    } else {
      expect(new Date(read()).toISOString()).toBe(utc);
    }
  });

  it('a time read is a time shown, but where the clock jumps', () => {
    fc.assert(
      fc.property(moment, zone, (ms, name) => {
        const text = clockOf(ms, name);
        const readMs = parseDateTime(text, name);
        expect(clockOf(readMs, name)).toBe(text);
        expect(readMs).toBeLessThanOrEqual(ms);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('offsets', () => {
  it('of a stretch of time cover it without gap or overlap, each to the second', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 400 * 24 }), zone, (fromMs, hours, name) => {
        const toMs = fromMs + hours * 3_600_000;
        const spans = spansOfOffset(fromMs, toMs, name);
        expect(spans[0]?.fromMs).toBe(fromMs);
        expect(spans.at(-1)?.toMs).toBe(toMs);
        for (const [index, span] of spans.entries()) {
          expect(offsetMsAt(span.fromMs, name)).toBe(span.offsetMs);
          expect(offsetMsAt(span.toMs - 1, name)).toBe(span.offsetMs);
          if (index > 0) expect(spans[index - 1]?.toMs).toBe(span.fromMs);
        }
      }),
    );
  });

  it('of an unknown zone are refused', () => {
    expect(() => offsetMsAt(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});
