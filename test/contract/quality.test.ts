import { expect, test } from 'vitest';
import { anomalyCardOf, createQualityReading } from '../../core/quality/index.js';
import type { Store } from '../../core/ports.js';
import type { Quality } from '../../core/ports/quality-store.js';
import { addBot, addOrder, ADVERTISER, BOT, ownChat, populate, PUBLISHER, settle, show } from './makers.js';
import { contract, START_DAY, START_MS, type Stage } from './run.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const MODERATORS = [901, 902];
const zone = { SERVICE_TIMEZONE: 'UTC', MODERATOR_IDS: MODERATORS } as const;

function readingOf(store: Store, nowMs: () => number) {
  const settings = zone as unknown as Parameters<typeof createQualityReading>[0]['settings'];
  return createQualityReading({ store, clock: { now: nowMs }, settings });
}

const quality = (factor: number): Quality => ({
  factor,
  causes: [{ reason: 'suspicious', effect: factor - 1, share: 0.3, others: 0.1 }],
  joins: 40,
  curve: [{ afterMs: HOUR_MS, followed: 12, stayed: 0.5, others: 0.75 }],
});

const leaveAt = (store: Store, orderId: number, userId: number, nowMs: number) =>
  store.subscriptions.leave(orderId, userId, { day: START_DAY, nowMs }, () => ({
    kind: 'left',
    reverse: false,
  }));

/** Users who join at that moment, three seconds after they were shown the order. */
async function join(store: Store, orderId: number, userIds: readonly number[], botId: number, atMs: number) {
  const at = { nowMs: atMs, day: START_DAY };
  for (const userId of userIds) {
    await show(store, userId, orderId, botId, atMs - 3_000);
    await settle(store, orderId, userId, at);
  }
}

const unpaid = (store: Store, orderId: number, userId: number, reason: 'suspicious' | 'shared_address') =>
  settle(store, orderId, userId, {
    decide: () => ({ kind: 'free', state: 'notgetted', reason, botId: BOT }),
  });

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

async function twoBots({ store }: Pick<Stage, 'store'>): Promise<number> {
  const { orderId } = await populate(store, { quantityAll: 1_000 });
  await addBot(store, BOT + 1, PUBLISHER);
  return orderId;
}

