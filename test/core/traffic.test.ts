/** Spreading orders by the users who are expected when (`core/choosing/traffic.ts`, `core/orders/pacing.ts`). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinsDue } from '../../core/orders/pacing.js';
import { alwaysOpen } from '../../core/terms/schedule.js';
import type { Store } from '../../core/ports.js';
import type { TrafficHour } from '../../core/ports/learning-store.js';
import { unknownUser } from '../../core/unknown-user.js';
import { createTraffic, flowFrom } from '../../core/choosing/traffic.js';
import {
  chosenIds,
  countersWith,
  NOW_MS,
  orderWith,
  seededRandom,
  settingsWith,
  World,
} from './choosing-world.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Saturday's midnight. */
const MIDNIGHT_MS = Date.parse('2026-11-21T00:00:00Z');
const NOW_HOUR = MIDNIGHT_MS / HOUR_MS;

/** So many lists in each hour of the last days; of a user's language, or of everybody's. */
function days(
  count: number,
  listsAt: (hourOfDay: number, day: number) => number,
  languageId = 1,
): TrafficHour[] {
  return Array.from({ length: count * 24 }, (_, at) => {
    const hour = NOW_HOUR - count * 24 + at;
    const lists = listsAt(at % 24, Math.floor(at / 24));
    return { hour, languageId, lists, places: lists * 4, filled: lists * 4 };
  });
}

/** Nine of ten come in the evening. */
const evening = (hour: number) => (hour >= 18 ? 90 : 10 / 3);

describe('a forecast of traffic', () => {
  it('is none where nobody came', () => {
    expect(flowFrom([])).toBeNull();
    expect(flowFrom(days(2, () => 0))).toBeNull();
  });

  it('is the clock where all hours are alike', () => {
    const flow = flowFrom(days(14, () => 50))!;
    expect(flow(MIDNIGHT_MS, MIDNIGHT_MS + HOUR_MS)).toBeCloseTo(50, 6);
    expect(flow(MIDNIGHT_MS + 90 * 60_000, MIDNIGHT_MS + DAY_MS)).toBeCloseTo(50 * 22.5, 6);
  });

  it('knows the hours of the day, and the days of the week once there were some weeks', () => {
    const flow = flowFrom(days(2, evening))!;
    const part = (from: number, to: number) => flow(MIDNIGHT_MS + from * HOUR_MS, MIDNIGHT_MS + to * HOUR_MS);
    expect(part(18, 24) / part(0, 24)).toBeGreaterThan(0.75);
    // Of the last 28 days those of which the number is a multiple of seven were Saturdays, as the coming one is.
    const weekly = flowFrom(days(28, (_, day) => (day % 7 === 0 ? 100 : 20)))!;
    const [saturday, sunday] = [0, 1].map((day) =>
      weekly(MIDNIGHT_MS + day * DAY_MS, MIDNIGHT_MS + (day + 1) * DAY_MS),
    );
    expect(saturday! / sunday!).toBeGreaterThan(2);
  });

  it('adds up, and expects something at any time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer(),
        fc.array(fc.nat(40 * 24), { minLength: 3 }),
        (count, seed, at) => {
          const next = seededRandom(seed);
          const flow = flowFrom([...days(count, () => Math.floor(next() * 3)), ...days(1, () => 1)])!;
          const moments = at.map((hours) => MIDNIGHT_MS + hours * 0.7 * HOUR_MS).sort((a, b) => a - b);
          const [first = 0, last = 0] = [moments[0], moments.at(-1)];
          let sum = 0;
          for (let index = 1; index < moments.length; index++) {
            const part = flow(moments[index - 1]!, moments[index]!);
            if (moments[index]! > moments[index - 1]!) expect(part).toBeGreaterThan(0);
            sum += part;
          }
          expect(sum).toBeCloseTo(flow(first, last), 4);
        },
      ),
    );
  });
});

