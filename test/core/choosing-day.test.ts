import { describe, expect, it } from 'vitest';
import { type DayOutcome, simulateDay } from '../../tools/simulation/day.js';
import { partOf } from '../support/part.js';

/** So many due by an hour's end that a tenth of them is more than chance. */
const FEW = 60;

const plan = { orders: 50, rankBy: 'value' } as const;

function expectWithinLimits({ orders, joined, late }: DayOutcome): void {
  for (const { order, joined: counted, spentMicros, budgetMicros } of orders) {
    expect(counted).toBeLessThanOrEqual(Math.min(order.quantityAll, order.quantityDay ?? Infinity));
    expect(spentMicros).toBe(order.realPriceMicros * BigInt(counted));
    expect(spentMicros).toBeLessThanOrEqual(budgetMicros);
  }
  // Shows stop in time: at most one in a hundred joins for nothing (`evidence.md`).
  expect(late / joined).toBeLessThan(0.01);
}

describe('a day of 50 orders and 20,000 users', () => {
  it.each(partOf([1, 2, 6], 1))(
    'keeps every limit, keeps even orders on their line, and earns more than choosing by price alone (seed %i)',
    async (seed) => {
      const byValue = await simulateDay({ ...plan, seed, users: 20_000 });
      const byPrice = await simulateDay({ ...plan, seed, users: 20_000, rankBy: 'price' });
      expectWithinLimits(byValue);
      expect(byValue.joined).toBeGreaterThan(20_000);
      const even = byValue.orders.filter((order) => order.line !== null);
      expect(even).toHaveLength(10);
      for (const { order, joined, byHour, line } of even) {
        line?.forEach((due, hour) => {
          // Of few, a tenth is less than chance: people join when they please.
          expect(Math.abs((byHour[hour] ?? 0) - due)).toBeLessThan(Math.max(FEW / 10, due / 10));
        });
        expect(joined / (order.quantityDay ?? 0)).toBeGreaterThan(0.98);
      }
      expect(byValue.revenueMicros).toBeGreaterThanOrEqual(byPrice.revenueMicros);
    },
    120_000,
  );

  it('is the same day for the same seed', async () => {
    const small = { ...plan, seed: 5, users: 1_000 };
    expect(await simulateDay(small)).toEqual(await simulateDay(small));
  }, 60_000);

  it.each(partOf([2, 3, 4], 1))(
    'keeps every limit on a smaller day too (seed %i)',
    async (seed) => {
      const outcome = await simulateDay({ ...plan, seed, users: 3_000 });
      expectWithinLimits(outcome);
      for (const { line, byHour } of outcome.orders) {
        // With a handful an hour, a tenth is less than one subscriber.
        line?.forEach((due, hour) =>
          expect(Math.abs((byHour[hour] ?? 0) - due)).toBeLessThan(Math.max(6, due / 10)),
        );
      }
    },
    60_000,
  );
});
