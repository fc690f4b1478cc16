/** What an order has to cost to bring a publisher enough (`core/choosing/fitness.ts`). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_MICROS, share } from '../../core/money.js';
import { leastPriceOf } from '../../core/choosing/fitness.js';
import { chosenIds, countersWith, orderWith, World, botWith } from './choosing-world.js';

it('is the smallest price whose part is enough, for whatever share', () => {
  const shares = ['0.7', '1', '0.333333', '0.05', '0.999', '0.0000001'];
  expect(leastPriceOf(700_000n, '0.7')).toBe(1_000_000);
  expect(leastPriceOf(0n, '0.7')).toBe(0);
  expect(leastPriceOf(1n, '0')).toBe(Infinity);
  expect(leastPriceOf(1_000_000n, '0.0000000001')).toBe(Infinity);
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt({ min: 1n, max: MAX_MICROS / 100n }), fc.bigInt({ min: 1n, max: 1_000_000_000n })),
      fc.constantFrom(...shares),
      (least, portion) => {
        const found = leastPriceOf(least, portion);
        // Where none is enough, the dearest that there may be is not.
        const under = found === Infinity ? MAX_MICROS : BigInt(found) - 1n;
        expect(share(under, portion).part).toBeLessThan(least);
        if (found !== Infinity) expect(share(BigInt(found), portion).part).toBeGreaterThanOrEqual(least);
      },
    ),
  );
});

it('leaves out what brings less, over many prices, and never own orders', async () => {
  const world = new World();
  // 100 orders from 0.25 to 25, and the owner's own one at 0.1.
  for (let orderId = 1; orderId <= 100; orderId++) {
    const realPriceMicros = BigInt(orderId) * 250_000n;
    world.put(orderWith(orderId, { accountId: 500 + orderId, realPriceMicros }), countersWith(orderId));
  }
  const own = { accountId: 9_000, realPriceMicros: 100_000n };
  world.put(orderWith(101, own), countersWith(101));
  const chooser = world.chooser();
  await chooser.sync();
  for (const minPriceMicros of [0n, 175_000n, 175_001n, 1_400_000n, 7_000_000n, 17_500_000n, 20_000_000n]) {
    const bot = botWith({ accountId: 9_000, settings: { minPriceMicros } });
    const ids = await chosenIds(chooser, 200, { bot });
    const enough = Array.from({ length: 100 }, (_, at) => at + 1).filter(
      (orderId) => (BigInt(orderId) * 250_000n * 7n) / 10n >= minPriceMicros,
    );
    expect(ids.toSorted((a, b) => a - b)).toEqual([...enough, 101]);
  }
});
