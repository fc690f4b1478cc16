import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agePercentagesOf,
  buildFilters,
  type AgePercentages,
  leastBotQualities,
  minBotQualities,
  type MinBotQuality,
} from '../../core/data/index.js';
import { parseMoney, toDecimal } from '../../core/money.js';
import { basePriceOf, priceOf } from '../../core/orders/pricing.js';
import type { Targeting } from '../../core/terms/rulebook.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import { readCases } from '../support/cases.js';
import { targetingOf } from './wire-targeting.js';

interface PricingCase {
  name: string;
  price: number;
  price_premium?: number;
  percentages?: AgePercentages;
  user_parameters: Record<string, unknown>;
  min_bot_quality?: MinBotQuality;
  expect: { coefficients: Record<string, number>; real_price: string };
}

const table = readCases<PricingCase, { percentages: AgePercentages }>('pricing');

describe('the price of a subscriber', () => {
  it.each(table.cases)('$name', (row) => {
    const targeting = targetingOf(row.user_parameters);
    const base = basePriceOf(targeting, {
      priceMicros: parseMoney(row.price.toFixed(6)),
      pricePremiumMicros: parseMoney((row.price_premium ?? row.price).toFixed(6)),
    });
    const demanded = { targeting, minBotQuality: row.min_bot_quality ?? 0 };
    const price = priceOf(demanded, base, row.percentages ?? table.percentages);
    expect(price.coefficients).toEqual(row.expect.coefficients);
    expect(toDecimal(price.realPriceMicros)).toBe(row.expect.real_price);
  });

  it('with ages lies between the prices of the cheapest and the dearest of them alone', () => {
    const none = new Map<never, number>();
    const filters = buildFilters({
      languages: none,
      countries: none,
      cities: none,
      ages: new Map([
        [4, 1234],
        [5, 777],
      ]),
      deviceTypes: none,
      deviceSystems: none,
    });
    const percentages = agePercentagesOf(filters);
    const priceWith = (ages: Targeting['ages']) =>
      priceOf({ targeting: { ...defaultTargeting(), ages }, minBotQuality: 0 }, 1_000_000n, percentages)
        .realPriceMicros;
    const age = fc.constantFrom<1 | 2 | 3 | 4 | 5 | 6>(1, 2, 3, 4, 5, 6);
    fc.assert(
      fc.property(fc.uniqueArray(age, { minLength: 1 }), (ages) => {
        const alone = ages.map((one) => priceWith([one])).toSorted((a, b) => Number(a - b));
        const together = priceWith(ages);
        expect(together >= (alone[0] ?? 0n)).toBe(true);
        expect(together <= (alone.at(-1) ?? 0n)).toBe(true);
      }),
    );
  });

  it('rises with the quality that is asked for of bots, and any bot costs nothing', () => {
    const priceWith = (minBotQuality: MinBotQuality) =>
      priceOf({ targeting: defaultTargeting(), minBotQuality }, 1_000_000n, table.percentages)
        .realPriceMicros;
    const prices = minBotQualities.map(priceWith);
    expect(prices[0]).toBe(1_000_000n);
    expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => Number(a - b)));
    expect(prices).toHaveLength(leastBotQualities.length + 1);
  });

  it('ages without any percentage weigh the same', () => {
    const nobody = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 };
    const targeting: Targeting = { ...defaultTargeting(), ages: [4, 6] };
    const price = priceOf({ targeting, minBotQuality: 0 }, 1_000_000n, nobody);
    expect(price.coefficients['ages']).toBe(2);
  });
});
