/** What a new order may expect by how others of its price fare (`core/forecast/fared.ts`). */
import { expect, it } from 'vitest';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import type { Order } from '../../core/ports/order-store.js';
import { createFares } from '../../core/forecast/fared.js';
import { alwaysOpen } from '../../core/terms/schedule.js';
import { orderWith } from './choosing-world.js';

const NOW_MS = Date.parse('2026-03-10T00:00:00Z');
const DAY_MS = 86_400_000;
const settings = parseSettings({
  BOT_TOKEN: '1234567:operator-token',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});

/** Orders that have run for two days, with as many joins and five times as many impressions. */
const faresOf = (
  some: readonly { joins: number; quantityDay: number | null; price: bigint }[],
  schedule = alwaysOpen(),
) => {
  const orders = some.map(({ quantityDay, price }, at) =>
    orderWith(at + 1, { createdAtMs: NOW_MS - 2 * DAY_MS, realPriceMicros: price, quantityDay, schedule }),
  );
  const counters = some.map(({ joins }, at) => [at + 1, { subscribers: joins, impressions: joins * 5 }]);
  const store = {
    forecasts: {
      countRunning: () => Promise.resolve(orders.length),
      running: (after: number) => Promise.resolve(orders.filter(({ orderId }: Order) => orderId > after)),
    },
    catalog: { counters: () => Promise.resolve(new Map(counters as [number, unknown][])) },
  } as unknown as Store;
  return createFares({ store, clock: { now: () => NOW_MS }, settings }, () => Promise.resolve(100));
};
const orders = (count: number, joins: number, quantityDay: number | null = null, price = 2_000_000n) =>
  Array.from({ length: count }, () => ({ joins, quantityDay, price }));
const asked = { suitingPerDay: 50, limit: 30, orderId: 0 };

it('few orders are no rule', async () => {
  expect(await faresOf(orders(8, 40)).of(2_000_000n, asked)).toBeNull();
});

it('as many joins are expected as others of the price get of the lists that they suit', async () => {
  // Forty in two days of a hundred lists each: a fifth of fifty.
  expect(await faresOf(orders(9, 40)).of(2_000_000n, asked)).toEqual({
    joins: 10,
    between: { least: 10, most: 10 },
    impressions: 50,
  });
});

it('where others get all that they want, the new one does', async () => {
  expect((await faresOf(orders(9, 38, 20)).of(2_000_000n, asked))?.joins).toBe(30);
});

it('others that are shown for a part of the day had the lists of that part alone', async () => {
  const evenings = { ...alwaysOpen(), startTimeSeconds: 21 * 3_600, endTimeSeconds: 0 };
  // Five in two days of 12.5 lists each: a fifth of fifty.
  expect(await faresOf(orders(9, 5), evenings).of(2_000_000n, asked)).toMatchObject({ joins: 10 });
  expect((await faresOf(orders(9, 38, 20), evenings).of(2_000_000n, asked))?.joins).toBe(30);
});

it('the range is from the least to the most that one of the nine gets, and never above the limit', async () => {
  const nine = [0, 2, 4, 8, 12, 16, 20, 60, 400].flatMap((joins) => orders(1, joins));
  expect((await faresOf(nine).of(2_000_000n, asked))?.between).toEqual({ least: 0, most: 30 });
});

it('an order that runs itself is told by nine others', async () => {
  const fares = faresOf([...orders(1, 400), ...orders(9, 40)]);
  const own = { ...asked, orderId: 1 };
  expect((await fares.of(2_000_000n, own))?.between).toEqual({ least: 10, most: 10 });
  expect((await fares.of(2_000_000n, asked))?.between).toEqual({ least: 10, most: 30 });
  expect(await faresOf(orders(9, 40)).of(2_000_000n, own)).toBeNull();
});

it('orders of other prices do not count while there are enough of its own', async () => {
  const fares = faresOf([...orders(9, 40), ...orders(20, 38, 20, 9_000_000n)]);
  expect((await fares.of(2_000_000n, asked))?.joins).toBe(10);
  expect((await fares.of(9_000_000n, asked))?.joins).toBe(30);
});

it('an order that suits no list may expect nothing, though others get all that they want', async () => {
  expect(await faresOf(orders(9, 38, 20)).of(2_000_000n, { ...asked, suitingPerDay: 0 })).toEqual({
    joins: 0,
    between: { least: 0, most: 0 },
    impressions: 0,
  });
});
