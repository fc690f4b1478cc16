/** What a charge may take, and how often: one join once for ever, withdrawals that wait, subscribers who were removed. */
import { expect, test } from 'vitest';
import type { UnpaidReason } from '../../core/terms/index.js';
import type { Store } from '../../core/ports.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { Order, PauseReason } from '../../core/ports/order-store.js';
import type { Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import {
  addOrder,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  leave,
  openAccount,
  orderFields,
  ownChat,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const SHARE = (PRICE * 7n) / 10n;
const HOLD_UNTIL_MS = START_MS + 3_600_000;
const nobody = () => [];
const held = chargeShown({ holdUntilMs: HOLD_UNTIL_MS });

const wordOf = (settlement: Settlement): string =>
  settlement.kind === 'free' ? settlement.reason : settlement.kind;

/** Shows the order to the user and settles them. */
async function join(store: Store, { orderId }: Order, userId: number, nowMs = START_MS): Promise<string> {
  await show(store, userId, orderId, BOT, nowMs - 1);
  return wordOf((await settle(store, orderId, userId, { nowMs })).settlement);
}

contract('a join', (stage) => {
  const { resource } = orderFields();
  const bot = { adsType: 'bot', toBotMember: true, resource } as const;
  const link = { adsType: 'resource', resource } as const;
  const other = { link: 'https://t.me/another', linkKey: 't.me/another' };

  test.each([
    { name: 'two orders on one chat', first: {}, second: other, isOnce: true },
    { name: 'orders on two chats', first: {}, second: ownChat(1), isOnce: false },
    { name: 'two orders on one link', first: link, second: link, isOnce: true },
    { name: 'orders on two links', first: link, second: { ...link, ...other }, isOnce: false },
    { name: 'two orders on a bot that nobody can look into', first: bot, second: bot, isOnce: true },
  ])('over $name is paid for once: $isOnce', async ({ first, second, isOnce }) => {
    const { store } = stage();
    const one = await populate(store, first);
    const two = await addOrder(store, second);
    expect(await join(store, one, 1)).toBe('counted');
    expect(await join(store, two, 1)).toBe(isOnce ? 'paid_elsewhere' : 'counted');
    expect(await join(store, two, 2), 'another user').toBe('counted');
  });

  test('is paid for once over the orders of two accounts, for ever, also when it was paid back', async () => {
    const { store } = stage();
    const one = await populate(store);
    await openAccount(store, 503);
    const theirs = await addOrder(store, other, 503);
    await show(store, 1, one.orderId);
    await settle(store, one.orderId, 1, { decide: held });
    expect((await leave(store, one.orderId, 1)).leaving).toEqual({ kind: 'left', reverse: true });
    expect(await join(store, theirs, 1, START_MS + 90 * 86_400_000)).toBe('paid_elsewhere');
  });

  test('over two orders settled at once by two processes is paid for once', async () => {
    const { store, open } = stage();
    const stores = [store, await open()] as const;
    const one = await populate(store);
    const two = await addOrder(store, other);
    const users = Array.from({ length: 12 }, (_, index) => index + 1);
    for (const userId of users) for (const { orderId } of [one, two]) await show(store, userId, orderId);
    const settled = await Promise.all(
      users.flatMap((userId) =>
        [one, two].map(({ orderId }, at) => settle(stores[at === 0 ? 0 : 1], orderId, userId)),
      ),
    );
    const words = settled.map(({ settlement }) => wordOf(settlement)).sort();
    expect(words.filter((word) => word === 'paid_elsewhere' || word === 'order_full')).toHaveLength(12);
    expect(words.filter((word) => word === 'counted')).toHaveLength(12);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('that is not paid for is counted by order, day, bot and reason', async () => {
    const { store, sql } = stage();
    const { orderId } = await populate(store);
    const unpaid =
      (reason: UnpaidReason) =>
      ({ subscriptionStatus }: SettlementFacts): Settlement =>
        subscriptionStatus === null
          ? { kind: 'free', state: 'notgetted', reason, botId: BOT }
          : { kind: 'none' };
    for (const userId of [1, 2]) await settle(store, orderId, userId, { decide: unpaid('no_contact') });
    await settle(store, orderId, 2, { decide: unpaid('no_contact') });
    await settle(store, orderId, 3, { decide: unpaid('suspicious') });
    const rows = await sql('SELECT order_id, bot_id, reason, joins FROM unpaid_days ORDER BY reason');
    const of = (reason: string, joins: number) => ({ order_id: orderId, bot_id: BOT, reason, joins });
    expect(rows.map((row) => ({ ...row, joins: Number(row.joins) }))).toEqual([
      of('no_contact', 2),
      of('suspicious', 1),
    ]);
    const reasons = await sql('SELECT user_id, reason FROM subscriptions ORDER BY user_id');
    expect(reasons.map((row) => row.reason)).toEqual(['no_contact', 'no_contact', 'suspicious']);
  });
});

contract('a charge', (stage) => {
  const ask = async (store: Store, amountMicros: bigint, requestKey: string): Promise<number> => {
    const wanted = { amountMicros, detailsCipher: '', requestKey };
    const asking = await store.withdrawals.ask(ADVERTISER, wanted, 5, nobody, START_MS);
    if (asking.kind !== 'asked') throw new Error(`not asked: ${asking.kind}`);
    return asking.withdrawal.withdrawalId;
  };
  const withdrawals = async (store: Store) => {
    const all = await store.withdrawals.ofAccount(ADVERTISER, { beforeId: null, limit: 10 });
    return all.map(({ state, amountMicros }) => [state, amountMicros]);
  };
  const balance = async (store: Store) => {
    const { availableMicros, reservedMicros } = await store.ledger.balance(ADVERTISER);
    return [availableMicros, reservedMicros];
  };
  const half = PRICE / 2n;

  test('takes what is missing of the withdrawals that wait, the latest first, down to nothing', async () => {
    const { store } = stage();
    const order = await populate(store, {}, 3n * PRICE);
    await ask(store, PRICE + half, 'older');
    await ask(store, PRICE, 'newer');
    expect(await balance(store)).toEqual([half, 2n * PRICE + half]);
    expect(await join(store, order, 1)).toBe('counted');
    expect(await withdrawals(store)).toEqual([
      ['waiting', half],
      ['waiting', PRICE + half],
    ]);
    expect(await join(store, order, 2)).toBe('counted');
    expect(await balance(store)).toEqual([0n, PRICE]);
    const [newer] = await store.withdrawals.ofAccount(ADVERTISER, { beforeId: null, limit: 1 });
    expect(newer).toMatchObject({ state: 'cancelled', decidedAtMs: START_MS });
    expect((await withdrawals(store))[1]).toEqual(['waiting', PRICE]);
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect(await join(store, order, 3)).toBe('counted');
    expect(await join(store, order, 4)).toBe('no_money');
    expect((await withdrawals(store)).map(([state]) => state)).toEqual(['cancelled', 'cancelled']);
    expect(await balance(store)).toEqual([0n, 0n]);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 3n * SHARE });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect(await store.checks.compare()).toMatchObject({ differing: 0 });
  });

  test('leaves of a withdrawal what is paid out then, and takes nothing of one that was', async () => {
    const { store } = stage();
    const order = await populate(store, {}, 2n * PRICE);
    const withdrawalId = await ask(store, 2n * PRICE - half, 'one');
    expect(await join(store, order, 1)).toBe('counted');
    const decision = { state: 'paid' as const, decidedBy: 9, note: '', seenMicros: PRICE };
    const decided = await store.withdrawals.decide(withdrawalId, decision, nobody, START_MS + 5);
    expect(decided).toMatchObject({ kind: 'decided', withdrawal: { amountMicros: PRICE } });
    expect(await join(store, order, 2)).toBe('no_money');
    expect(await balance(store)).toEqual([0n, 0n]);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('that is taken back returns into the wallet, whatever it took of', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, PRICE);
    await ask(store, PRICE - half, 'one');
    await show(store, 1, orderId);
    await settle(store, orderId, 1, { decide: held });
    expect(await balance(store)).toEqual([0n, 0n]);
    expect(await withdrawals(store)).toEqual([['cancelled', 0n]]);
    await leave(store, orderId, 1, START_DAY);
    expect(await balance(store)).toEqual([PRICE, 0n]);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, heldMicros: 0n });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect(await store.checks.compare()).toMatchObject({ differing: 0 });
  });

  test('that waits for a moderator’s trust is on hold, and no time releases it', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await show(store, 1, orderId);
    await settle(store, orderId, 1, { decide: chargeShown({ isHeldForTrust: true }) });
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS + 1_000 * 86_400_000, 10)).toBe(0);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, heldMicros: SHARE });
    expect((await leave(store, orderId, 1)).leaving).toEqual({ kind: 'left', reverse: true });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });
});