describe('an order that is spread by forecast', () => {
  const facts = {
    schedule: alwaysOpen(),
    quotaToday: 100,
    joinsToday: 0,
    joinsLastHour: 0,
    begins: null,
  };
  const flow = flowFrom(days(28, evening))!;
  const dueAt = (hour: number, joinsToday: number, joinsLastHour = 0) =>
    joinsDue({ ...facts, joinsToday, joinsLastHour, flow }, MIDNIGHT_MS + hour * HOUR_MS, 'UTC');

  it('takes the same part of those who come at night and in the evening', () => {
    expect(dueAt(12, 6)).toBeLessThan(12);
    expect(dueAt(17.99, 9)).toBeLessThan(15);
    expect(dueAt(21, 54, 18)).toBeGreaterThan(50);
    expect(dueAt(23.999, 99, 17)).toBe(100);
  });

  it('never goes beyond its number and its hours', () => {
    const state = fc.record({
      joinsToday: fc.nat(120),
      joinsLastHour: fc.nat(30),
      hour: fc.double({ min: 0, max: 23.99, noNaN: true }),
      isOpen: fc.boolean(),
    });
    fc.assert(
      fc.property(state, ({ joinsToday, joinsLastHour, hour, isOpen }) => {
        const schedule = isOpen
          ? alwaysOpen()
          : { ...alwaysOpen(), startTimeSeconds: 0, endTimeSeconds: Math.max(60, Math.floor(hour * 3_600)) };
        const nowMs = MIDNIGHT_MS + hour * HOUR_MS + 1_000;
        const due = joinsDue({ ...facts, schedule, joinsToday, joinsLastHour, flow }, nowMs, 'UTC');
        expect(due).toBeLessThanOrEqual(Math.max(100, joinsToday));
        if (!isOpen && hour > 0.02) expect(due).toBeLessThanOrEqual(joinsToday);
      }),
    );
  });

  it('is what choosing goes by, of the users whom the order is for', async () => {
    const chosenBy = async (environment: Record<string, string>, languageId: number) => {
      const world = new World();
      // At noon, 30 of 100 are there: too many where nine of ten come in the evening, too few by the clock.
      const lite = { isLite: true, quantityDay: 100, quantityAll: 1_000, createdAtMs: MIDNIGHT_MS - DAY_MS };
      const targeting = { ...orderWith(1).targeting, languages: [1] };
      world.put(
        orderWith(1, { ...lite, targeting }),
        countersWith(1, { today: 30, quantityNow: 30, lastHour: 2 }),
      );
      world.traffic = [...days(28, evening, languageId), ...days(28, () => 50, 2)];
      const chooser = world.chooser(settingsWith(environment));
      await chooser.sync();
      // The traffic is read behind the first sync.
      await chooser.sync();
      const user = { ...unknownUser(1), languageCode: 'ru' };
      return chosenIds(chooser, 1, { user, nowMs: NOW_MS });
    };
    expect(await chosenBy({ PACING: 'clock' }, 1)).toEqual([1]);
    expect(await chosenBy({ PACING: 'forecast' }, 1)).toEqual([]);
    expect(await chosenBy({ PACING: 'forecast' }, 3)).toEqual([1]);
  });
});

describe('reading the traffic', () => {
  it('comes again a minute after a reading that failed, and an hour after one that did not', async () => {
    const asked: number[] = [];
    let nowMs = NOW_MS;
    const read = () => {
      asked.push(nowMs - NOW_MS);
      return asked.length === 1 ? Promise.reject(new Error('away')) : Promise.resolve([]);
    };
    const store = { learning: { traffic: read } } as unknown as Store;
    const warnings: unknown[] = [];
    const log = { ...new World().ports().log, warn: (facts: unknown) => warnings.push(facts) };
    const traffic = createTraffic({ store, settings: settingsWith({ PACING: 'forecast' }), log });
    for (const atMs of [0, 59_000, 61_000, HOUR_MS, HOUR_MS + 62_000]) {
      nowMs = NOW_MS + atMs;
      traffic.keep(nowMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(asked).toEqual([0, 61_000, HOUR_MS + 62_000]);
    expect(warnings).toEqual([{ error: 'Error: away' }]);
  });
});