contract('quality', (stage) => {
  test('orders by their ids, with whether they got subscribers and leaving is told', async () => {
    const { store } = stage();
    const first = await twoBots(stage());
    const { orderId: second } = await addOrder(store, { ...ownChat(2), trackUnsubscriptions: false });
    await join(store, first, [1], BOT, START_MS);
    const watched = { orderId: first, hasSubscribers: true, isWatched: true };
    const other = { orderId: second, hasSubscribers: false, isWatched: false };
    expect(await store.quality.orders(0, START_MS)).toEqual([watched, other]);
    expect(await store.quality.orders(first, START_MS)).toEqual([other]);
    expect(await store.quality.orders(0, START_MS + 1)).toEqual([
      { ...watched, hasSubscribers: false },
      other,
    ]);
    expect(await store.quality.orders(second, 0)).toEqual([]);
  });

  test('subscribers as they came, page by page, with what became of them', async () => {
    const { store } = stage();
    const orderId = await twoBots(stage());
    const own = await addBot(store, BOT + 2, ADVERTISER);
    await join(store, orderId, [5, 4], BOT, START_MS);
    await join(store, orderId, [1], BOT + 1, START_MS + 5);
    await join(store, orderId, [2], own.botId, START_MS + 6);
    await unpaid(store, orderId, 9, 'suspicious');
    await leaveAt(store, orderId, 5, START_MS + 100);
    await store.subscriptions.noteRemoved(orderId, 1, START_MS + 200, 10);
    const of = (userId: number, botId: number, atMs: number) => ({
      userId,
      botId,
      atMs,
      isOwn: false,
      state: 'subscribed',
      changedAtMs: null,
      removedAtMs: null,
      shownAtMs: atMs - 3_000,
    });
    const fourth = of(4, BOT, START_MS);
    const fifth = { ...of(5, BOT, START_MS), state: 'unsubscribed', changedAtMs: START_MS + 100 };
    const rest = [
      { ...of(1, BOT + 1, START_MS + 5), removedAtMs: START_MS + 200 },
      { ...of(2, own.botId, START_MS + 6), isOwn: true },
    ];
    expect(await store.quality.subscribers(orderId, START_MS, null)).toEqual([fourth, fifth, ...rest]);
    expect(await store.quality.subscribers(orderId, START_MS, fourth)).toEqual([fifth, ...rest]);
    expect(await store.quality.subscribers(orderId, START_MS + 1, null)).toEqual(rest);
    expect(await store.quality.subscribers(orderId, START_MS, rest[1] ?? null)).toEqual([]);
  });

  test('joins of bots by what they are, without those of own orders', async () => {
    const { store } = stage();
    const orderId = await twoBots(stage());
    const own = await addBot(store, BOT + 2, ADVERTISER);
    await join(store, orderId, [1, 2, 3], BOT, START_MS);
    await join(store, orderId, [4], own.botId, START_MS);
    for (const userId of [11, 12]) await unpaid(store, orderId, userId, 'suspicious');
    await unpaid(store, orderId, 13, 'shared_address');
    const botIds = [BOT, BOT + 1, own.botId];
    const read = await store.quality.joins(botIds, START_DAY);
    expect(read.toSorted((a, b) => a.botId - b.botId)).toEqual([
      { botId: BOT, paid: 3, suspicious: 2, sharedAddress: 1, cameBack: 0 },
      { botId: own.botId, paid: 0, suspicious: 0, sharedAddress: 0, cameBack: 0 },
    ]);
    expect(await store.quality.joins([BOT + 1], START_DAY)).toEqual([]);
    expect(await store.quality.joins(botIds, START_DAY + 1)).toEqual([]);
  });

  test('paid joins of bots by day, without those of own orders', async () => {
    const { store } = stage();
    const orderId = await twoBots(stage());
    const own = await addBot(store, BOT + 2, ADVERTISER);
    const joins: readonly (readonly [userId: number, botId: number, day: number])[] = [
      ...[[1, BOT, 0] as const, [2, BOT, 0] as const, [3, BOT, 2] as const],
      ...[[4, BOT, 3] as const, [5, BOT + 1, 1] as const, [6, own.botId, 1] as const],
    ];
    for (const [userId, botId, day] of joins) {
      await show(store, userId, orderId, botId);
      await settle(store, orderId, userId, { day: START_DAY + day });
    }
    await unpaid(store, orderId, 11, 'suspicious');
    const botIds = [BOT, BOT + 1, own.botId];
    expect(await store.quality.days(botIds, { fromDay: START_DAY, toDay: START_DAY + 2 })).toEqual([
      { botId: BOT, day: START_DAY, joins: 2 },
      { botId: BOT, day: START_DAY + 2, joins: 1 },
      { botId: BOT + 1, day: START_DAY + 1, joins: 1 },
    ]);
    expect(await store.quality.days([BOT + 1], { fromDay: START_DAY + 2, toDay: START_DAY + 9 })).toEqual([]);
  });

  test('when moderators were told of a bot is kept beside it, and nobody else reads of it', async () => {
    const { store } = stage();
    const some = [
      { botId: 1, ...quality(0.8), notifiedDay: START_DAY },
      { botId: 2, ...quality(1), notifiedDay: null },
      { botId: 3, ...quality(1) },
    ];
    await store.quality.save(some, START_MS);
    expect(await store.quality.notifiedDays([1, 2, 3, 4])).toEqual([{ botId: 1, day: START_DAY }]);
    expect(await store.quality.notifiedDays([2, 3])).toEqual([]);
    expect(await store.quality.find(1)).toEqual({ ...quality(0.8), readAtMs: START_MS });
    await store.quality.save([{ botId: 1, ...quality(0.8), notifiedDay: null }], START_MS + 1);
    expect(await store.quality.notifiedDays([1])).toEqual([]);
  });

  test('what was read is kept until the next reading, which forgets what it does not find again', async () => {
    const { store } = stage();
    const [first, second] = [quality(0.8), quality(1.1)];
    expect(await store.quality.lastReadAtMs()).toBeNull();
    await store.quality.save(
      [
        { botId: 2, ...second },
        { botId: 1, ...first },
      ],
      START_MS,
    );
    expect(await store.quality.lastReadAtMs()).toBeNull();
    await store.quality.finish(START_MS);
    expect(await store.quality.lastReadAtMs()).toBe(START_MS);
    expect(await store.quality.find(1)).toEqual({ ...first, readAtMs: START_MS });
    expect(await store.quality.find(3)).toBeNull();
    expect([await store.quality.factor(2), await store.quality.factor(3)]).toEqual([1.1, 1]);
    await store.quality.save([{ botId: 2, ...first }], START_MS + DAY_MS);
    await store.quality.finish(START_MS + DAY_MS);
    expect(await store.quality.find(2)).toEqual({ ...first, readAtMs: START_MS + DAY_MS });
    expect(await store.quality.find(1)).toBeNull();
  });

  test('a bot whose subscribers leave is found out, once a day, over several orders and pages', async () => {
    const { store } = stage();
    const first = await twoBots(stage());
    const { orderId: second } = await addOrder(store, { ...ownChat(2), quantityAll: 1_000 });
    await join(store, first, range(100, 40), BOT, START_MS);
    await join(store, second, range(200, 40), BOT + 1, START_MS);
    await join(store, second, range(300, 40), BOT, START_MS);
    // An own order's subscribers stay, and help nobody.
    const own = await addBot(store, BOT + 2, ADVERTISER);
    await join(store, second, range(400, 35), own.botId, START_MS);
    for (const userId of range(300, 20)) await leaveAt(store, second, userId, START_MS + HOUR_MS / 2);
    let nowMs = START_MS + 2 * DAY_MS;
    const reading = readingOf(store, () => nowMs);
    expect(await reading.daily()).toBe(2);
    expect(await reading.daily()).toBe(0);
    const found = await store.quality.find(BOT);
    // 20 of 80 left within the hour; of 120 all. Expected: (40 × 20/20 + 40 × 20/60) × 20/120 of 80.
    expect(found).toMatchObject({ joins: 80, readAtMs: nowMs });
    expect(found?.causes[0]?.reason).toBe('leave_within_hour');
    const expected = ((40 + 40 / 3) * (1 / 6)) / 80;
    expect(found?.curve[0]?.others).toBeCloseTo(1 - expected, 9);
    expect(found?.curve[0]?.stayed).toBeCloseTo(1 - (20 + 50 * expected) / 130, 9);
    // 0.8034 beside 0.8889, and nobody left after that.
    expect(await store.quality.factor(BOT)).toBe(0.904);
    expect(await store.quality.factor(BOT + 1)).toBeGreaterThan(1);
    expect(await store.quality.find(own.botId)).toBeNull();
    // Beyond the time that is looked at nothing is left to be read.
    nowMs = START_MS + 60 * DAY_MS;
    expect(await reading.daily()).toBe(0);
    expect(await store.quality.factor(BOT)).toBe(1);
    expect(await store.quality.lastReadAtMs()).toBe(nowMs);
  });

  test('a bot that is out of line is told of to each moderator, once a week', async () => {
    const { store } = stage();
    const first = await twoBots(stage());
    await addBot(store, BOT + 2, PUBLISHER);
    await join(store, first, range(100, 60), BOT, START_MS);
    await join(store, first, range(200, 60), BOT + 1, START_MS);
    await join(store, first, range(300, 60), BOT + 2, START_MS);
    for (const userId of range(100, 59)) await leaveAt(store, first, userId, START_MS + HOUR_MS / 2);
    let nowMs = START_MS + DAY_MS;
    const reading = readingOf(store, () => nowMs);
    const claim = async () => {
      const notifications = await store.notifications.claim('test', 10, HOUR_MS, nowMs);
      for (const claimed of notifications) await store.notifications.done(claimed);
      return notifications.filter(({ kind }) => kind === 'bot_anomaly');
    };
    expect(await reading.daily()).toBe(3);
    const notifications = await claim();
    expect(notifications.map(({ accountId, facts }) => [accountId, facts['botId']])).toEqual(
      MODERATORS.map((moderatorId) => [moderatorId, BOT]),
    );
    const card = anomalyCardOf(notifications[0] ?? { facts: {} });
    expect(card.anomalies.map(({ reason }) => reason)).toEqual(['leave_within_hour']);
    expect(card.joins).toHaveLength(29);
    expect([card.lastDay, card.joins.at(-1), card.joins.at(-2)]).toEqual([START_DAY, 60, 0]);
    for (let day = 2; day <= 7; day += 1) {
      nowMs = START_MS + day * DAY_MS;
      expect(await reading.daily()).toBe(3);
    }
    expect(await claim()).toEqual([]);
    nowMs = START_MS + 8 * DAY_MS;
    await reading.daily();
    expect(await claim()).toHaveLength(2);
  });

  test('a reading that was broken off after moderators were told tells them nothing twice', async () => {
    const { store } = stage();
    const first = await twoBots(stage());
    for (const [at, botId] of [BOT, BOT + 1].entries())
      await join(store, first, range(100 + 100 * at, 60), botId, START_MS);
    for (const userId of range(100, 60)) await leaveAt(store, first, userId, START_MS + HOUR_MS / 2);
    const failing: Store = {
      ...store,
      quality: { ...store.quality, save: () => Promise.reject(new Error('the disk is full')) },
    };
    const nowMs = START_MS + DAY_MS;
    await expect(readingOf(failing, () => nowMs).daily()).rejects.toThrow('the disk is full');
    expect(await readingOf(store, () => nowMs).daily()).toBe(2);
    const notifications = await store.notifications.claim('test', 10, HOUR_MS, nowMs);
    expect(notifications.filter(({ kind }) => kind === 'bot_anomaly')).toHaveLength(2);
  });

  test('pages follow each other without a gap', async () => {
    const { store, open } = stage();
    const orderId = await twoBots(stage());
    const other = await open();
    await join(store, orderId, range(1, 60), BOT, START_MS);
    // As many pages as subscribers, and the reading sees each once.
    const paged: Store = {
      ...other,
      quality: {
        ...other.quality,
        subscribers: async (...given) => (await other.quality.subscribers(...given)).slice(0, 7),
      },
    };
    expect(await readingOf(paged, () => START_MS + 2 * HOUR_MS).daily()).toBe(1);
    const found = await store.quality.find(BOT);
    expect(found?.curve.map(({ followed }) => followed)).toEqual([60, 0, 0, 0, 0, 0, 0]);
  });

  test('a reading that is stopped keeps nothing', async () => {
    const { store } = stage();
    const orderId = await twoBots(stage());
    await join(store, orderId, [1], BOT, START_MS);
    const reading = readingOf(store, () => START_MS + HOUR_MS);
    expect(await reading.daily(AbortSignal.abort())).toBe(0);
    expect(await store.quality.lastReadAtMs()).toBeNull();
    expect(await reading.daily()).toBe(1);
  });
});
