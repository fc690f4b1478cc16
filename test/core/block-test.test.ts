/** The test of a block: how users are split, when it begins anew, and what its figures say. */
import { describe, expect, it, test } from 'vitest';
import { blockTestAfter, countedFor, lookFor, TEST_COUNTED_MS, variantOf } from '../../core/bots/index.js';
import { blockTestOf } from '../../core/statistics/block-test.js';
import { newcombe, QUANTILE_95, quantileAtAnyTime, wilson } from '../../core/statistics/proportions.js';
import { botWith, NOW_MS, seededRandom } from './choosing-world.js';

/** As many digits as people read. */
const near = (value: number): number => expect.closeTo(value, 3) as number;

/** Five standard deviations of so many throws of a coin: by chance, one run in millions is beyond. */
const strayOf = (throws: number) => (5 * Math.sqrt(throws)) / 2;

describe('the split', () => {
  const users = Array.from({ length: 20_000 }, (_, index) => 6_000_000_000 + index);
  const halfOf = (botId: number, number = 1) =>
    new Set(users.filter((userId) => variantOf(botId, userId, number) === 'b'));

  it('gives half of the users either, also of users with far smaller ids', () => {
    expect(Math.abs(halfOf(7001).size - 10_000)).toBeLessThan(strayOf(20_000));
    const small = users.filter((userId) => variantOf(7001, userId - 6_000_000_000, 1) === 'b').length;
    expect(Math.abs(small - 10_000)).toBeLessThan(strayOf(20_000));
  });

  it('is that of any other day: a hash that changed would mix the halves of tests that run', () => {
    const halves = users.slice(0, 24).map((userId) => variantOf(7001, userId, 1));
    expect(halves.join('')).toBe('bbabbbbbabbbabaaaaabbbba');
  });

  it.each([
    ['of another bot', 7002, 1],
    ['of a bot with an id above 32 bits', 7001 + 2 ** 32, 1],
    ['of the next test', 7001, 2],
  ])('knows nothing of the split %s', (_, botId, number) => {
    const [one, other] = [halfOf(7001), halfOf(botId, number)];
    const both = users.filter((userId) => one.has(userId) === other.has(userId)).length;
    expect(Math.abs(both - 10_000)).toBeLessThan(strayOf(20_000));
  });

  it('shows b the second text and picture, and what there is no second of as in a', () => {
    const blockTest = { number: 3, sinceMs: NOW_MS };
    const settings = { text: 'One', image: 'https://example.org/1.png' };
    const [userA, userB] = (['a', 'b'] as const).map((variant) =>
      users.find((userId) => variantOf(7001, userId, 3) === variant)!,
    ) as [number, number];
    const text = botWith({ blockTest, settings: { ...settings, textB: 'Two' } });
    expect(lookFor(text, userA)).toEqual(settings);
    expect(lookFor(text, userB)).toEqual({ ...settings, text: 'Two' });
    const image = botWith({ blockTest, settings: { ...settings, imageB: 'https://example.org/2.png' } });
    expect(lookFor(image, userA)).toEqual(settings);
    expect(lookFor(image, userB)).toEqual({ text: 'One', image: 'https://example.org/2.png' });
  });

  it('counts users of the first 90 days, of a test that runs', () => {
    const bot = botWith({ blockTest: { number: 2, sinceMs: NOW_MS } });
    const [userId] = users as [number];
    const counted = { test: 2, variant: variantOf(7001, userId, 2) };
    expect(countedFor(bot, userId, NOW_MS + TEST_COUNTED_MS)).toEqual(counted);
    expect(countedFor(bot, userId, NOW_MS + TEST_COUNTED_MS + 1)).toBeNull();
    expect(countedFor(botWith({ blockTest: { number: 2, sinceMs: null } }), userId, NOW_MS)).toBeNull();
  });
});

describe('a test', () => {
  const none = { text: null, image: null, textB: null, imageB: null };
  const before = { settings: { ...none, text: 'One', textB: 'Two' }, blockTest: { number: 4, sinceMs: 10 } };

  it.each([
    ['goes on where nothing it shows changed', {}, { number: 4, sinceMs: 10 }],
    ['begins anew with another first text', { text: 'Uno' }, { number: 5, sinceMs: 99 }],
    ['begins anew with a first picture', { image: 'https://example.org/1.png' }, { number: 5, sinceMs: 99 }],
    ['begins anew with another second text', { textB: 'Dos' }, { number: 5, sinceMs: 99 }],
    [
      'begins anew with a second picture',
      { imageB: 'https://example.org/2.png' },
      { number: 5, sinceMs: 99 },
    ],
    ['ends with the second text', { textB: null }, { number: 4, sinceMs: null }],
    [
      'ends with the second text in the place of the first',
      { text: 'Two', textB: null },
      { number: 4, sinceMs: null },
    ],
  ])('%s', (_, change, after) => {
    expect(blockTestAfter(before, { ...before.settings, ...change }, 99)).toEqual(after);
  });

  it('that begins after one has ended has the next number', () => {
    const ended = { settings: none, blockTest: { number: 4, sinceMs: null } };
    expect(blockTestAfter(ended, { ...none, text: 'One' }, 99)).toEqual({ number: 4, sinceMs: null });
    expect(blockTestAfter(ended, { ...none, imageB: 'x' }, 99)).toEqual({ number: 5, sinceMs: 99 });
  });
});

