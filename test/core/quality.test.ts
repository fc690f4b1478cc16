/** The quality of a bot, by cases that were computed by hand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { qualityReasons } from '../../core/terms/index.js';
import { addDelay, distanceOf, noDelays } from '../../core/quality/delays.js';
import { type BotReading, judge, networkOf } from '../../core/quality/quality.js';
import { addOrder, addStay, type BotStays, curveOf, hazardsOf } from '../../core/quality/stays.js';
import { type LifeTable, noStays, type Stay } from '../../core/quality/stays.js';
import { sayQuality } from '../../words/reasons.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const stays = (botId: number, count: number, followedMs: number, leftMs: number | null): Stay[] =>
  Array.from({ length: count }, () => ({ botId, followedMs, leftMs }));

/** An order with two bots, each subscriber followed for two days. */
const twoBots = [
  ...stays(1, 20, 2 * DAY_MS, 30 * MINUTE_MS),
  ...stays(1, 16, 2 * DAY_MS, 20 * HOUR_MS),
  ...stays(1, 64, 2 * DAY_MS, null),
  ...stays(2, 20, 2 * DAY_MS, 10 * HOUR_MS),
  ...stays(2, 60, 2 * DAY_MS, null),
];

/** The subscribers of one order as life tables, by bot. */
function tablesOf(order: readonly Stay[]): Map<number, LifeTable> {
  const tables = new Map<number, LifeTable>();
  for (const stay of order) addStay(tables, stay);
  return tables;
}

function botsOf(...orders: Stay[][]): Map<number, BotStays> {
  const bots = new Map<number, BotStays>();
  for (const order of orders) addOrder(bots, tablesOf(order));
  return bots;
}

function botReading(more: Partial<BotReading> = {}, counts: Partial<BotReading['counts']> = {}): BotReading {
  return {
    stays: noStays(),
    delays: noDelays(),
    counts: { joins: 100, suspicious: 0, sharedAddress: 0, repeats: 0, ...counts },
    days: [],
    ...more,
  };
}

describe('how long subscribers stay', () => {
  test('between two marks only those count who could be followed to the later one', () => {
    const left = stays(1, 1, 30 * MINUTE_MS, 10 * MINUTE_MS);
    const table = tablesOf([
      ...left,
      ...stays(1, 2, 30 * MINUTE_MS, null),
      ...stays(1, 4, 7 * HOUR_MS, null),
      // Left on the mark itself: it belongs to the stretch before.
      ...stays(1, 1, 7 * HOUR_MS, HOUR_MS),
      ...stays(1, 3, 7 * HOUR_MS, 5 * HOUR_MS),
      ...stays(1, 1, 7 * HOUR_MS, 6.5 * HOUR_MS),
    ]).get(1);
    expect(table?.followed).toEqual([9, 8, 0, 0, 0, 0, 0]);
    expect(table?.left).toEqual([1, 3, 0, 0, 0, 0, 0]);
  });

  test('a bot is held against other bots on the same order', () => {
    const bots = botsOf(twoBots);
    const network = hazardsOf(bots.values());
    // 20 of 180 in the first hour, none of 160 until the sixth, 36 of 160 until the end of the day.
    expect(network).toEqual([20 / 180, 0, 36 / 160, 0, 0, 0, 0]);
    const [hour, , day, , week] = curveOf(bots.get(1) ?? noStays(), network);
    // Expected within the hour: (0 of the 80 others + 20 × 0.1111) of 100 = 0.0222.
    expect(hour?.others).toBeCloseTo(0.977778, 6);
    // (20 + 50 × 0.0222) of 150 leave.
    expect(hour?.stayed).toBeCloseTo(0.859259, 6);
    // Expected until the day ends: (20 of the 80 others + 20 × 0.225) of 100 = 0.245; (16 + 12.25) of 130 leave.
    expect(day?.others).toBeCloseTo(0.738222, 6);
    expect(day?.stayed).toBeCloseTo(0.672536, 6);
    expect(day?.followed).toBe(80);
    // Nobody was followed for a week: the curve goes on as all bots' does, which nobody was followed for either.
    expect(week).toEqual({ afterMs: 7 * DAY_MS, followed: 0, stayed: day?.stayed, others: day?.others });
  });

  test('a channel that everybody leaves is no bot’s fault', () => {
    const bad = [1, 2].flatMap((botId) => stays(botId, 400, 2 * DAY_MS, 30 * MINUTE_MS));
    const good = [2, 3].flatMap((botId) => stays(botId, 400, 2 * DAY_MS, null));
    const bots = botsOf(bad, good);
    const network = hazardsOf(bots.values());
    const [first, third] = [1, 3].map((botId) => curveOf(bots.get(botId) ?? noStays(), network)[0]);
    // Half of all leave within the hour. On the first order 400 × (400 + 20 × 0.5) / 420 are expected to, on the other 400 × 10 / 420.
    expect(first?.others).toBeCloseTo(1 - 410 / 420, 6);
    expect(third?.others).toBeCloseTo(1 - 10 / 420, 6);
    expect(third?.stayed).toBeCloseTo(1 - (50 * (10 / 420)) / 450, 6);
  });
});

