import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { ForecastError, OrderForecast } from '../../core/ports/forecast-store.js';
import type { Order } from '../../core/ports/order-store.js';
import { alwaysOpen } from '../../core/terms/schedule.js';
import { createForecastRecord } from '../../core/forecast/index.js';
import { addBot, addOrder, BOT, openAccount, ownChat, populate, settle, show } from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const DAY_MS = 86_400_000;
const OTHER = 990;
const HOUR = START_MS / 3_600_000;
const ALL_DAY = { fromHour: HOUR - 12, toHour: HOUR + 11 };

const forecastOf = ({ orderId, revision }: Order, joins = 4, impressions = 20): OrderForecast => ({
  orderId,
  revision,
  joins,
  impressions,
});

/** Days that can be measured once they are over, of all orders given. */
async function writtenFor(store: Store, orders: readonly Order[], day = START_DAY): Promise<void> {
  await store.forecasts.write(
    day,
    orders.map((order) => forecastOf(order)),
  );
}

async function measuredIds(store: Store, day = START_DAY): Promise<number[]> {
  await store.forecasts.measure(day);
  return (await store.forecasts.measured(0, null)).map(({ orderId }) => orderId);
}

function errorOf(size: number, forecasts: number): ForecastError {
  const parts = { joinsError: 0.385, impressionsError: 0.29, withinQuarter: 0.31, cameShare: 0.884 };
  return { size, forecasts, days: 5, ...parts };
}

