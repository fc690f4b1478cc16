/** How far forecasts of orders were off (`core/forecast/forecast-errors.ts`). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MeasuredForecast } from '../../core/ports/forecast-store.js';
import { errorsOf, isEnough, sizeOf } from '../../core/forecast/forecast-errors.js';

const measured = (joins: number, cameJoins: number, day = 1): MeasuredForecast => ({
  day,
  orderId: 1,
  joins,
  cameJoins,
  impressions: joins * 5,
  cameImpressions: cameJoins * 5,
});

it('forecasts are of four sizes, by the joins that they are of', () => {
  expect([0, 0.9, 1, 9.9, 10, 99, 100, 5_000].map(sizeOf)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
});

it('the error is the median difference, as a part of what was forecast', () => {
  const [all, ...sizes] = errorsOf([
    measured(20, 10),
    measured(40, 36, 2),
    measured(4, 5, 2),
    measured(2, 8, 2),
  ]);
  expect(all).toEqual({
    size: 0,
    forecasts: 4,
    days: 2,
    joinsError: 0.375,
    impressionsError: 0.375,
    // A tenth and a quarter are near; a half and three times are not.
    withinQuarter: 0.5,
    cameShare: 59 / 66,
  });
  expect(sizes.map(({ forecasts, joinsError }) => [forecasts, joinsError])).toEqual([
    [0, 0],
    [2, 1.625],
    [2, 0.3],
    [0, 0],
  ]);
});

it('a join more or less than a part of one is off by one, not by many times', () => {
  const [all] = errorsOf([measured(0.01, 1)]);
  expect(all?.joinsError).toBe(0.99);
});

it('nothing is said of few forecasts, or of few days', () => {
  const isSaid = (forecasts: number, days: number) => isEnough({ forecasts, days });
  expect([isSaid(20, 3), isSaid(19, 3), isSaid(20, 2), isSaid(0, 0)]).toEqual([true, false, false, false]);
});

it('forecasts that came true have no error, whatever they were', () => {
  const joins = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(joins, (all) => {
      const [error] = errorsOf(all.map((count) => measured(count, count)));
      expect(error).toMatchObject({ joinsError: 0, impressionsError: 0, withinQuarter: 1 });
    }),
  );
});