test('how quickly users join is told by stretches of time', () => {
  const network = [0, 0, 100, 300, 100, 0, 0];
  const bot = noDelays();
  for (let join = 0; join < 100; join += 1) addDelay(bot, 4_999);
  addDelay(bot, 5_000);
  addDelay(bot, 7 * HOUR_MS);
  expect(bot).toEqual([100, 1, 0, 0, 0, 0, 1]);
  // Of 100 joins all are elsewhere; half of that, since 100 weigh as much as the guess.
  expect(distanceOf([100, 0, 0, 0, 0, 0, 0], network)).toBeCloseTo(0.5, 9);
  expect(distanceOf([0, 0, 20, 60, 20, 0, 0], network)).toBeCloseTo(0, 9);
  expect(distanceOf(noDelays(), network)).toBe(0);
});

describe('the factor', () => {
  test('is 1 and what each reading adds or takes', () => {
    const bots = botsOf(twoBots);
    const stay = bots.get(1) ?? noStays();
    const network = {
      hazards: hazardsOf(bots.values()),
      delays: [0, 0, 100, 300, 100, 0, 0],
      counts: { joins: 500, suspicious: 20, sharedAddress: 0, repeats: 0 },
      days: [],
    };
    const bot = botReading({ stays: stay, delays: [100, 0, 0, 0, 0, 0, 0] }, { suspicious: 20 });
    const { factor, causes, joins } = judge(bot, network);
    // Beside others 0.878788 after an hour, 0.911019 after a day, a week, a month: 0.902961 on average.
    // Suspicious: (20 + 50 × 0.04) of 150 = 0.146667, 0.106667 more than all. Delays: 0.2 × (0.5 − 0.25).
    expect(factor).toBe(0.746);
    expect(joins).toBe(100);
    expect(causes.map(({ reason, effect }) => [reason, effect])).toEqual([
      ['suspicious', -0.107],
      ['leave_within_hour', -0.097],
      ['unusual_delays', -0.05],
    ]);
    expect(causes[0]).toMatchObject({ others: 0.04 });
    expect(causes[1]?.share).toBeCloseTo(0.859259, 6);
  });

  test('rises with subscribers who stay longer than others', () => {
    const bots = botsOf(twoBots);
    const network = { ...networkOf([]), hazards: hazardsOf(bots.values()) };
    const { factor, causes } = judge(botReading({ stays: bots.get(2) ?? noStays() }), network);
    // Expected within the hour (80 × 20 + 80 × 20 × 0.1111) / 120 of 80 = 0.185185: 0.814815 stay beside
    // 1 − 50 × 0.185185 / 130 = 0.928775. Until the sixth hour nobody. Until the day ends (80 × 16 + 80 × 20 × 0.225) / 100
    // of 80 = 0.205: 0.647778 beside 0.928775 × (1 − (20 + 10.25) / 130) = 0.712656. Ratios 1.139860, then 1.100155: 0.110 more.
    expect(factor).toBe(1.11);
    expect(causes).toHaveLength(1);
    expect(causes[0]?.reason).toBe('stay_longer');
    expect(causes[0]?.share).toBeCloseTo(0.928775, 6);
    expect(causes[0]?.others).toBeCloseTo(0.814815, 6);
  });

  test('names the stretch in which subscribers leave', () => {
    const marks: [number, string][] = [
      [30 * MINUTE_MS, 'leave_within_hour'],
      [5 * HOUR_MS, 'leave_within_day'],
      [2 * DAY_MS, 'leave_within_week'],
      [20 * DAY_MS, 'leave_within_month'],
    ];
    for (const [leftMs, reason] of marks) {
      const bots = botsOf([...stays(1, 300, 40 * DAY_MS, leftMs), ...stays(2, 9_000, 40 * DAY_MS, null)]);
      const network = { ...networkOf([]), hazards: hazardsOf(bots.values()) };
      const [cause] = judge(botReading({ stays: bots.get(1) ?? noStays() }), network).causes;
      expect(cause?.reason).toBe(reason);
    }
  });

  test('says nothing of a bot with few joins, and that the others are like all', () => {
    const few = judge(botReading({}, { joins: 29, suspicious: 29 }), networkOf([]));
    expect(few).toMatchObject({ factor: 1, causes: [{ reason: 'too_few', effect: 0 }] });
    const like = judge(botReading(), networkOf([botReading()]));
    expect(like).toMatchObject({ factor: 1, causes: [{ reason: 'as_others', effect: 0 }] });
  });

  test('is at least 0.5, however many things are wrong', () => {
    const bots = botsOf([...stays(1, 1_000, 40 * DAY_MS, MINUTE_MS), ...stays(2, 9_000, 40 * DAY_MS, null)]);
    const network = { ...networkOf([botReading()]), hazards: hazardsOf(bots.values()) };
    const counts = { joins: 1_000, suspicious: 500, sharedAddress: 300, repeats: 200 };
    const { factor, causes } = judge(botReading({ stays: bots.get(1) ?? noStays() }, counts), network);
    expect(factor).toBe(0.5);
    // Of 1,050, with the guess: 500 cost at most 0.3, 300 at most 0.2, and 200 as much as they are.
    expect(causes.map(({ reason, effect }) => [reason, effect])).toEqual([
      ['leave_within_hour', -0.5],
      ['suspicious', -0.3],
      ['shared_address', -0.2],
      ['repeats', -0.19],
    ]);
  });

  test('lies between 0.5 and 1.2 for whatever is read', () => {
    const count = fc.nat(10_000);
    const counts = fc.record({ joins: count, suspicious: count, sharedAddress: count, repeats: count });
    const stay = fc.record({
      botId: fc.integer({ min: 1, max: 3 }),
      followedMs: fc.nat(40 * DAY_MS),
      leftMs: fc.option(fc.nat(40 * DAY_MS)),
    });
    const delays = fc.array(count, { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(stay, { maxLength: 60 }), fc.array(delays), counts, (some, [own, all], joins) => {
        const bots = botsOf(some);
        const readings = [1, 2, 3].map((botId) =>
          botReading({ stays: bots.get(botId) ?? noStays(), delays: own ?? noDelays() }, joins),
        );
        const network = networkOf([...readings, botReading({ delays: all ?? noDelays() })]);
        for (const reading of readings) {
          const { factor, causes, curve } = judge(reading, network);
          expect(factor).toBeGreaterThanOrEqual(0.5);
          expect(factor).toBeLessThanOrEqual(1.2);
          expect(causes.length).toBeGreaterThan(0);
          let before = 1;
          for (const { stayed } of curve) {
            expect(stayed).toBeLessThanOrEqual(before);
            expect(stayed).toBeGreaterThanOrEqual(-1e-9);
            before = stayed;
          }
        }
      }),
    );
  });
});

test('every reason is told in both languages, with its figures', () => {
  const found = { share: 0.624, others: 0.0041 };
  for (const reason of qualityReasons) {
    const [english, russian] = ['en', 'ru-RU'].map((language) => sayQuality({ reason, ...found }, language));
    expect(english).toMatch(/^[A-Z][^{}]+\.$/);
    expect(russian).toMatch(/^[А-Я][^{}]+\.$/);
    expect(english).not.toMatch(/[а-я]/i);
  }
  expect(sayQuality({ reason: 'leave_within_day', ...found }, 'de')).toBe(
    'Of 100 subscribers 62 are still there after a day; of other bots’ on the same orders, 0.4.',
  );
  expect(sayQuality({ reason: 'repeats', ...found }, 'ru')).toBe(
    'Из 100 вступлений 62 — пользователи, которые вышли и вернулись; у других ботов — 0.4.',
  );
});