contract('forecasts', (stage) => {
  test('count the lists of all bots, those without sponsors too, and the subscribers of other people’s orders', async () => {
    const { store } = stage();
    const order = await populate(store);
    for (const outcome of ['sponsors', 'sponsors', 'no_sponsors', 'passed', 'error'] as const)
      store.statistics.countRequest(BOT, START_DAY, outcome);
    store.statistics.countRequest(BOT, START_DAY - 1, 'sponsors');
    await show(store, 1, order.orderId);
    await settle(store, order.orderId, 1);
    await store.flush();
    const day = { fromDay: START_DAY, toDay: START_DAY };
    expect(await store.forecasts.traffic(day)).toEqual({
      lists: 3,
      subscribers: 1,
      firstDay: START_DAY,
    });
    expect(await store.forecasts.traffic({ fromDay: START_DAY - 3, toDay: START_DAY - 2 })).toEqual({
      lists: 0,
      subscribers: 0,
      firstDay: null,
    });
    const days = { fromDay: START_DAY - 6, toDay: START_DAY };
    expect((await store.forecasts.traffic(days)).firstDay).toBe(START_DAY - 1);
  });

  test('count of bots that are good enough alone; those of which nothing is known are as good as 1', async () => {
    const { store } = stage();
    const order = await populate(store);
    for (const botId of [BOT + 1, BOT + 2]) await addBot(store, botId);
    const nothing = { causes: [], joins: 0, curve: [] };
    await store.quality.save(
      [
        { botId: BOT, factor: 0.9, ...nothing },
        { botId: BOT + 1, factor: 0.799, ...nothing },
      ],
      0,
    );
    await show(store, 1, order.orderId);
    await settle(store, order.orderId, 1);
    for (const [botId, lists] of [
      [BOT, 4],
      [BOT + 1, 2],
      [BOT + 2, 1],
    ] as const)
      for (let list = 0; list < lists; list++) store.statistics.countRequest(botId, START_DAY, 'no_sponsors');
    await store.flush();
    const day = { fromDay: START_DAY, toDay: START_DAY };
    expect(await store.forecasts.traffic(day, 0)).toEqual({ lists: 7, subscribers: 1, firstDay: START_DAY });
    expect(await store.forecasts.traffic(day, 0.8)).toEqual({
      lists: 5,
      subscribers: 1,
      firstDay: START_DAY,
    });
    expect(await store.forecasts.traffic(day, 0.9)).toEqual({
      lists: 5,
      subscribers: 1,
      firstDay: START_DAY,
    });
    expect(await store.forecasts.traffic(day, 1)).toEqual({ lists: 1, subscribers: 0, firstDay: START_DAY });
  });

  test('count of the bots of one account', async () => {
    const { store } = stage();
    await populate(store);
    await openAccount(store, OTHER);
    await addBot(store, BOT + 1, OTHER);
    for (const botId of [BOT, BOT + 1, BOT + 1]) store.statistics.countRequest(botId, START_DAY, 'sponsors');
    await store.flush();
    const day = { fromDay: START_DAY, toDay: START_DAY };
    expect(await store.forecasts.trafficOf(OTHER, day)).toEqual({
      lists: 2,
      subscribers: 0,
      firstDay: START_DAY,
    });
    expect(await store.forecasts.trafficOf(OTHER + 1, day)).toEqual({
      lists: 0,
      subscribers: 0,
      firstDay: null,
    });
  });

  test('list the prices of running orders alone, the highest first', async () => {
    const { store } = stage();
    const first = await populate(store);
    await addOrder(store, { link: 'https://t.me/dear', realPriceMicros: first.realPriceMicros * 2n });
    await addOrder(store, { link: 'https://t.me/off', isOn: false });
    await addOrder(store, { link: 'https://t.me/new', decision: 'waiting' });
    await addOrder(store, { link: 'https://t.me/old', inArchive: true });
    expect(await store.forecasts.runningPrices()).toEqual([
      first.realPriceMicros * 2n,
      first.realPriceMicros,
    ]);
  });

  test('sample running orders that can be checked, by their ids', async () => {
    const { store } = stage();
    const first = await populate(store);
    const orders = [first];
    for (let at = 1; at < 6; at++) orders.push(await addOrder(store, ownChat(at)));
    await addOrder(store, { ...ownChat(6), isOn: false });
    const lost = await addOrder(store, ownChat(7));
    for (let errors = 0; errors < 2; errors += 1)
      await store.orders.noteCheckError(lost.orderId, () => [], START_MS);
    const ids = orders.map(({ orderId }) => orderId);
    const read = async (after: number, every: number, rest: number) =>
      (await store.forecasts.running(after, { every, rest })).map(({ orderId }) => orderId);
    expect(await read(0, 1, 0)).toEqual(ids);
    expect(await read(first.orderId, 1, 0)).toEqual(ids.slice(1));
    expect(await read(0, 3, 2)).toEqual(ids.filter((id) => id % 3 === 2));
    // One that is lost runs, and is not shown.
    expect(await store.forecasts.countRunning()).toBe(7);
  });

  test('are struck out where the order changed, stopped, or stood still for a reason of its own', async () => {
    const { store } = stage();
    const kept = await populate(store);
    const reasons = ['no_money', 'day_limit', 'member'];
    const orders = [kept];
    for (const at of [1, 2, 3, 4]) orders.push(await addOrder(store, ownChat(at)));
    const [, poor, full, changed, early] = orders as [Order, Order, Order, Order, Order];
    await writtenFor(store, orders);
    await writtenFor(store, [poor], START_DAY + 1);
    for (const reason of reasons.slice(1))
      store.statistics.countIneligibility(full.orderId, START_MS, reason, 3);
    store.statistics.countIneligibility(poor.orderId, START_MS, 'no_money', 1);
    store.statistics.countIneligibility(early.orderId, START_MS - DAY_MS, 'no_money', 1);
    await store.flush();
    const { orderId, revision } = changed;
    await store.orders.revise(orderId, revision, { ...changed, name: 'Another name' }, [], START_MS);
    expect(await store.forecasts.strike(START_DAY, ALL_DAY, ['paused', 'no_money'])).toBe(2);
    expect(await measuredIds(store)).toEqual([kept, full, early].map((order) => order.orderId));
    expect(await measuredIds(store, START_DAY + 1)).toHaveLength(4);
  });

  /** The order had these reasons at noon of the day that its forecast is of; whether that struck it out. */
  async function isStruck(reasons: readonly string[]): Promise<boolean> {
    const { store } = stage();
    const order = await populate(store, { quantityAll: 1_000 });
    await writtenFor(store, [order]);
    for (const reason of reasons) store.statistics.countIneligibility(order.orderId, START_MS, reason, 1);
    await store.flush();
    const expected = () => Promise.reject(new Error('it was forecast before'));
    const settings = { SERVICE_TIMEZONE: 'UTC' } as Parameters<typeof createForecastRecord>[0]['settings'];
    const ports = { store, clock: { now: () => START_MS }, settings };
    await store.forecasts.saveErrors(START_DAY, [errorOf(0, 1)]);
    await createForecastRecord(ports, { expected }).hourly();
    return (await measuredIds(store)).length === 0;
  }

  test.each(['check_lost', 'paused', 'not_started', 'closed_now', 'finished', 'no_money', 'overrun'])(
    'are struck out where nobody was shown the order: %s',
    async (reason) => {
      expect(await isStruck([reason])).toBe(true);
    },
  );

  test('stay where some were not shown it, or it was full for the day', async () => {
    const others = ['day_limit', 'promised', 'pacing', 'member', 'settled', 'excluded', 'own_bots_only'];
    expect(await isStruck([...others, 'countries', 'gender_unknown'])).toBe(false);
  });

  test('are measured by what came that day alone, and read page by page', async () => {
    const { store } = stage();
    const order = await populate(store);
    const idle = await addOrder(store, ownChat(1));
    await writtenFor(store, [order, idle]);
    for (const userId of [1, 2, 3]) await show(store, userId, order.orderId);
    await settle(store, order.orderId, 1);
    for (const userId of [2, 3]) await settle(store, order.orderId, userId, { day: START_DAY - 1 });
    await settle(store, order.orderId, 4, { day: START_DAY + 1 });
    await store.flush();
    await store.forecasts.measure(START_DAY);
    const of = (orderId: number, cameJoins: number, cameImpressions: number) => ({
      day: START_DAY,
      orderId,
      joins: 4,
      impressions: 20,
      cameJoins,
      cameImpressions,
    });
    const both = [of(order.orderId, 1, 3), of(idle.orderId, 0, 0)];
    expect(await store.forecasts.measured(START_DAY, null)).toEqual(both);
    expect(await store.forecasts.measured(START_DAY, both[0] ?? null)).toEqual(both.slice(1));
    expect(await store.forecasts.measured(START_DAY + 1, null)).toEqual([]);
  });

  test('that nobody measured in time go, measured ones stay for five weeks', async () => {
    const { store, sql } = stage();
    const order = await populate(store);
    await writtenFor(store, [order], START_DAY - 1);
    await store.forecasts.measure(START_DAY - 1);
    await writtenFor(store, [order], START_DAY - 2);
    await writtenFor(store, [order], START_DAY);
    await store.forecasts.measure(START_DAY);
    const days = async () => {
      const rows = await sql('SELECT day FROM order_forecasts ORDER BY day');
      return rows.map((row) => Number(row['day']));
    };
    expect(await days()).toEqual([START_DAY - 1, START_DAY]);
    await store.sponsors.purge(START_MS, 10);
    expect(await days()).toHaveLength(2);
    const later = stage();
    later.setNow(START_MS + 35 * DAY_MS);
    await store.sponsors.purge(START_MS, 10);
    expect(await days()).toEqual([START_DAY]);
  });

  test('errors are kept by size until the next day’s', async () => {
    const { store } = stage();
    expect([await store.forecasts.lastMeasuringDay(), await store.forecasts.errors()]).toEqual([null, []]);
    await store.forecasts.saveErrors(START_DAY, [errorOf(1, 8), errorOf(0, 30)]);
    await store.forecasts.saveErrors(START_DAY + 1, [errorOf(0, 31), errorOf(1, 9)]);
    expect(await store.forecasts.errors()).toEqual([errorOf(0, 31), errorOf(1, 9)]);
    expect(await store.forecasts.lastMeasuringDay()).toBe(START_DAY + 1);
  });

  test('are written, measured and summed up day by day, of orders that ran all day as they were', async () => {
    const { store } = stage();
    const steady = await populate(store, { quantityAll: 1_000 });
    const changed = await addOrder(store, { ...ownChat(1), quantityAll: 1_000 });
    const nightly = { ...alwaysOpen(), startTimeSeconds: 3_600, endTimeSeconds: 7_200 };
    await addOrder(store, { ...ownChat(2), schedule: nightly });
    let nowMs = START_MS;
    const record = createForecastRecord(
      {
        store,
        clock: { now: () => nowMs },
        settings: { SERVICE_TIMEZONE: 'UTC' } as Parameters<typeof createForecastRecord>[0]['settings'],
      },
      {
        expected: () =>
          Promise.resolve({
            reach: 100,
            listsPerDay: 40,
            suitingPerDay: 40,
            running: 3,
            dearer: 0,
            impressionsPerDay: 40,
            joinsPerDay: 12,
            joinsBetween: null,
            dearestMicros: null,
          }),
      },
    );
    expect(await record.hourly(AbortSignal.abort())).toBe(0);
    expect(await record.hourly()).toBe(2);
    expect(await record.hourly()).toBe(0);
    // The next day nine of twelve join the one, and the other has a new name.
    nowMs += DAY_MS;
    await record.hourly();
    const at = { day: START_DAY + 1, nowMs };
    for (let userId = 1; userId <= 9; userId++) {
      await show(store, userId, steady.orderId, BOT, nowMs);
      await settle(store, steady.orderId, userId, at);
    }
    const { orderId, revision } = changed;
    await store.orders.revise(orderId, revision, { ...changed, name: 'Another name' }, [], nowMs);
    await store.flush();
    expect((await store.forecasts.errors()).map(({ forecasts }) => forecasts)).toEqual([0, 0, 0, 0, 0]);
    nowMs += DAY_MS;
    // What was changed counts from the next whole day on.
    expect(await record.hourly()).toBe(2);
    const found = await store.forecasts.errors();
    const known = { forecasts: 1, days: 1, joinsError: 0.25, withinQuarter: 1, cameShare: 0.75 };
    expect(found.map(({ size }) => size)).toEqual([0, 1, 2, 3, 4]);
    expect(found[0]).toMatchObject({ ...known, impressionsError: 31 / 40 });
    expect(found[3]).toMatchObject(known);
    expect([found[1]?.forecasts, found[2]?.forecasts, found[4]?.forecasts]).toEqual([0, 0, 0]);
  });
});
