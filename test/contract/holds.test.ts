/** Money on hold, and members who leave. */
import { expect, test } from 'vitest';
import { DAY_MS } from '../../core/days.js';
import {
  addBot,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  leave,
  populate,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';
import { daysIn, unpaidIn } from '../spans.js';

const SHARE = (PRICE * 7n) / 10n;
const HOLD_UNTIL_MS = START_MS + 3_600_000;
const range = { fromDay: START_DAY - 10, toDay: START_DAY + 10 };

contract('holds and leaving', (stage) => {
  test('held money is paid out once its time has come', async () => {
    const { store, commits } = stage();
    const { orderId } = await populate(store);
    for (const userId of [1, 2, 3]) {
      await show(store, userId, orderId);
      const holdUntilMs = HOLD_UNTIL_MS + userId;
      await settle(store, orderId, userId, { decide: chargeShown({ holdUntilMs }) });
    }
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({
      availableMicros: 0n,
      heldMicros: 3n * SHARE,
    });
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 10)).toBe(0);
    commits.length = 0;
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS + 2, 10)).toBe(2);
    expect(commits).toEqual([{ names: ['subscriptions.releaseHolds'], isDurable: true }]);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({
      availableMicros: 2n * SHARE,
      heldMicros: SHARE,
    });
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS + 9, 0)).toBe(0);
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS + 9, 10)).toBe(1);
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS + 9, 10)).toBe(0);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({
      availableMicros: 3n * SHARE,
      heldMicros: 0n,
    });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('of a bot that was refused as they were being settled goes back to the advertiser', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, 10n * PRICE);
    await addBot(store, BOT + 1);
    const made = { moderatorId: 9, notifications: () => [] };
    await store.bots.moderate(BOT, { trust: 'refused' }, made, START_MS);
    // Decided by facts from before the word, as it may be where many write at once.
    const decide = chargeShown({ holdUntilMs: HOLD_UNTIL_MS });
    for (const [userId, botId] of [BOT, BOT + 1, BOT].entries()) {
      await show(store, userId + 1, orderId, botId);
      await settle(store, orderId, userId + 1, { decide });
    }
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 10)).toBe(3);
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 10)).toBe(0);
    const at = { day: START_DAY, nowMs: HOLD_UNTIL_MS };
    expect(await store.trust.settleHeld(at, { holdMs: 0, newPublisherHoldMs: 0 }, 10)).toBe(2);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: SHARE, heldMicros: 0n });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 9n * PRICE });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
  });

  test('a publisher knows when held money is released next, and how much within a day and a week', async () => {
    const { store, sql, open } = stage();
    const ends = { dayEndMs: START_MS + DAY_MS, weekEndMs: START_MS + 7 * DAY_MS };
    const releases = () => store.trust.releasesOf(PUBLISHER, ends);
    const { orderId } = await populate(store);
    const nothing = { nextAtMs: null, dayMicros: 0n, weekMicros: 0n, isPartial: false };
    expect(await releases()).toEqual(nothing);
    await addBot(store, BOT + 1, PUBLISHER);
    const held = [
      { userId: 1, botId: BOT, after: DAY_MS },
      { userId: 2, botId: BOT + 1, after: DAY_MS + 1 },
      { userId: 3, botId: BOT + 1, after: 7 * DAY_MS },
      { userId: 4, botId: BOT, after: 7 * DAY_MS + 1 },
    ];
    for (const { userId, botId, after } of held) {
      await show(store, userId, orderId, botId);
      await settle(store, orderId, userId, { decide: chargeShown({ holdUntilMs: START_MS + after }) });
    }
    const known = { nextAtMs: START_MS + DAY_MS, dayMicros: SHARE, weekMicros: 3n * SHARE, isPartial: false };
    expect(await releases()).toEqual(known);
    expect(await store.trust.releasesOf(ADVERTISER, ends)).toEqual(nothing);
    // What waits for a moderator has no date.
    const refusal = { moderatorId: 9, notifications: () => [] };
    await store.bots.moderate(BOT + 1, { trust: 'refused' }, refusal, START_MS);
    expect(await releases()).toEqual({ ...known, weekMicros: SHARE });
    // Of more subscribers only the first are added up, and the answer says so.
    await sql(`INSERT INTO subscriptions
        (user_id, order_id, bot_id, state, charge, price_micros, at_ms, entry_id, hold_until_ms)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000)
      SELECT 100 + n, order_id, bot_id, state, charge, price_micros, at_ms, entry_id, hold_until_ms + n
      FROM numbers, (SELECT * FROM subscriptions WHERE user_id = 1) AS one`);
    const { trust } = await open();
    expect(await trust.releasesOf(PUBLISHER, ends)).toEqual({
      ...known,
      weekMicros: 5_000n * SHARE,
      isPartial: true,
    });
  });

  test('two processes that release at once pay each out once', async () => {
    const { store, open } = stage();
    const { orderId } = await populate(store);
    const users = [1, 2, 3, 4, 5, 6];
    for (const userId of users) {
      await show(store, userId, orderId);
      await settle(store, orderId, userId, { decide: chargeShown({ holdUntilMs: HOLD_UNTIL_MS }) });
    }
    const other = await open();
    const released = await Promise.all(
      [store, other].map((each) => each.subscriptions.releaseHolds(HOLD_UNTIL_MS, 100)),
    );
    expect(released.reduce((sum, count) => sum + count)).toBe(users.length);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({
      availableMicros: 6n * SHARE,
      heldMicros: 0n,
    });
  });

  test('leaving within the hold takes the charge back once, and the figures follow the ledger', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 2 }, 2n * PRICE);
    for (const userId of [1, 2]) {
      await show(store, userId, orderId);
      await settle(store, orderId, userId, { decide: chargeShown({ holdUntilMs: HOLD_UNTIL_MS }) });
    }
    const version = await store.catalog.version();
    const left = await Promise.all([leave(store, orderId, 1), leave(store, orderId, 1)]);
    // Either of the two may be first.
    left.sort((a, b) => (a.leaving.kind < b.leaving.kind ? -1 : 1));
    expect(left.map(({ leaving }) => leaving)).toEqual([{ kind: 'left', reverse: true }, { kind: 'none' }]);
    expect(left[0].subscriptionStatus).toMatchObject({ state: 'unsubscribed', atMs: START_MS + 60_000 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: PRICE, heldMicros: 0n });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, heldMicros: SHARE });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
    const { orders } = await store.catalog.changedSince(version);
    expect(
      orders.map((order) => order.orderId),
      'the order runs again',
    ).toEqual([orderId]);
    expect(await daysIn(store.statistics.orderSpans({ orderId }, range))).toEqual([
      { day: START_DAY, subscribers: 2, valueMicros: 2n * PRICE },
      { day: START_DAY + 1, subscribers: 0, valueMicros: -PRICE },
    ]);
    expect(await store.bots.find(BOT)).toMatchObject({ profitMicros: SHARE, followers: 2 });
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 10)).toBe(1);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: SHARE, heldMicros: 0n });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('leaving after the hold costs nobody anything, and coming back is notgetted', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, 2n * PRICE);
    await show(store, 1, orderId);
    await settle(store, orderId, 1);
    expect(await rejoin(store, orderId, 1, START_MS + 1)).toMatchObject({ state: 'subscribed' });
    expect(await leave(store, orderId, 1)).toMatchObject({ leaving: { kind: 'left', reverse: false } });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: PRICE });
    expect(await rejoin(store, orderId, 1, START_MS + 90_000)).toMatchObject({
      state: 'notgetted',
      atMs: START_MS + 90_000,
    });
    expect(await settle(store, orderId, 1)).toMatchObject({ settlement: { kind: 'none' } });
    expect(await rejoin(store, orderId, 2, START_MS)).toBeNull();
    expect(await leave(store, orderId, 2)).toEqual({ leaving: { kind: 'none' }, subscriptionStatus: null });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
  });

  test('a return after a reversal books the same charge again, with a new hold', async () => {
    const { store, open } = stage();
    const { orderId } = await populate(store, { quantityAll: 2 }, 2n * PRICE);
    for (const userId of [1, 2]) {
      await show(store, userId, orderId);
      await settle(store, orderId, userId, { decide: chargeShown({ holdUntilMs: HOLD_UNTIL_MS }) });
    }
    await leave(store, orderId, 1);
    const version = await store.catalog.version();
    const other = await open();
    const returned = await Promise.all([rejoin(store, orderId, 1), rejoin(other, orderId, 1)]);
    expect(returned).toMatchObject([{ state: 'subscribed' }, { state: 'subscribed' }]);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 0n });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ heldMicros: 2n * SHARE });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 2 });
    const { orders } = await store.catalog.changedSince(version);
    expect(
      orders.map((order) => order.orderId),
      'the order is full again',
    ).toEqual([orderId]);
    expect(await daysIn(store.statistics.orderSpans({ orderId }, range))).toEqual([
      { day: START_DAY, subscribers: 2, valueMicros: 2n * PRICE },
    ]);
    expect(await store.bots.find(BOT)).toMatchObject({ profitMicros: 2n * SHARE, followers: 2 });
    // The hold counts from the return, and leaving within it takes the second charge back.
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 10)).toBe(1);
    expect(await leave(store, orderId, 1)).toMatchObject({ leaving: { kind: 'left', reverse: true } });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: PRICE });
    expect(await rejoin(store, orderId, 1)).toMatchObject({ state: 'subscribed' });
    expect(await store.subscriptions.releaseHolds(START_MS + 90_000 + 3_600_000, 10)).toBe(1);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({
      availableMicros: 2n * SHARE,
      heldMicros: 0n,
    });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('a return that is booked again says no more why an earlier one was not', async () => {
    const { store, sql } = stage();
    const { orderId } = await populate(store, {}, PRICE);
    for (const userId of [1, 2]) await show(store, userId, orderId);
    await settle(store, orderId, 1, { decide: chargeShown({ holdUntilMs: HOLD_UNTIL_MS }) });
    await leave(store, orderId, 1);
    await settle(store, orderId, 2);
    expect(await rejoin(store, orderId, 1)).toMatchObject({ state: 'notgetted' });
    await leave(store, orderId, 1);
    await deposit(store, ADVERTISER, PRICE);
    expect(await rejoin(store, orderId, 1)).toMatchObject({ state: 'subscribed' });
    expect(await sql('SELECT reason FROM subscriptions WHERE user_id = 1')).toEqual([{ reason: null }]);
  });

  test.each([
    ['the order is full', 'order_full', 1],
    ['the money is spent', 'no_money', 5],
    ['the user is suspicious', 'suspicious', 5],
    ['the bot was refused', 'came_back', 5],
  ] as const)('a return is not booked again where %s', async (_, reason, quantityAll) => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll }, PRICE);
    for (const userId of [1, 2]) await show(store, userId, orderId);
    await settle(store, orderId, 1, { decide: chargeShown({ holdUntilMs: HOLD_UNTIL_MS }) });
    await leave(store, orderId, 1);
    if (reason === 'order_full' || reason === 'no_money') await settle(store, orderId, 2);
    if (reason === 'suspicious') {
      await store.audience.learn(1, {}, START_MS);
      await store.audience.noteVisit({ userId: 1, fingerprint: 'f', address: 'a' }, 0, START_MS);
      await store.audience.markSuspicious({ fingerprint: 'f', address: null }, 0, HOLD_UNTIL_MS);
    }
    if (reason === 'came_back')
      await store.bots.moderate(
        BOT,
        { trust: 'refused' },
        { moderatorId: 9, notifications: () => [] },
        START_MS,
      );
    const { availableMicros } = await store.ledger.balance(ADVERTISER);
    expect(await rejoin(store, orderId, 1)).toMatchObject({ state: 'notgetted' });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros });
    expect(await unpaidIn(store.statistics.orderSpans({ orderId }, range))).toEqual([
      expect.objectContaining({ reason, joins: 1 }),
    ]);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('a charge that was paid out cannot be taken back', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await show(store, 1, orderId);
    await settle(store, orderId, 1, { decide: chargeShown({ holdUntilMs: HOLD_UNTIL_MS }) });
    await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 1);
    const at = { day: START_DAY, nowMs: HOLD_UNTIL_MS + 1 };
    await expect(
      store.subscriptions.leave(orderId, 1, at, () => ({ kind: 'left', reverse: true })),
    ).rejects.toThrow();
    expect((await store.sponsors.requestContext(BOT, 1, 0, START_MS)).subscriptionStatuses).toMatchObject([
      { state: 'subscribed' },
    ]);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: SHARE, heldMicros: 0n });
  });
});
