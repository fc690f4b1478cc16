import { expect, test } from 'vitest';
import { alwaysOpen } from '../../core/terms/schedule.js';
import { OPEN_SHOW_HALF_LIFE_MS } from '../../core/pending-impressions.js';
import type { Store } from '../../core/ports.js';
import {
  addOrder,
  ADVERTISER,
  BOT,
  chargeShown,
  leave,
  openAccount,
  orderFields,
  populate,
  PRICE,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const decision = { decision: 'approved', reason: null, moderatorId: 9, theme: null } as const;

async function since(store: Store, version: number) {
  const { orders, version: now } = await store.catalog.changedSince(version);
  return { orderIds: orders.map((order) => order.orderId).sort((a, b) => a - b), version: now };
}

contract('the catalog', (stage) => {
  test('it begins with all orders that run, and only those', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    await addOrder(store);
    await addOrder(store, { isOn: false });
    await addOrder(store, { inArchive: true });
    await addOrder(store, { decision: 'waiting' });
    await addOrder(store, { decision: 'rejected' });
    await addOrder(store, { quantityAll: 0 });
    const order = await addOrder(store);
    const { orders } = await store.catalog.changedSince(0);
    expect(orders.map(({ orderId }) => orderId)).toEqual([1, 7]);
    expect(orders[1]).toEqual(order);
  });

  test('what orders have in common is kept once, for all that are in memory', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const schedule = { ...alwaysOpen(), excludedDays: [1, 2] as const };
    for (const name of ['One', 'Another']) await addOrder(store, { name, schedule, forbiddenThemes: [] });
    const { orders } = await store.catalog.changedSince(0);
    const [one, another] = orders;
    expect(one?.schedule).toEqual(schedule);
    for (const field of ['targeting', 'schedule', 'forbiddenThemes', 'coefficients'] as const)
      expect(one?.[field]).toBe(another?.[field]);
    expect(one?.targeting.cities).toBe(one?.forbiddenThemes);
  });

  test('it delivers what changed in another process, also what stopped running, and nothing twice', async () => {
    const { store, open } = stage();
    await openAccount(store, ADVERTISER);
    await addOrder(store);
    await addOrder(store);
    await addOrder(store, { decision: 'waiting' });
    const other = await open();
    const start = await since(other, 0);
    expect(start.orderIds).toEqual([1, 2]);
    expect(await since(other, start.version)).toEqual({ orderIds: [], version: start.version });

    await store.orders.revise(1, 1, orderFields({ isOn: false }), [], START_MS);
    await store.orders.decide(3, 1, decision, [], START_MS);
    expect(await other.catalog.version()).toBeGreaterThan(start.version);
    const next = await since(other, start.version);
    expect(next.orderIds).toEqual([1, 3]);
    expect(await since(other, next.version)).toEqual({ orderIds: [], version: next.version });
  });

  test('an order that nobody sees changes nothing', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const version = await store.catalog.version();
    await addOrder(store, { decision: 'waiting' });
    await store.orders.revise(1, 1, orderFields({ decision: 'waiting', name: 'Other' }), [], START_MS);
    expect(await store.catalog.version()).toBe(version);
  });

  test('a subscriber moves it only when the order is full, and a raised quantity brings it back', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 2 });
    for (const userId of [1, 2]) await show(store, userId, orderId);
    const { version } = await since(store, 0);
    await settle(store, orderId, 1);
    expect(await store.catalog.version()).toBe(version);
    await settle(store, orderId, 2);
    const full = await since(store, version);
    expect(full.orderIds).toEqual([orderId]);
    expect((await since(store, 0)).orderIds).toEqual([]);
    await store.orders.revise(orderId, 1, orderFields({ quantityAll: 3 }), [], START_MS);
    expect((await since(store, full.version)).orderIds).toEqual([orderId]);
    expect((await since(store, 0)).orderIds).toEqual([orderId]);
  });

  test('a place that a reversal frees moves it only where the order was full, and brings the order back', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 2 });
    const decide = chargeShown({ holdUntilMs: START_MS + 86_400_000 });
    for (const userId of [1, 2]) await show(store, userId, orderId);
    for (const userId of [1, 2]) await settle(store, orderId, userId, { decide });
    const full = await since(store, 0);
    expect(full.orderIds).toEqual([]);
    expect(await leave(store, orderId, 1)).toMatchObject({ leaving: { reverse: true } });
    const back = await since(store, full.version);
    expect(back.orderIds).toEqual([orderId]);
    expect((await since(store, 0)).orderIds).toEqual([orderId]);
    await leave(store, orderId, 2);
    expect(await store.catalog.version()).toBe(back.version);
  });

  test('more orders than fit a page are delivered whole', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const { version } = await since(store, 0);
    for (const many of [...Array<number>(12).fill(100), 3]) {
      await Promise.all(Array.from({ length: many }, () => addOrder(store)));
    }
    expect((await since(store, 0)).orderIds).toHaveLength(1_203);
    expect((await since(store, version)).orderIds).toHaveLength(1_203);
  });

  test('counters are those of this moment', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { isLite: true }, 100n * PRICE);
    const idle = await addOrder(store);
    // Impressions are counted a moment later; when a store closes it has counted all of its own.
    const other = await stage().open();
    for (const userId of [1, 2, 3, 4]) await show(other, userId, orderId);
    await show(other, 4, orderId, BOT, START_MS + 1);
    await other.close();
    await settle(store, orderId, 1, { nowMs: START_MS - 3_600_001 });
    await settle(store, orderId, 2, { nowMs: START_MS - 3_599_999 });
    await settle(store, orderId, 3, { day: START_DAY - 1, nowMs: START_MS });
    const counters = await store.catalog.counters([orderId, idle.orderId, 99], START_DAY, START_MS);
    expect(counters.size).toBe(2);
    expect(counters.get(orderId)).toEqual({
      orderId,
      quantityNow: 3,
      today: 2,
      lastHour: 2,
      balanceMicros: 97n * PRICE,
      impressions: 4,
      subscribers: 3,
      pendingImpressions: expect.closeTo(1, 1) as number,
      overrun: 0,
    });
    expect(counters.get(idle.orderId)).toMatchObject({
      quantityNow: 0,
      today: 0,
      lastHour: 0,
      impressions: 0,
      subscribers: 0,
    });
  });

  test('the last hour is counted where joins are spread over the day', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { isLite: false }, PRICE);
    await show(store, 1, orderId);
    await settle(store, orderId, 1, { nowMs: START_MS });
    const counters = await store.catalog.counters([orderId], START_DAY, START_MS);
    expect(counters.get(orderId)).toMatchObject({ today: 1, lastHour: 0 });
  });

  test('joins of the day for which nothing was left are counted', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, PRICE);
    const other = await stage().open();
    for (const userId of [1, 2, 3, 4]) await show(other, userId, orderId);
    await other.close();
    for (const userId of [1, 2, 3]) await settle(store, orderId, userId, { nowMs: START_MS });
    await settle(store, orderId, 4, { day: START_DAY - 1, nowMs: START_MS });
    const overrun = async (day: number) =>
      (await store.catalog.counters([orderId], day, START_MS + 5_000)).get(orderId)?.overrun;
    expect(await overrun(START_DAY)).toBe(2);
    expect(await overrun(START_DAY - 1)).toBe(1);
    expect(await overrun(START_DAY + 1)).toBe(0);
  });

  test('an open show fades by half in every half-life, over midnight too, and closes with its subscriber', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const other = await stage().open();
    const beforeMidnightMs = START_MS + 12 * 3_600_000 - 1;
    for (const userId of [1, 2, 3, 4]) await show(other, userId, orderId, BOT, beforeMidnightMs);
    await other.close();
    const open = async (passedMs: number) => {
      const nowMs = beforeMidnightMs + passedMs;
      return (await store.catalog.counters([orderId], START_DAY + 1, nowMs)).get(orderId)?.pendingImpressions;
    };
    expect(await open(0)).toBe(4);
    expect(await open(OPEN_SHOW_HALF_LIFE_MS)).toBe(2);
    expect(await open(2 * OPEN_SHOW_HALF_LIFE_MS)).toBe(1);
    expect(await open(65 * OPEN_SHOW_HALF_LIFE_MS), 'long ago').toBeCloseTo(0);
    await settle(store, orderId, 1, { day: START_DAY + 1, nowMs: beforeMidnightMs + OPEN_SHOW_HALF_LIFE_MS });
    expect(await open(OPEN_SHOW_HALF_LIFE_MS)).toBe(1.5);
    expect(await open(2 * OPEN_SHOW_HALF_LIFE_MS)).toBe(0.75);
  });

  test('the rate is that of the last seven days', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const other = await stage().open();
    await show(other, 1, orderId);
    await other.close();
    const impressions = async (day: number) =>
      (await store.catalog.counters([orderId], day, START_MS)).get(orderId)?.impressions;
    expect(await impressions(START_DAY)).toBe(1);
    expect(await impressions(START_DAY + 6)).toBe(1);
    expect(await impressions(START_DAY + 7)).toBe(0);
  });
});
