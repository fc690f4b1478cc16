import { describe, expect, it } from 'vitest';
import { type DayOutcome, simulateDay, worstOffLine } from '../simulation/day.js';

const plan = { orders: 50, rankBy: 'value' } as const;

function expectWithinLimits({ orders, joined, late }: DayOutcome): void {
  for (const { order, joined: counted, spentMicros, budgetMicros } of orders) {
    expect(counted).toBeLessThanOrEqual(Math.min(order.quantityAll, order.quantityDay ?? Infinity));
    expect(spentMicros).toBe(order.realPriceMicros * BigInt(counted));
    expect(spentMicros).toBeLessThanOrEqual(budgetMicros);
  }
  // Shows stop in time: hardly anybody joins for nothing.
  expect(late / joined).toBeLessThan(0.005);
}

describe('a day of 50 orders and 20,000 users', () => {
  it('keeps every limit, keeps even orders on their line, and earns more than choosing by price alone', async () => {
    const byValue = await simulateDay({ ...plan, seed: 1, users: 20_000 });
    const byPrice = await simulateDay({ ...plan, seed: 1, users: 20_000, rankBy: 'price' });
    expectWithinLimits(byValue);
    expect(byValue.joined).toBeGreaterThan(20_000);
    const even = byValue.orders.filter((order) => order.line !== null);
    expect(even).toHaveLength(10);
    for (const order of even) {
      expect(worstOffLine(order)).toBeLessThan(0.1);
      expect(order.joined / (order.order.quantityDay ?? 0)).toBeGreaterThan(0.98);
    }
    expect(byValue.revenueMicros).toBeGreaterThanOrEqual(byPrice.revenueMicros);
  }, 120_000);

  it('is the same day for the same seed', async () => {
    const small = { ...plan, seed: 5, users: 1_000 };
    expect(await simulateDay(small)).toEqual(await simulateDay(small));
  }, 60_000);

  it.each([2, 3, 4])(
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
