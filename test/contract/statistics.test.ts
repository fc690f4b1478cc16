import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { UnpaidReason } from '../../core/terms/index.js';
import type { Store } from '../../core/ports.js';
import { sumOfRequests } from '../../core/statistics/index.js';
import type { UnpaidOf } from '../../core/ports/statistics-store.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BOT,
  chargeShown,
  leave,
  openAccount,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';
import { daysIn, unpaidIn } from '../spans.js';

const HOUR_MS = 3_600_000;
const SHARE = (PRICE * 7n) / 10n;
const range = { fromDay: START_DAY, toDay: START_DAY + 1 };

const requests = async (store: Store, of: { botId: number } | { publisherId: number }) =>
  sumOfRequests(await daysIn(store.statistics.botSpans(of, range)));

contract('statistics', (stage) => {
  /** Two orders of the advertiser, two bots of the publisher, one of the advertiser; subscribers on three days. */
  async function history() {
    const { store } = stage();
    const first = await populate(store);
    const second = await addOrder(store, { link: 'https://t.me/second' });
    await addBot(store, BOT + 1, PUBLISHER);
    await addBot(store, BOT + 2, ADVERTISER);
    const join = async (userId: number, orderId: number, botId: number, day: number, language: string) => {
      await store.audience.learn(userId, { languageCode: language }, START_MS);
      await show(store, userId, orderId, botId);
      await settle(store, orderId, userId, { day: START_DAY + day });
    };
    await join(1, first.orderId, BOT, 0, 'ru');
    await join(2, first.orderId, BOT, 0, 'uz');
    await join(3, first.orderId, BOT + 1, 1, 'ru');
    await join(4, second.orderId, BOT + 1, 1, 'en');
    await join(5, first.orderId, BOT + 2, 1, '');
    await join(6, first.orderId, BOT, 2, 'ru');
    return { store, first: first.orderId, second: second.orderId };
  }

  test('orders by day, one or all of an advertiser', async () => {
    const { store, first } = await history();
    const day = (index: number, subscribers: number) => ({
      day: START_DAY + index,
      subscribers,
      valueMicros: BigInt(subscribers) * PRICE,
    });
    expect(await daysIn(store.statistics.orderSpans({ orderId: first }, range))).toEqual([
      day(0, 2),
      day(1, 2),
    ]);
    expect(await daysIn(store.statistics.orderSpans({ advertiserId: ADVERTISER }, range))).toEqual([
      day(0, 2),
      day(1, 3),
    ]);
    expect(await daysIn(store.statistics.orderSpans({ advertiserId: PUBLISHER }, range))).toEqual([]);
  });

  test('bots by day, one or all of a publisher, own orders apart', async () => {
    const { store } = await history();
    const none = { total: 0, sponsors: 0, noSponsors: 0, passed: 0, errors: 0, unproven: 0 };
    const own = { ownSubscribers: 0, ownValueMicros: 0n, requests: none };
    expect(await daysIn(store.statistics.botSpans({ botId: BOT }, range))).toEqual([
      { day: START_DAY, subscribers: 2, valueMicros: 2n * SHARE, ...own },
    ]);
    expect(await daysIn(store.statistics.botSpans({ publisherId: PUBLISHER }, range))).toEqual([
      { day: START_DAY, subscribers: 2, valueMicros: 2n * SHARE, ...own },
      { day: START_DAY + 1, subscribers: 2, valueMicros: 2n * SHARE, ...own },
    ]);
    expect(await daysIn(store.statistics.botSpans({ publisherId: ADVERTISER }, range))).toEqual([
      {
        ...own,
        day: START_DAY + 1,
        subscribers: 1,
        valueMicros: SHARE,
        ownSubscribers: 1,
        ownValueMicros: SHARE,
      },
    ]);
  });

  test('of an account, today is read each time, and days before once an hour', async () => {
    const { store } = await history();
    const { sql, setNow } = stage();
    const month = { fromDay: START_DAY - 20, toDay: START_DAY + 3 };
    const bots = async () =>
      (await daysIn(store.statistics.botSpans({ publisherId: PUBLISHER }, month))).map(
        (day) => day.subscribers,
      );
    const orders = async () =>
      (await daysIn(store.statistics.orderSpans({ advertiserId: ADVERTISER }, month))).map(
        (day) => day.subscribers,
      );
    const count = async () => {
      for (const table of ['bot_days', 'order_days'])
        await sql(`UPDATE ${table} SET subscribers = subscribers * 10`);
      // What is read in one event is read at one moment.
      await setImmediate();
    };
    // For an hour, a day that has ended may get what is written late.
    const hourOld = START_MS + 2.5 * 24 * HOUR_MS + HOUR_MS;
    setNow(hourOld - 1);
    expect([await bots(), await orders()]).toEqual([
      [2, 2, 1],
      [2, 3, 1],
    ]);
    await count();
    expect([await bots(), await orders()]).toEqual([
      [2, 2, 10],
      [2, 3, 10],
    ]);
    setNow(hourOld);
    expect([await bots(), await orders()]).toEqual([
      [20, 20, 10],
      [20, 30, 10],
    ]);
    await count();
    expect(await orders()).toEqual([20, 30, 10]);
    const [over, today] = await store.statistics.orderSpans({ advertiserId: ADVERTISER }, month);
    expect([over?.range, today?.range]).toEqual([
      { fromDay: START_DAY - 20, toDay: START_DAY + 2 },
      { fromDay: START_DAY + 3, toDay: START_DAY + 3 },
    ]);
    const again = await store.statistics.orderSpans({ advertiserId: ADVERTISER }, month);
    expect([again[0] === over, again[1] === today]).toEqual([true, false]);
    await sql('UPDATE bots SET account_id = ? WHERE bot_id = ?', ADVERTISER, BOT + 1);
    await setImmediate();
    expect(await bots(), 'of other bots nothing is kept').toEqual([200, 100]);
    setNow(hourOld + HOUR_MS + 1);
    expect(await orders()).toEqual([200, 300, 100]);
  });

  test('the way through orders: shown, paid for, left; one or all of an account', async () => {
    const { store, first, second } = await history();
    const of = (who: UnpaidOf) => store.statistics.way(who, range);
    // Every impression is of the first day, the last of these subscribers of a later one.
    const whole = { shown: 5, paid: 4, left: 0 };
    await expect.poll(() => of({ orderId: first })).toEqual(whole);
    await expect.poll(() => of({ advertiserId: ADVERTISER })).toEqual({ ...whole, shown: 6, paid: 5 });
    await expect.poll(() => of({ botId: BOT })).toEqual({ ...whole, shown: 3, paid: 2 });
    await expect.poll(() => of({ publisherId: PUBLISHER })).toEqual(whole);
    expect(await of({ orderId: second })).toEqual({ ...whole, shown: 1, paid: 1 });
    expect(await of({ publisherId: 999 })).toEqual({ shown: 0, paid: 0, left: 0 });
  });

  test('subscribers of a day by hour, one or all of an account, and not those of other days', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await addBot(store, BOT + 1, PUBLISHER);
    const at = { day: START_DAY, fromMs: START_MS, toMs: START_MS + 24 * HOUR_MS };
    const join = async (userId: number, botId: number, atMs: number) => {
      await show(store, userId, orderId, botId);
      await settle(store, orderId, userId, { day: START_DAY, nowMs: atMs });
    };
    await join(1, BOT, START_MS);
    await join(2, BOT, START_MS + HOUR_MS - 1);
    await join(3, BOT + 1, START_MS + 5 * HOUR_MS);
    await join(4, BOT, START_MS + 24 * HOUR_MS);
    const early = { hour: 0, subscribers: 2 };
    const later = { hour: 5, subscribers: 1 };
    for (const of of [{ orderId }, { advertiserId: ADVERTISER }, { publisherId: PUBLISHER }])
      expect(await store.statistics.hours(of, at)).toEqual([early, later]);
    expect(await store.statistics.hours({ botId: BOT }, at)).toEqual([early]);
    expect(await store.statistics.hours({ botId: 999 }, at)).toEqual([]);
  });

  test('sources of an order and sponsors of a publisher, most first', async () => {
    const { store, first, second } = await history();
    expect(await store.statistics.sources(first, range)).toEqual([
      { botId: BOT, nickname: 'bot7001', subscribers: 2, valueMicros: 2n * PRICE },
      { botId: BOT + 1, nickname: 'bot7002', subscribers: 1, valueMicros: PRICE },
      { botId: BOT + 2, nickname: 'bot7003', subscribers: 1, valueMicros: PRICE },
    ]);
    expect(await store.statistics.sponsors({ publisherId: PUBLISHER }, range)).toEqual([
      {
        orderId: first,
        title: 'Channel',
        link: 'https://t.me/channel',
        subscribers: 3,
        valueMicros: 3n * SHARE,
      },
      { orderId: second, title: 'Channel', link: 'https://t.me/second', subscribers: 1, valueMicros: SHARE },
    ]);
    expect(await store.statistics.sponsors({ botId: BOT }, range)).toMatchObject([
      { orderId: first, subscribers: 2 },
    ]);
  });

  test('sources and sponsors add up to the days, also where those left who had come before', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await addBot(store, BOT + 1, PUBLISHER);
    const decide = chargeShown({ holdUntilMs: START_MS + 8 * 24 * HOUR_MS });
    for (const [userId, botId, day] of [
      [1, BOT, 0],
      [2, BOT, 1],
      [3, BOT + 1, 0],
    ] as const) {
      await show(store, userId, orderId, botId);
      await settle(store, orderId, userId, { day: START_DAY + day, decide });
    }
    for (const userId of [1, 3]) await leave(store, orderId, userId);
    const later = { fromDay: START_DAY + 1, toDay: START_DAY + 1 };
    const sum = (rows: readonly { valueMicros: bigint }[]) =>
      rows.reduce((total, { valueMicros }) => total + valueMicros, 0n);

    const sources = await store.statistics.sources(orderId, later);
    expect(sources).toMatchObject([
      { botId: BOT, subscribers: 1, valueMicros: 0n },
      { botId: BOT + 1, subscribers: 0, valueMicros: -PRICE },
    ]);
    expect(sum(sources)).toBe(sum(await daysIn(store.statistics.orderSpans({ orderId }, later))));
    const sponsors = await store.statistics.sponsors({ botId: BOT + 1 }, later);
    expect(sponsors).toMatchObject([{ orderId, subscribers: 0, valueMicros: -SHARE }]);
    expect(sum(sponsors)).toBe(sum(await daysIn(store.statistics.botSpans({ botId: BOT + 1 }, later))));
  });

  test('languages of the subscribers, most first', async () => {
    const { store, first } = await history();
    expect(await store.statistics.languages(first, range)).toEqual([
      { language: 'ru', subscribers: 2 },
      { language: '', subscribers: 1 },
      { language: 'uz', subscribers: 1 },
    ]);
  });

  test('joins that nobody pays for, by day and reason, for each side', async () => {
    const { store, first, second } = await history();
    const unpaid = async (
      orderId: number,
      userId: number,
      more: { botId: number; reason: UnpaidReason; day: number },
    ) =>
      settle(store, orderId, userId, {
        day: START_DAY + more.day,
        decide: () => ({ kind: 'free', state: 'notgetted', reason: more.reason, botId: more.botId }),
      });
    await unpaid(first, 11, { botId: BOT, reason: 'no_money', day: 0 });
    await unpaid(first, 12, { botId: BOT, reason: 'no_money', day: 0 });
    await unpaid(first, 13, { botId: BOT, reason: 'came_back', day: 1 });
    await unpaid(second, 14, { botId: BOT + 1, reason: 'came_back', day: 1 });
    await unpaid(first, 15, { botId: 0, reason: 'member_before', day: 1 });
    await unpaid(first, 16, { botId: BOT, reason: 'suspicious', day: 2 });
    const row = (day: number, reason: UnpaidReason, joins: number) => ({
      day: START_DAY + day,
      reason,
      joins,
    });
    const read = (of: UnpaidOf) => {
      const isOfBots = 'botId' in of || 'publisherId' in of;
      const { botSpans, orderSpans } = store.statistics;
      return unpaidIn(isOfBots ? botSpans(of, range) : orderSpans(of, range));
    };
    const ofBot = [row(0, 'no_money', 2), row(1, 'came_back', 1)];
    expect(await read({ botId: BOT })).toEqual(ofBot);
    expect(await read({ publisherId: PUBLISHER })).toEqual([row(0, 'no_money', 2), row(1, 'came_back', 2)]);
    expect(await read({ orderId: first })).toEqual([...ofBot, row(1, 'member_before', 1)]);
    expect(await read({ advertiserId: ADVERTISER })).toEqual([
      row(0, 'no_money', 2),
      row(1, 'came_back', 2),
      row(1, 'member_before', 1),
    ]);
    expect(await read({ publisherId: ADVERTISER })).toEqual([]);
    expect(await read({ advertiserId: PUBLISHER })).toEqual([]);
  });

  test('impressions to users who do not use the bot are counted apart', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const waiting = { dueAtMs: START_MS, untilMs: START_MS + 60_000, staleAtMs: 0 };
    for (const userId of [1, 2])
      await show(store, userId, orderId, BOT, START_MS, {
        proof: 'list',
        contact: { ...waiting, chatId: userId },
      });
    await store.contacts.answer({ botId: BOT, userId: 1, chatId: 1 }, 'no', START_MS);
    await store.contacts.answer({ botId: BOT, userId: 2, chatId: 2 }, 'yes', START_MS);
    for (const of of [{ botId: BOT }, { publisherId: PUBLISHER }])
      expect(await requests(store, of)).toMatchObject({ total: 0, unproven: 1 });
  });

  test('requests are counted in one commit, and seen at once where they are asked for', async () => {
    const { store, commits, open } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    await addBot(store, BOT + 1, PUBLISHER);
    commits.length = 0;
    for (const outcome of ['sponsors', 'sponsors', 'no_sponsors', 'passed', 'error'] as const) {
      store.statistics.countRequest(BOT, START_DAY, outcome);
    }
    store.statistics.countRequest(BOT + 1, START_DAY + 1, 'passed');
    store.statistics.countRequest(BOT, START_DAY + 2, 'passed');
    expect(commits).toEqual([]);
    await requests(store, { botId: BOT });
    const other = await open();
    const figures = { total: 5, sponsors: 2, noSponsors: 1, passed: 1, errors: 1, unproven: 0 };
    expect(await requests(other, { botId: BOT })).toEqual(figures);
    expect(await requests(other, { publisherId: PUBLISHER })).toEqual({
      ...figures,
      total: 6,
      passed: 2,
    });
    expect(commits).toHaveLength(1);
    store.statistics.countRequest(BOT, START_DAY, 'error');
    expect(await requests(store, { botId: BOT })).toEqual({
      ...figures,
      total: 6,
      errors: 2,
    });
  });

  test('ineligibility of an order is counted by reason, seen at once, and forgotten after a day', async () => {
    const { store, open, commits, setNow } = stage();
    const hourMs = 3_600_000;
    commits.length = 0;
    store.statistics.countIneligibility(5, START_MS, 'no_money', 2);
    store.statistics.countIneligibility(5, START_MS + 1, 'no_money', 1);
    store.statistics.countIneligibility(5, START_MS + hourMs, 'pacing', 4);
    store.statistics.countIneligibility(6, START_MS, 'pacing', 7);
    const read = async (nowMs: number, from = store) =>
      Object.fromEntries(await from.statistics.ineligibilityCounts(5, nowMs));
    expect(await read(START_MS + hourMs)).toEqual({ no_money: 3, pacing: 4 });
    expect(await read(START_MS), 'what is to come is not there yet').toEqual({ no_money: 3 });
    expect(await read(START_MS + 23 * hourMs)).toEqual({ no_money: 3, pacing: 4 });
    expect(await read(START_MS + 24 * hourMs)).toEqual({ pacing: 4 });
    expect(await read(START_MS + 25 * hourMs)).toEqual({});
    expect(commits, 'what was gathered is written once').toHaveLength(1);

    const other = await open();
    other.statistics.countIneligibility(5, START_MS, 'no_money', 10);
    await other.close();
    expect(await read(START_MS)).toEqual({ no_money: 13 });

    setNow(START_MS + 26 * hourMs);
    expect((await store.sponsors.purge(0, 10)).gone).toBe(2);
    expect(await read(START_MS)).toEqual({});
  });

  test('counts are written when the store closes', async () => {
    const { open } = stage();
    const other = await open();
    other.statistics.countRequest(BOT, START_DAY, 'passed');
    await other.close();
    expect(await requests(stage().store, { botId: BOT })).toMatchObject({ passed: 1 });
  });

  test('counts are written by themselves when no commit comes', async () => {
    const { store, open } = stage();
    const other = await open();
    const signal = new AbortController().signal;
    const written = other.health.changed(signal);
    store.statistics.countRequest(BOT, START_DAY, 'passed');
    await written;
    expect(await requests(other, { botId: BOT })).toMatchObject({ passed: 1 });
  });
});
