/** What an advertiser is told of a new order, and how far such forecasts were off. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import { addBot, addOrder, deposit, openAccount, ownChat, settle, show } from '../contract/makers.js';
import { openApiStage, type ApiStage } from './stage.js';

const DAY_MS = 86_400_000;
const OTHER = 990;

let stage: ApiStage;
beforeEach(async () => {
  stage = await openApiStage();
});
afterEach(() => stage.close());

const forecast = async (more: Record<string, unknown> = {}) => {
  const asked = {
    link: 'https://example.org/new',
    ads_type: 'resource',
    quantity_all: 1_000,
    price: 2.5,
    ...more,
  };
  const { body } = await stage.post('/forecast', stage.keys.access, { action: 'order', ...asked });
  return body['result'] as {
    joins_per_day: number | null;
    lists_per_day: number;
    impressions_per_day: number;
    days_to_fill: number | null;
    joins_between: { least: number; most: number } | null;
    first_place_price: number | null;
    error: unknown;
    total: number;
    missing: number;
  };
};

const part = { joinsError: 0.38512, impressionsError: 0.29, withinQuarter: 0.3125, cameShare: 0.884 };

it('nothing is known of the error at first, then that of all orders and of those of its size', async () => {
  const before = await forecast();
  expect(before).toMatchObject({ joins_per_day: null, impressions_per_day: 0, first_place_price: null });
  expect(before.error).toEqual({ all: null, alike: null });
  await stage.store.forecasts.saveErrors(20_000, [
    { size: 0, forecasts: 21, days: 4, ...part },
    { size: 1, forecasts: 19, days: 4, ...part },
    { size: 2, forecasts: 90, days: 4, ...part, joinsError: 0.1 },
  ]);
  const all = { forecasts: 21, days: 4, joins: 38.51, impressions: 29, within_quarter: 31.25, came: 88.4 };
  expect((await forecast()).error).toEqual({ all, alike: null });
  await stage.store.forecasts.saveErrors(20_001, [{ size: 1, forecasts: 20, days: 4, ...part }]);
  expect((await forecast()).error).toEqual({ all, alike: { ...all, forecasts: 20 } });
});

it('orders that run are forecast for the next day by the same rule', async () => {
  const { service, store, clock } = stage;
  const today = dayNumberOf(clock.now(), 'UTC');
  for (let list = 0; list < 700; list++) store.statistics.countRequest(stage.botId, today, 'sponsors');
  await store.flush();
  clock.pass(DAY_MS);
  const { orderId } = await addOrder(
    store,
    { adsType: 'resource', quantityAll: 1_000, targeting: { ...defaultTargeting() } },
    stage.accountId,
  );
  expect(await service.maintenance.recordForecasts()).toBe(1);
  expect(await service.maintenance.recordForecasts()).toBe(0);
  const { joins_per_day, lists_per_day, impressions_per_day } = await forecast();
  // All of the only full day: a service is not expected to have been there for a week.
  expect(lists_per_day).toBe(700);
  await store.forecasts.measure(today + 2);
  const [written] = await store.forecasts.measured(today, null);
  expect(written).toMatchObject({ orderId, day: today + 2, cameJoins: 0 });
  expect(written?.joins).toBeCloseTo(joins_per_day ?? NaN, 1);
  expect(written?.impressions).toBeCloseTo(impressions_per_day, 1);
});

it('a day is forecast for the hours of the order, and the days until it is full with those on which it is not shown', async () => {
  const { store, clock, botId } = stage;
  const today = dayNumberOf(clock.now(), 'UTC');
  for (let list = 0; list < 700; list++) store.statistics.countRequest(botId, today, 'sponsors');
  await store.flush();
  clock.pass(DAY_MS);
  const of = async (order_schedule: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const { joins_per_day: joins, days_to_fill: days } = await forecast({ order_schedule, ...more });
    return { joins, days };
  };
  const always = await of({});
  expect(always.joins).toBeGreaterThan(24);
  const days = always.days ?? NaN;
  const evenings = await of({ start_time: '21:00', end_time: '00:00' });
  expect(evenings.joins).toBeCloseTo((always.joins ?? NaN) / 8, 1);
  expect(evenings.days).toBeCloseTo(days * 8, 1);
  const weekdays = await of({ excluded_days: [6, 7] });
  expect(weekdays.joins).toBe(always.joins);
  expect(weekdays.days).toBeCloseTo((days * 7) / 5, 1);
  const start_datetime = new Date(clock.now() + 10 * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');
  expect((await of({ start_datetime })).days).toBeCloseTo(days + 10, 1);
  expect((await of({}, { is_lite: 1, sub_speed: 1 })).joins).toBe(24);
  // Forty years.
  expect((await of({}, { quantity_day: 1, quantity_all: 15_000 })).days).toBeNull();
  expect((await of({ start_time: '21:00', end_time: '00:00' }, { is_lite: 1, sub_speed: 1 })).joins).toBe(3);
});

it('the lists are of the bots that the order is for: all, its owner’s, or all but those', async () => {
  const { store, clock, accountId } = stage;
  const today = dayNumberOf(clock.now(), 'UTC');
  await openAccount(store, OTHER);
  const other = await addBot(store, OTHER, OTHER);
  const counts: [botId: number, lists: number][] = [
    [stage.botId, 30],
    [other.botId, 70],
  ];
  for (const [botId, lists] of counts)
    for (let list = 0; list < lists; list++) store.statistics.countRequest(botId, today, 'sponsors');
  await store.flush();
  clock.pass(DAY_MS);
  expect(accountId).not.toBe(OTHER);
  const listsFor = async (places: number) => (await forecast({ places })).lists_per_day;
  expect([await listsFor(2), await listsFor(0), await listsFor(1)]).toEqual([100, 30, 70]);
});

it('the range is that of the nine orders of the nearest prices, and the first place costs what the dearest pays', async () => {
  const { store, clock, botId, accountId } = stage;
  const startMs = clock.now();
  const day = dayNumberOf(startMs, 'UTC');
  await deposit(store, accountId, 1_000_000_000n);
  for (let list = 0; list < 100; list++) store.statistics.countRequest(botId, day, 'sponsors');
  let userId = 0;
  for (let joins = 0; joins < 9; joins++) {
    const { orderId } = await addOrder(store, { ...ownChat(joins), quantityAll: 1_000 }, accountId, startMs);
    for (let join = 0; join < joins; join++) {
      userId += 1;
      await show(store, userId, orderId, botId, startMs);
      await settle(store, orderId, userId, { day, nowMs: startMs });
    }
    // Eight cannot tell.
    if (joins === 7) expect((await forecast()).joins_between).toBeNull();
  }
  await addOrder(store, { ...ownChat(9), realPriceMicros: 40_000_000n }, accountId, startMs);
  await store.flush();
  clock.pass(DAY_MS);
  const { joins_per_day: joins, joins_between: between, first_place_price } = await forecast();
  expect(between?.least).toBe(0);
  expect(between?.most).toBeGreaterThan(joins ?? NaN);
  expect(joins).toBeGreaterThan(0);
  const { body } = await stage.post('/forecast', stage.keys.access, {
    action: 'order',
    link: 'https://example.org/new',
    ads_type: 'resource',
    quantity_all: 1_000,
    price: first_place_price,
  });
  expect(body['result']).toMatchObject({ dearer_orders: 0, real_price: 40 });
});

it('the price of the first place is one that an order may have', async () => {
  const { store, clock, accountId } = stage;
  await addOrder(store, { realPriceMicros: 100_000n }, accountId, clock.now());
  expect(await forecast()).toMatchObject({ dearer_orders: 0, first_place_price: 0.5 });
  const ofPremium = await forecast({ price_premium: 3, user_parameters: { only_premium: 1 } });
  expect(ofPremium.first_place_price).toBe(1);
});

it('of an order that is there, sums and days are of what it still lacks', async () => {
  const { store, clock, botId, accountId } = stage;
  const day = dayNumberOf(clock.now(), 'UTC');
  for (let list = 0; list < 700; list++) store.statistics.countRequest(botId, day, 'sponsors');
  const { orderId } = await addOrder(store, { ...ownChat(0), quantityAll: 10 }, accountId, clock.now());
  await deposit(store, accountId, 1_000_000_000n);
  for (const userId of [1, 2, 3, 4]) {
    await show(store, userId, orderId, botId, clock.now());
    await settle(store, orderId, userId, { day, nowMs: clock.now() });
  }
  await store.flush();
  clock.pass(DAY_MS);
  const wanted = { quantity_all: 10_000 };
  const ofAll = await forecast(wanted);
  const ofRest = await forecast({ ...wanted, order_id: orderId });
  expect(ofRest.total).toBe(9_996 * 2.5);
  expect(ofAll.missing - ofRest.missing).toBe(4 * 2.5);
  expect(ofRest.days_to_fill).toBeCloseTo((ofAll.days_to_fill ?? NaN) * 0.9996, 1);
  await openAccount(store, OTHER);
  const others = await addOrder(store, ownChat(1), OTHER, clock.now());
  expect(await forecast({ order_id: others.orderId })).toBeUndefined();
});
