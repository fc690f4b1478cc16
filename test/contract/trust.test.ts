/** What moderators say of bots and publishers, and what becomes of the money that waits for their word. */
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { SettlementFacts } from '../../core/ports/subscription-store.js';
import {
  addBot,
  ADVERTISER,
  addOrder,
  BALANCED,
  chargeShown,
  deposit,
  openAccount,
  ownChat,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { storeKind } from '../support/database.js';
import { contract, START_DAY, START_MS } from './run.js';

const SHARE = (PRICE * 7n) / 10n;
const PLAIN_BOT = 7002;
const HOUR_MS = 3_600_000;
const SETTLED_MS = START_MS + 1_000;
const at = { day: START_DAY + 1, nowMs: START_MS + HOUR_MS };
const holds = { holdMs: HOUR_MS, newPublisherHoldMs: 3 * HOUR_MS };
const noNotifications = { moderatorId: 9, notifications: () => [] };
const range = { fromDay: START_DAY - 10, toDay: START_DAY + 10 };

const chargeHeld = chargeShown({ isHeldForTrust: true });

/** An advertiser's order, and a bot without a token that brought so many subscribers. */
async function heldSubscribers(store: Store, count: number, quantityAll = 10): Promise<number> {
  await openAccount(store, ADVERTISER);
  await openAccount(store, PUBLISHER);
  await addBot(store, PLAIN_BOT, PUBLISHER, { tokenCipher: null });
  await deposit(store, ADVERTISER, 1_000n * PRICE);
  const { orderId } = await addOrder(store, { quantityAll });
  for (let userId = 1; userId <= count; userId += 1) {
    await show(store, userId, orderId, PLAIN_BOT);
    await settle(store, orderId, userId, { decide: chargeHeld });
  }
  return orderId;
}

contract('trust', (stage) => {
  test('what a moderator says of a bot is kept, logged and told once', async () => {
    const { store, open, commits } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store, PLAIN_BOT, PUBLISHER, { tokenCipher: null });
    const other = await open();
    const before = await other.bots.version();
    const notification = { accountId: PUBLISHER, kind: 'bot_trusted', facts: {}, dedupeKey: 'once' } as const;
    const made = { moderatorId: 9, notifications: () => [notification] };
    commits.length = 0;
    expect(await store.bots.moderate(PLAIN_BOT, { trust: 'trusted' }, made, START_MS)).toMatchObject({
      trust: 'trusted',
    });
    expect(commits.map(({ isDurable }) => isDurable)).toEqual([true]);
    expect(await store.bots.moderate(PLAIN_BOT, { trust: 'trusted' }, made, START_MS)).toMatchObject({
      trust: 'trusted',
    });
    expect(await store.bots.moderate(1, { trust: 'trusted' }, made, START_MS)).toBeNull();
    expect(await other.bots.find(PLAIN_BOT)).toMatchObject({ trust: 'trusted' });
    expect(await other.bots.version()).toBeGreaterThan(before);
    expect(await store.moderationLog.page({ beforeId: null, limit: 10 })).toMatchObject([
      { moderatorId: 9, action: 'bot_trusted', botId: PLAIN_BOT },
    ]);
    expect(await store.notifications.claim('w', 10, 1_000, START_MS)).toMatchObject([
      { kind: 'bot_trusted' },
    ]);
  });

  test('an account is trusted, and no longer; only the first is told', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    expect(await store.accounts.find(PUBLISHER)).toMatchObject({ isTrusted: false });
    const notification = {
      accountId: PUBLISHER,
      kind: 'account_trusted',
      facts: {},
      dedupeKey: 'once',
    } as const;
    const made = { moderatorId: 9, notifications: () => [notification] };
    for (const isTrusted of [true, true, false]) {
      expect(await store.trust.decideAccount(PUBLISHER, isTrusted, made, START_MS)).toMatchObject({
        isTrusted,
      });
      expect(await store.accounts.find(PUBLISHER)).toMatchObject({ isTrusted });
    }
    expect(await store.trust.decideAccount(1, true, made, START_MS)).toBeNull();
    const log = await store.moderationLog.page({ beforeId: null, limit: 10 });
    expect(log.map((line) => line.action)).toEqual(['account_untrusted', 'account_trusted']);
    expect(await store.notifications.claim('w', 10, 1_000, START_MS)).toHaveLength(1);
  });

  test('while nobody has decided, held money stays where it is', async () => {
    const { store } = stage();
    await heldSubscribers(store, 2);
    expect(await store.trust.settleHeld(at, holds, 10)).toBe(0);
    expect(await store.subscriptions.releaseHolds(START_MS + 1_000 * HOUR_MS, 10)).toBe(0);
    expect(await store.trust.heldOf(PLAIN_BOT)).toEqual({ subscribers: 2, micros: 2n * SHARE });
    expect(await store.trust.heldOf(1)).toEqual({ subscribers: 0, micros: 0n });
    expect(await store.trust.heldOfAccount(PUBLISHER)).toMatchObject([
      { bot: { botId: PLAIN_BOT }, subscribers: 2, micros: 2n * SHARE },
    ]);
    expect(await store.trust.heldOfAccount(ADVERTISER)).toEqual([]);
  });

  test.each([
    { isTrusted: false, holdMs: 3 * HOUR_MS },
    { isTrusted: true, holdMs: HOUR_MS },
  ])('of a trusted bot it waits for its hold alone (account trusted: $isTrusted)', async (row) => {
    const { store } = stage();
    await heldSubscribers(store, 5);
    await store.trust.decideAccount(PUBLISHER, row.isTrusted, noNotifications, START_MS);
    await store.bots.moderate(PLAIN_BOT, { trust: 'trusted' }, noNotifications, START_MS);
    expect(await store.trust.settleHeld(at, holds, 2)).toBe(2);
    expect(await store.trust.heldOf(PLAIN_BOT)).toMatchObject({ subscribers: 3 });
    expect(await store.trust.settleHeld(at, holds, 10)).toBe(3);
    expect(await store.trust.settleHeld(at, holds, 10)).toBe(0);
    expect(await store.subscriptions.releaseHolds(SETTLED_MS + row.holdMs - 1, 10)).toBe(0);
    expect(await store.subscriptions.releaseHolds(SETTLED_MS + row.holdMs, 10)).toBe(5);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({
      availableMicros: 5n * SHARE,
      heldMicros: 0n,
    });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('what an account pays to itself does not wait for its moderator: it is released after the hold', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store, PLAIN_BOT, PUBLISHER, { tokenCipher: null });
    await deposit(store, PUBLISHER, 10n * PRICE);
    const { orderId } = await addOrder(store, {}, PUBLISHER);
    await show(store, 1, orderId, PLAIN_BOT);
    await settle(store, orderId, 1, { decide: chargeHeld });
    await store.bots.moderate(PLAIN_BOT, { trust: 'trusted' }, noNotifications, START_MS);
    expect(await store.trust.settleHeld(at, holds, 10)).toBe(1);
    expect(await store.subscriptions.releaseHolds(SETTLED_MS + HOUR_MS - 1, 10)).toBe(0);
    expect(await store.subscriptions.releaseHolds(SETTLED_MS + HOUR_MS, 10)).toBe(1);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('of a refused bot it goes back to the advertiser, and the figures follow the ledger', async () => {
    const { store, open } = stage();
    const orderId = await heldSubscribers(store, 3, 3);
    const version = await store.catalog.version();
    await store.bots.moderate(PLAIN_BOT, { trust: 'refused' }, noNotifications, START_MS);
    expect(await store.trust.settleHeld(at, holds, 1)).toBe(1);
    // Another process goes on with it, as after a restart.
    const other = await open();
    const rest = await Promise.all([store, other].map((each) => each.trust.settleHeld(at, holds, 10)));
    expect(rest.reduce((sum, count) => sum + count)).toBe(2);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 1_000n * PRICE });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, heldMicros: 0n });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 0 });
    const { orders } = await store.catalog.changedSince(version);
    expect(
      orders.map((order) => order.orderId),
      'the order runs again',
    ).toEqual([orderId]);
    expect((await store.statistics.orderSpans({ orderId }, range)).flatMap(({ days }) => days)).toEqual([
      { day: START_DAY, subscribers: 3, valueMicros: 3n * PRICE },
      { day: START_DAY + 1, subscribers: 0, valueMicros: -3n * PRICE },
    ]);
    expect(await store.bots.find(PLAIN_BOT)).toMatchObject({ profitMicros: 0n });
    const lines = await store.ledger.history(ADVERTISER, { beforeEntryId: null, limit: 10 });
    expect(lines.filter((line) => line.kind === 'reversal')).toHaveLength(3);
    expect(await store.subscriptions.releaseHolds(START_MS + 1_000 * HOUR_MS, 10)).toBe(0);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  // Over SQLite it is skipped: it has one writer, who waits for nobody.
  test.runIf(storeKind === 'postgres')('a refusal takes nothing that a settlement waits for', async () => {
    const { store, url, sql } = stage();
    const orderId = await heldSubscribers(store, 1);
    await store.bots.moderate(PLAIN_BOT, { trust: 'refused' }, noNotifications, START_MS);
    // As a settlement does: first the order, then the bot.
    const settling = new pg.Client({ connectionString: url });
    await settling.connect();
    await settling.query(`BEGIN; SELECT 1 FROM orders WHERE order_id = ${String(orderId)} FOR UPDATE`);
    const refusing = store.trust.settleHeld(at, holds, 10);
    const waiting = async () => (await sql('SELECT 1 FROM pg_locks WHERE NOT granted')).length;
    await expect.poll(waiting).toBeGreaterThan(0);
    const bot = await settling.query(
      `SELECT 1 FROM bots WHERE bot_id = ${String(PLAIN_BOT)} FOR NO KEY UPDATE NOWAIT`,
    );
    expect(bot.rowCount).toBe(1);
    await settling.query('COMMIT');
    await settling.end();
    expect(await refusing).toBe(1);
  });

  test('a bot waits for a moderator with held money, or without a token and with lists', async () => {
    const { store } = stage();
    await heldSubscribers(store, 1);
    await addBot(store, 7003, PUBLISHER, { tokenCipher: null });
    await addBot(store, 7004, PUBLISHER, { tokenCipher: null });
    await addBot(store, 7005, PUBLISHER);
    for (const botId of [7003, 7005]) store.statistics.countRequest(botId, START_DAY, 'sponsors');
    store.statistics.countRequest(7004, START_DAY - 3, 'sponsors');
    await store.statistics.botSpans({ botId: 7003 }, range);
    const waiting = async (sinceDay: number, offset = 0, limit = 10) => {
      const { bots, total } = await store.trust.waitingBots(sinceDay, { offset, limit });
      return [bots.map(({ bot, subscribers }) => [bot.botId, subscribers]), total];
    };
    expect(await waiting(START_DAY)).toEqual([
      [
        [PLAIN_BOT, 1],
        [7003, 0],
      ],
      2,
    ]);
    expect(await waiting(START_DAY - 3, 1, 1)).toEqual([[[7003, 0]], 3]);
    await store.bots.moderate(7003, { trust: 'refused' }, noNotifications, START_MS);
    // A token that is added later proves the bot, not what it brought before.
    await store.bots.update(PLAIN_BOT, { tokenCipher: 'sealed token' }, START_MS);
    expect(await waiting(START_DAY)).toEqual([[[PLAIN_BOT, 1]], 1]);
  });

  test('new publishers with money on hold wait for a moderator', async () => {
    const { store } = stage();
    await heldSubscribers(store, 2);
    const waiting = () => store.trust.waitingAccounts({ offset: 0, limit: 10 });
    expect(await waiting()).toMatchObject({
      accounts: [{ account: { accountId: PUBLISHER, isTrusted: false }, heldMicros: 2n * SHARE }],
      total: 1,
    });
    await store.trust.decideAccount(PUBLISHER, true, noNotifications, START_MS);
    expect(await waiting()).toEqual({ accounts: [], total: 0 });
  });

  test('joins that nobody paid for are told by reason', async () => {
    const { store } = stage();
    const orderId = await heldSubscribers(store, 0);
    for (const [userId, reason] of [
      [1, 'untrusted'],
      [2, 'no_contact'],
      [3, 'untrusted'],
    ] as const) {
      await show(store, userId, orderId, PLAIN_BOT);
      const decide = () => ({ kind: 'free', state: 'notgetted', reason, botId: PLAIN_BOT }) as const;
      await settle(store, orderId, userId, { decide });
    }
    expect(await store.trust.unpaid(PLAIN_BOT, START_DAY)).toEqual([
      { reason: 'untrusted', joins: 2 },
      { reason: 'no_contact', joins: 1 },
    ]);
    expect(await store.trust.unpaid(PLAIN_BOT, START_DAY + 1)).toEqual([]);
  });

  /** A withdrawal of the publisher that is decided at once; whether the account is trusted then. */
  async function withdraw(store: Store, requestKey: string, amountMicros: bigint, state: 'paid' | 'refused') {
    const wanted = { amountMicros, detailsCipher: 'sealed', requestKey };
    const asking = await store.withdrawals.ask(PUBLISHER, wanted, 5, () => [], START_MS);
    if (asking.kind !== 'asked') throw new Error(`it was not asked for: ${asking.kind}`);
    const decision = { state, decidedBy: 9, note: 'why', seenMicros: amountMicros };
    await store.withdrawals.decide(asking.withdrawal.withdrawalId, decision, () => [], START_MS);
    return (await store.accounts.find(PUBLISHER))?.isTrusted;
  }

  /** One subscriber of an order of this account, through the publisher's bot. */
  async function earn(store: Store, accountId: number, holdUntilMs: number | null): Promise<void> {
    await openAccount(store, accountId);
    await deposit(store, accountId, 10n * PRICE);
    await addBot(store, PLAIN_BOT, PUBLISHER);
    const { orderId } = await addOrder(store, {}, accountId);
    await show(store, 1, orderId, PLAIN_BOT);
    const isOwn = accountId === PUBLISHER;
    const decide = (facts: SettlementFacts) => {
      const settlement = chargeShown({ holdUntilMs })(facts);
      return settlement.kind === 'counted' ? { ...settlement, isOwn } : settlement;
    };
    await settle(store, orderId, 1, { decide });
  }

  test('a withdrawal of earnings that is paid makes an account trusted, once', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await earn(store, ADVERTISER, null);
    expect(await withdraw(store, 'a', SHARE, 'refused')).toBe(false);
    expect(await withdraw(store, 'b', SHARE / 2n, 'paid')).toBe(true);
    await store.trust.decideAccount(PUBLISHER, false, noNotifications, START_MS);
    expect(await withdraw(store, 'c', SHARE / 2n, 'paid'), 'a moderator’s word stands').toBe(false);
  });

  test('one of a deposit does not, and is not held against the next', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n * PRICE);
    expect(await withdraw(store, 'a', PRICE, 'paid')).toBe(false);
    await earn(store, ADVERTISER, null);
    expect(await withdraw(store, 'b', SHARE + 1n, 'paid')).toBe(false);
    expect(await withdraw(store, 'c', SHARE, 'paid')).toBe(true);
  });

  test.each([
    ['on hold', ADVERTISER, START_MS + HOUR_MS],
    ['of the account’s own orders', PUBLISHER, null],
  ])('earnings %s are none yet', async (_name, accountId, holdUntilMs) => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n * PRICE);
    await earn(store, accountId, holdUntilMs);
    expect(await withdraw(store, 'a', SHARE, 'paid')).toBe(false);
  });

  test('what a refused bot has on hold goes back as well, though it has a token', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await earn(store, ADVERTISER, START_MS + HOUR_MS);
    await addBot(store, PLAIN_BOT + 1, PUBLISHER);
    const { orderId } = await addOrder(store, ownChat(2));
    await show(store, 2, orderId, PLAIN_BOT + 1);
    await settle(store, orderId, 2, { decide: chargeShown({ holdUntilMs: START_MS + HOUR_MS }) });
    await store.bots.moderate(PLAIN_BOT, { trust: 'refused' }, noNotifications, START_MS);
    // Time alone releases nothing of it any more.
    expect(await store.subscriptions.releaseHolds(START_MS + HOUR_MS, 10)).toBe(1);
    expect(await store.trust.settleHeld(at, holds, 10)).toBe(1);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: SHARE, heldMicros: 0n });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 9n * PRICE });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('what a refusal returns is known before: all that is on hold, for whatever reason', async () => {
    const { store } = stage();
    const orderId = await heldSubscribers(store, 2);
    const onHold = chargeShown({ holdUntilMs: START_MS + 24 * HOUR_MS });
    await show(store, 3, orderId, PLAIN_BOT);
    await settle(store, orderId, 3, { decide: onHold });
    const returnable = await store.trust.returnableOf([PLAIN_BOT]);
    expect(returnable).toEqual({ subscribers: 3, micros: 3n * PRICE });
    const before = await store.ledger.balance(ADVERTISER);
    await store.bots.moderate(PLAIN_BOT, { trust: 'refused' }, noNotifications, START_MS);
    await store.trust.settleHeld(at, holds, 10);
    const after = await store.ledger.balance(ADVERTISER);
    expect(after.availableMicros - before.availableMicros).toBe(returnable.micros);
    expect(await store.trust.returnableOf([PLAIN_BOT])).toEqual({ subscribers: 0, micros: 0n });
  });

  test('the charge of a second order is not touched by the refusal of a bot that did not bring it', async () => {
    const { store } = stage();
    await heldSubscribers(store, 1);
    await addBot(store, 7006, PUBLISHER, { tokenCipher: null });
    const { orderId } = await addOrder(store, ownChat(2));
    await show(store, 1, orderId, 7006);
    await settle(store, orderId, 1, { decide: chargeHeld });
    await store.bots.moderate(7006, { trust: 'refused' }, noNotifications, START_MS);
    expect(await store.trust.settleHeld(at, holds, 10)).toBe(1);
    expect(await store.trust.heldOf(PLAIN_BOT)).toMatchObject({ subscribers: 1 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 999n * PRICE });
  });

  test('paid joins that are taken over are counted by bot and day', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    await openAccount(store, PUBLISHER);
    await addBot(store, 7010);
    await addBot(store, 7011);
    await deposit(store, ADVERTISER, 1_000n * PRICE);
    const { orderId } = await addOrder(store, {});
    const seen = new Map<number, number | undefined>();
    const join = async (userId: number, ...bots: number[]) => {
      for (const [order, botId] of bots.entries())
        await show(store, userId, orderId, botId, START_MS + 10 * order);
      const decide = (facts: SettlementFacts) => {
        seen.set(userId, facts.impressions[0]?.bot.takenOverToday);
        return chargeHeld(facts);
      };
      await settle(store, orderId, userId, { decide });
    };
    await join(1, 7010);
    await join(2, 7010, 7011);
    await join(3, 7010, 7011);
    await join(4, 7011);
    expect([...seen.values()], 'the settlement reads those of the day').toEqual([0, 0, 1, 2]);
    expect(await store.trust.takenOver(7010, START_DAY)).toEqual({ subscribers: 1, takenOver: 0 });
    expect(await store.trust.takenOver(7011, START_DAY)).toEqual({ subscribers: 3, takenOver: 2 });
    expect(await store.trust.takenOver(7011, START_DAY + 1)).toEqual({ subscribers: 0, takenOver: 0 });
    const since = { day: START_DAY, leastJoins: 3, share: 0.6 };
    const both = { ...since, leastJoins: 0, share: 0 };
    const later = { bot: { botId: 7011 }, subscribers: 3, takenOver: 2 };
    expect(await store.trust.takenOverBots(since, 10)).toMatchObject([later]);
    expect(await store.trust.takenOverBots({ ...since, share: 0.7 }, 10)).toEqual([]);
    expect(await store.trust.takenOverBots({ ...since, leastJoins: 4 }, 10)).toEqual([]);
    expect((await store.trust.takenOverBots(both, 10)).map(({ bot }) => bot.botId)).toEqual([7011, 7010]);
    expect(await store.trust.takenOverBots(both, 1)).toHaveLength(1);
    await store.bots.moderate(7011, { trust: 'refused' }, noNotifications, START_MS);
    await store.trust.settleHeld({ ...at, day: START_DAY }, holds, 10);
    const kept = await store.trust.takenOver(7011, START_DAY);
    expect(kept, 'counts only grow, as those of subscribers').toEqual({ subscribers: 3, takenOver: 2 });
  });
});