describe('intervals', () => {
  // Newcombe, 1998: "Two-sided confidence intervals for the single proportion", table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i of %i are those of the literature', (hits, of, from, to) => {
    const found = wilson({ hits, of });
    expect(found.from).toBeCloseTo(from, 4);
    expect(found.to).toBeCloseTo(to, 4);
  });

  // Newcombe, 1998: "Interval estimation for the difference between independent proportions", table II, method 10.
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 10, 0.6075, 1],
  ])('of the difference of %i of %i and %i of %i too', (hits, of, lessHits, lessOf, from, to) => {
    const found = newcombe({ hits: lessHits, of: lessOf }, { hits, of });
    expect(found.from).toBeCloseTo(from, 4);
    expect(found.to).toBeCloseTo(to, 4);
  });

  it('refuse what is no share', () => {
    expect(() => wilson({ hits: 0, of: 0 })).toThrow(RangeError);
    expect(() => wilson({ hits: 3, of: 2 })).toThrow(RangeError);
  });

  it('that may be looked at any day are wider, and least so for a few thousand users', () => {
    expect(quantileAtAnyTime(2_000)).toBeCloseTo(3.04, 2);
    for (const users of [1, 100, 1_000_000])
      expect(quantileAtAnyTime(users)).toBeGreaterThan(quantileAtAnyTime(2_000));
  });
});

describe('the verdict', () => {
  const half = (shown: number, passed: number) => ({ shown, passed, subscribers: passed * 2 });
  const verdictOf = (a: ReturnType<typeof half>, b: ReturnType<typeof half>) =>
    blockTestOf(NOW_MS, { a, b }).verdict;

  it('says which is better, and what it is made of', () => {
    expect(blockTestOf(NOW_MS, { a: half(1_000, 500), b: half(1_000, 600) })).toEqual({
      sinceMs: NOW_MS,
      variants: [
        {
          variant: 'a',
          shown: 1_000,
          passed: 500,
          subscribers: 1_000,
          rate: { value: 0.5, from: near(0.469), to: near(0.531) },
        },
        {
          variant: 'b',
          shown: 1_000,
          passed: 600,
          subscribers: 1_200,
          rate: { value: 0.6, from: near(0.569), to: near(0.63) },
        },
      ],
      difference: { value: 0.6 - 0.5, from: near(0.0563), to: near(0.1431) },
      verdict: 'b',
    });
    expect(verdictOf(half(1_000, 600), half(1_000, 500))).toBe('a');
  });

  it('waits for users of both halves, and for more than an interval that is looked at once', () => {
    const nobody = blockTestOf(NOW_MS, { a: half(0, 0), b: half(9, 9) });
    expect(nobody).toMatchObject({
      difference: null,
      verdict: 'unknown',
      variants: [{ rate: null }, { rate: {} }],
    });
    expect(verdictOf(half(49, 0), half(49, 49))).toBe('unknown');
    expect(verdictOf(half(50, 0), half(50, 50))).toBe('b');
    const { difference, verdict } = blockTestOf(NOW_MS, { a: half(1_000, 500), b: half(1_000, 560) });
    expect(difference?.from).toBeGreaterThan(0);
    expect(verdict).toBe('unknown');
  });

  it('finds no difference between equal texts, looked at every day for a month, and one that is there', () => {
    const tests = Array.from({ length: 200 }, (_, seed) => ({
      equal: lookDaily(seededRandom(1_000 + seed), 0.5, 0.5),
      better: lookDaily(seededRandom(2_000 + seed), 0.5, 0.56),
    }));
    const share = (hit: (each: (typeof tests)[number]) => boolean) => tests.filter(hit).length / tests.length;
    expect(share(({ equal }) => equal.verdict !== 'unknown')).toBeLessThan(0.05);
    // The reason for the wider interval.
    expect(share(({ equal }) => equal.everBeyond95)).toBeGreaterThan(0.15);
    expect(share(({ better }) => better.verdict === 'b')).toBeGreaterThan(0.8);
    expect(share(({ better }) => better.verdict === 'a')).toBe(0);
  });

  /** The first verdict of 30 days with 200 users each. */
  function lookDaily(next: () => number, rateA: number, rateB: number) {
    const [a, b] = [half(0, 0), half(0, 0)];
    let verdict = 'unknown';
    let everBeyond95 = false;
    for (let day = 0; day < 30; day++) {
      for (let user = 0; user < 200; user++) {
        const isB = next() < 0.5;
        const shown = isB ? b : a;
        shown.shown += 1;
        if (next() < (isB ? rateB : rateA)) shown.passed += 1;
      }
      const found = blockTestOf(NOW_MS, { a, b });
      const { from, to } = newcombe(
        { hits: a.passed, of: a.shown },
        { hits: b.passed, of: b.shown },
        QUANTILE_95,
      );
      everBeyond95 ||= from > 0 || to < 0;
      if (verdict === 'unknown') verdict = found.verdict;
    }
    return { verdict, everBeyond95 };
  }
});