contract('an order that removes its subscribers', (stage) => {
  const tell = (order: Order, reason: PauseReason): NewNotification[] => [
    {
      accountId: order.accountId,
      kind: 'order_paused',
      facts: { orderId: order.orderId, reason },
      dedupeKey: `paused:${String(order.revision)}`,
    },
  ];

  test('is told how many of its last it removed, each once, and nothing is taken back', async () => {
    const { store } = stage();
    const order = await populate(store, { quantityAll: 100 });
    const { orderId } = order;
    for (const userId of [1, 2, 3, 4, 5]) await join(store, order, userId, START_MS + userId);
    const before = await store.ledger.balance(ADVERTISER);
    const remove = (userId: number, window = 3) =>
      store.subscriptions.noteRemoved(orderId, userId, START_MS + 100, window);
    expect(await remove(1), 'not among the last three').toBe(0);
    expect(await remove(4)).toBe(1);
    expect(await remove(4), 'noted before').toBeNull();
    expect(await remove(5)).toBe(2);
    expect(await remove(2, 100)).toBe(4);
    expect(await remove(99), 'never a subscriber').toBeNull();
    expect(await store.ledger.balance(ADVERTISER)).toEqual(before);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 5 });
    expect((await store.sponsors.requestContext(BOT, 4, 0, START_MS)).subscriptionStatuses).toMatchObject([
      { state: 'subscribed' },
    ]);
  });

  test('is noted for nobody whom it did not pay for', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const decide = () => ({ kind: 'free', state: 'notgetted', reason: 'no_contact', botId: BOT }) as const;
    await settle(store, orderId, 1, { decide });
    expect(await store.subscriptions.noteRemoved(orderId, 1, START_MS, 100)).toBeNull();
  });

  test('is paused once and goes on once, and its owner is told each time', async () => {
    const { store, open, commits } = stage();
    const { orderId, revision } = await populate(store);
    const second = await open();
    const byService = { moderatorId: null, reason: 'removes_subscribers' } as const;
    const paused = await Promise.all(
      [store, second, store].map((each) => each.orderWatch.hold(orderId, byService, tell, START_MS)),
    );
    expect(paused.filter(Boolean)).toHaveLength(1);
    expect(await store.orders.find(orderId)).toMatchObject({
      pauseReason: 'removes_subscribers',
      checkState: 'ok',
      revision: revision + 1,
    });
    const resumed = await Promise.all(
      [store, second].map((each) => each.orderWatch.resume(orderId, 9, tell, START_MS)),
    );
    expect(resumed.filter(Boolean)).toHaveLength(1);
    expect(await store.orders.find(orderId)).toMatchObject({ pauseReason: null, revision: revision + 2 });
    const told = await store.notifications.claim('w', 10, 60_000, START_MS + 1);
    expect(told.map(({ facts }) => facts.reason)).toEqual(['removes_subscribers', 'removes_subscribers']);
    for (const name of ['orderWatch.hold', 'orderWatch.resume']) {
      const made = commits.filter(({ names }) => names.includes(name));
      expect(made.length).toBeGreaterThan(0);
      expect(made.every((each) => each.isDurable)).toBe(true);
    }
    expect(await store.orderWatch.hold(99, byService, tell, START_MS)).toBe(false);
  });
});
