/** Charges taken back because fraud was found later. */
import { expect, test } from 'vitest';
import { createReversals } from '../../core/reversals/index.js';
import type { WantedReversal } from '../../core/reversals/index.js';
import { defaultBotSettings } from '../../core/terms/index.js';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  leave,
  openAccount,
  ownChat,
  populate,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const SHARE = (PRICE * 7n) / 10n;
const FEE = PRICE - SHARE;
const HOLD_UNTIL_MS = START_MS + 3_600_000;
const DAY_MS = 86_400_000;
const ADMINISTRATOR = 9;
const settings = parseSettings({
  BOT_TOKEN: '1:operator-token-operator-token-operator',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: 'file:unused',
  SERVICE_TIMEZONE: 'UTC',
  ADMIN_IDS: String(ADMINISTRATOR),
});
const OF_BOT: WantedReversal = {
  of: { botId: BOT },
  orderId: null,
  fromDay: null,
  toDay: null,
  reason: 'Bought users',
};

function reversalsOf(store: Store, nowMs = START_MS + 3 * DAY_MS, atOnce?: number) {
  return createReversals({ store, clock: { now: () => nowMs }, settings }, atOnce);
}

async function join(
  store: Store,
  orderId: number,
  userIds: readonly number[],
  more: { botId?: number; nowMs?: number; day?: number; holdUntilMs?: number | null } = {},
) {
  const { botId = BOT, nowMs = START_MS + 1_000, day = START_DAY, holdUntilMs = HOLD_UNTIL_MS } = more;
  for (const userId of userIds) {
    await show(store, userId, orderId, botId);
    await settle(store, orderId, userId, { nowMs, day, decide: chargeShown({ holdUntilMs }) });
  }
}

async function figures(store: Store) {
  const [advertiser, publisher] = [
    await store.ledger.balance(ADVERTISER),
    await store.ledger.balance(PUBLISHER),
  ];
  return { advertiser: advertiser.availableMicros, ...publisher };
}

async function expectSound(store: Store) {
  expect(await store.ledger.check()).toEqual(BALANCED);
  expect((await store.checks.compare()).differences).toEqual([]);
}

const historyOf = (store: Store, accountId: number) =>
  store.ledger.history(accountId, { beforeEntryId: null, limit: 100 });
const sent = async (store: Store) =>
  (await store.notifications.claim('w', 100, 60_000, START_MS + 9 * DAY_MS)).map(
    ({ accountId, kind, facts }) => ({ accountId, kind, ...facts }),
  );
const actions = async (store: Store) =>
  (await store.moderationLog.page({ beforeId: null, limit: 100 })).map(({ action }) => action);

contract('charges that were fraud', (stage) => {
  test('are foreseen, then taken back wherever their money is: on hold, released, or paid at once', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, 100n * PRICE);
    await join(store, orderId, [1, 2]);
    await join(store, orderId, [3], { holdUntilMs: null });
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 1)).toBe(1);
    const reversals = reversalsOf(store);
    const earned = { heldMicros: SHARE, paidMicros: 2n * SHARE, debtMicros: 0n };
    expect(await reversals.preview(null, OF_BOT)).toEqual({
      joins: 3,
      micros: 3n * PRICE,
      feeMicros: 3n * FEE,
      before: 0,
      begun: null,
      orders: [{ orderId, name: 'An order', accountId: ADVERTISER, joins: 3, micros: 3n * PRICE }],
      publishers: [{ accountId: PUBLISHER, joins: 3, ...earned }],
    });
    expect(await reversals.book(null, OF_BOT)).toEqual({ joins: 3, micros: 3n * PRICE });
    expect(await figures(store)).toEqual({
      advertiser: 100n * PRICE,
      availableMicros: 0n,
      heldMicros: 0n,
      reservedMicros: 0n,
    });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 0, isOn: true });
    expect(await store.bots.find(BOT)).toMatchObject({ profitMicros: 0n, followers: 3 });
    const lines = await historyOf(store, PUBLISHER);
    expect(lines.filter(({ kind }) => kind === 'fraud_reversal')).toHaveLength(3);
    expect(lines[0]).toMatchObject({ note: 'Bought users', orderId, botId: BOT });
    await expectSound(store);
    expect(await store.subscriptions.releaseHolds(HOLD_UNTIL_MS + DAY_MS, 10)).toBe(0);
    expect(await actions(store)).toEqual(['charges_reversed', 'reversal_begun']);
  });

  test('are notified of once: each advertiser and the publisher, with the sum and the reason', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const { orderId: second } = await addOrder(store, { ...ownChat(2) });
    await join(store, orderId, [1, 2]);
    await join(store, second, [1]);
    const reversals = reversalsOf(store);
    await reversals.book(ADMINISTRATOR, OF_BOT);
    expect(await reversals.book(ADMINISTRATOR, OF_BOT)).toBeNull();
    const of = { note: 'Bought users', joins: 3 };
    const orders = `#${String(orderId)}, #${String(second)}`;
    expect(await sent(store)).toEqual([
      { accountId: ADVERTISER, kind: 'charges_returned', ...of, amountMicros: String(3n * PRICE), orders },
      { accountId: PUBLISHER, kind: 'earnings_taken_back', ...of, amountMicros: String(3n * SHARE) },
    ]);
    // More of it later is another reversal.
    await join(store, orderId, [3]);
    expect(await reversals.book(ADMINISTRATOR, OF_BOT)).toEqual({ joins: 1, micros: PRICE });
    expect(await sent(store)).toMatchObject([{ joins: 1 }, { joins: 1 }]);
    await expectSound(store);
  });

  test('go on where they were interrupted, book nothing twice, and are one to those notified', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await join(store, orderId, [1, 2, 3, 4, 5]);
    let steps = 0;
    const reverse: Store['reversals']['reverse'] = (...given) => {
      steps += 1;
      if (steps > 2) throw new Error('killed');
      return store.reversals.reverse(...given);
    };
    const dying: Store = { ...store, reversals: { ...store.reversals, reverse } };
    await expect(reversalsOf(dying, undefined, 2).book(null, OF_BOT)).rejects.toThrow('killed');
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
    expect(await sent(store)).toEqual([]);
    await expectSound(store);
    const reversals = reversalsOf(store, undefined, 2);
    expect(await reversals.preview(null, OF_BOT)).toMatchObject({ joins: 1, before: 4 });
    const progress: number[] = [];
    const booked = await reversals.book(null, OF_BOT, {
      progress: ({ joins }) => {
        progress.push(joins);
      },
    });
    expect([booked, progress]).toEqual([{ joins: 5, micros: 5n * PRICE }, [5]]);
    expect(await sent(store)).toMatchObject([{ joins: 5 }, { joins: 5 }]);
    expect(await actions(store)).toEqual(['charges_reversed', 'reversal_begun']);
    await expectSound(store);
  });

  test('that were all taken back before it was interrupted are notified of by the next try', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await join(store, orderId, [1]);
    const end = () => Promise.reject(new Error('killed'));
    const dying: Store = { ...store, reversals: { ...store.reversals, end } };
    await expect(reversalsOf(dying).book(null, OF_BOT)).rejects.toThrow('killed');
    expect(await reversalsOf(store).book(null, OF_BOT)).toEqual({ joins: 1, micros: PRICE });
    expect(await sent(store)).toHaveLength(2);
  });

  test('leave a debt where the money was paid out, which later earnings pay off', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 10 });
    await join(store, orderId, [1, 2], { holdUntilMs: null });
    const wanted = { amountMicros: 2n * SHARE, detailsCipher: '', requestKey: 'k' };
    const asking = await store.withdrawals.ask(PUBLISHER, wanted, 3, () => [], START_MS);
    const { withdrawal } = asking as { withdrawal: { withdrawalId: number } };
    const decide = (decision: Parameters<Store['withdrawals']['decide']>[1]) =>
      store.withdrawals.decide(withdrawal.withdrawalId, decision, () => [], START_MS);
    await decide({ state: 'paid', decidedBy: 9, note: '', seenMicros: 2n * SHARE });
    const reversals = reversalsOf(store);
    expect((await reversals.preview(null, OF_BOT)).publishers).toMatchObject([{ debtMicros: 2n * SHARE }]);
    await reversals.book(null, OF_BOT);
    expect(await figures(store)).toMatchObject({ availableMicros: -2n * SHARE, reservedMicros: 0n });
    await expectSound(store);
    await join(store, orderId, [3, 4, 5], { holdUntilMs: null });
    expect(await figures(store)).toMatchObject({ availableMicros: SHARE });
    await expectSound(store);
  });

  test('take of withdrawals that wait, never of one that is being paid', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await join(store, orderId, [1, 2, 3], { holdUntilMs: null });
    const ask = async (amountMicros: bigint, requestKey: string) => {
      const wanted = { amountMicros, detailsCipher: '', requestKey };
      const asking = await store.withdrawals.ask(PUBLISHER, wanted, 3, () => [], START_MS);
      return (asking as { withdrawal: { withdrawalId: number } }).withdrawal.withdrawalId;
    };
    const [paying, waiting] = [await ask(SHARE, 'a'), await ask(SHARE, 'b')];
    await store.withdrawals.decide(
      paying,
      { state: 'paying', decidedBy: 9, note: '', seenMicros: SHARE },
      () => [],
      START_MS,
    );
    const reversals = reversalsOf(store);
    expect((await reversals.preview(null, OF_BOT)).publishers).toMatchObject([{ debtMicros: SHARE }]);
    await reversals.book(null, OF_BOT);
    expect(await figures(store)).toMatchObject({ availableMicros: -SHARE, reservedMicros: SHARE });
    expect(await store.withdrawals.find(waiting)).toMatchObject({ state: 'cancelled', amountMicros: 0n });
    expect(await store.withdrawals.find(paying)).toMatchObject({ state: 'paying', amountMicros: SHARE });
    await expectSound(store);
  });

  test('are not paid again: not for the one who leaves and returns, nor elsewhere', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await join(store, orderId, [1]);
    await join(store, orderId, [2], { holdUntilMs: null });
    await reversalsOf(store).book(null, OF_BOT);
    for (const userId of [1, 2]) {
      await leave(store, orderId, userId);
      expect(await rejoin(store, orderId, userId)).toMatchObject({ state: 'notgetted' });
    }
    const { orderId: other } = await addOrder(store);
    await show(store, 1, other);
    expect((await settle(store, other, 1)).settlement).toMatchObject({
      kind: 'free',
      reason: 'paid_elsewhere',
    });
    expect(await figures(store)).toMatchObject({ advertiser: 1_000n * PRICE, availableMicros: 0n });
    await expectSound(store);
  });

  test('say nothing of how long the subscribers of a bot stay, unless they left', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await join(store, orderId, [1, 2, 3]);
    await leave(store, orderId, 2, START_DAY);
    const day = { fromDay: null, toDay: START_DAY };
    await join(store, orderId, [4], { nowMs: START_MS + DAY_MS, day: START_DAY + 1 });
    await reversalsOf(store).book(null, { ...OF_BOT, ...day });
    const read = await store.quality.subscribers(orderId, START_MS, null);
    expect(read.map(({ userId }) => userId)).toEqual([2, 4]);
  });

  test('of a finished order leave it switched off, until its owner wants the rest', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 3 });
    await join(store, orderId, [1, 2, 3]);
    await reversalsOf(store, undefined, 1).book(null, OF_BOT);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 0, isOn: false });
    await expectSound(store);
  });

  test('are those of the wanted order, days and bots alone', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const { orderId: other } = await addOrder(store, { ...ownChat(2) });
    await addBot(store, BOT + 1, PUBLISHER);
    const nextDay = { nowMs: START_MS + DAY_MS, day: START_DAY + 1 };
    await join(store, orderId, [1]);
    await join(store, orderId, [2], nextDay);
    await join(store, other, [3], nextDay);
    await join(store, orderId, [4], { ...nextDay, botId: BOT + 1 });
    const joins = async (more: Partial<WantedReversal>) =>
      (await reversalsOf(store).preview(null, { ...OF_BOT, ...more })).joins;
    expect(await joins({})).toBe(3);
    expect(await joins({ of: { accountId: PUBLISHER } })).toBe(4);
    expect(await joins({ of: { accountId: ADVERTISER } })).toBe(0);
    expect(await joins({ orderId })).toBe(2);
    expect(await joins({ orderId: (await addOrder(store)).orderId })).toBe(0);
    expect(await joins({ fromDay: START_DAY + 1 })).toBe(2);
    expect(await joins({ toDay: START_DAY })).toBe(1);
    const day = { fromDay: START_DAY, toDay: START_DAY };
    await reversalsOf(store).book(null, { ...OF_BOT, ...day });
    expect(await joins({})).toBe(2);
    const [begun] = await store.moderationLog.page({ beforeId: null, limit: 1 });
    expect(begun?.reason).toBe('Bought users (2026-01-15 – 2026-01-15)');
    await expectSound(store);
  });

  test('of who left within the hold, or who cost nothing, are none', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await join(store, orderId, [1, 2]);
    await leave(store, orderId, 1);
    expect(await reversalsOf(store).preview(null, OF_BOT)).toMatchObject({ joins: 1, before: 0 });
    await rejoin(store, orderId, 1);
    expect(await reversalsOf(store).book(null, OF_BOT)).toMatchObject({ joins: 2 });
    await expectSound(store);
  });

  test('in bots of the advertiser give back the fee', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, ADVERTISER);
    await addBot(store);
    await deposit(store, PUBLISHER, 10n * PRICE);
    const { orderId } = await addOrder(store, {}, PUBLISHER);
    await join(store, orderId, [1]);
    await join(store, orderId, [2], { holdUntilMs: null });
    await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 1);
    await reversalsOf(store).book(null, OF_BOT);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 10n * PRICE });
    expect(await store.bots.find(BOT)).toMatchObject({ profitMicros: 0n, profitOwnOrdersMicros: 0n });
    await expectSound(store);
  });

  test('are given back by the account that they paid, though another has claimed the bot by now', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, 100n * PRICE);
    await addBot(store, BOT + 1, PUBLISHER, { tokenCipher: null });
    const byPlain = { botId: BOT + 1, holdUntilMs: null };
    await join(store, orderId, [1], byPlain);
    const bot = { botId: BOT + 1, accountId: ADVERTISER, name: 'A bot', nickname: 'taken' };
    const key = { hash: 'new key', cipher: 'sealed' };
    const settled = { ...bot, tokenCipher: 'sealed token', settings: { ...defaultBotSettings } };
    await store.bots.takeOver(settled, key, START_MS);
    await join(store, orderId, [2], byPlain);
    const wanted = { ...OF_BOT, of: { botId: BOT + 1 } };
    const of = { joins: 1, heldMicros: 0n, paidMicros: SHARE, debtMicros: 0n };
    expect((await reversalsOf(store).preview(null, wanted)).publishers).toEqual([
      { accountId: PUBLISHER, ...of },
      { accountId: ADVERTISER, ...of },
    ]);
    const ofAccount = { ...OF_BOT, of: { accountId: ADVERTISER } };
    expect(await reversalsOf(store).preview(null, ofAccount)).toMatchObject({ joins: 1 });
    await reversalsOf(store).book(null, wanted);
    expect(await figures(store)).toMatchObject({ advertiser: 100n * PRICE, availableMicros: 0n });
    await expectSound(store);
  });

  test('are taken back once where two say so at the same time', async () => {
    const { store, open } = stage();
    const { orderId } = await populate(store);
    await join(store, orderId, [1, 2, 3, 4, 5, 6]);
    const both = await Promise.all(
      [store, await open()].map((each) => reversalsOf(each, undefined, 2).book(null, OF_BOT)),
    );
    expect(both.map((booked) => booked?.joins ?? 6)).toEqual([6, 6]);
    expect((await historyOf(store, ADVERTISER)).filter(({ kind }) => kind === 'fraud_reversal')).toHaveLength(
      6,
    );
    expect(await sent(store)).toHaveLength(2);
    const log = await actions(store);
    const times = (action: string) => log.filter((each) => each === action).length;
    expect(times('charges_reversed')).toBe(times('reversal_begun'));
    await expectSound(store);
  });

  test('and what a refusal takes back meanwhile is taken back once', async () => {
    const { store, open } = stage();
    const { orderId } = await populate(store);
    const { orderId: other } = await addOrder(store, { ...ownChat(2) });
    const users = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const each of [orderId, other]) await join(store, each, users);
    await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, users.length);
    const noNotifications = { moderatorId: ADMINISTRATOR, notifications: () => [] };
    await store.bots.moderate(BOT, { trust: 'refused' }, noNotifications, START_MS);
    const second = await open();
    const at = { day: START_DAY, nowMs: START_MS };
    const [returned, booked] = await Promise.all([
      second.trust.settleHeld(at, { holdMs: 0, newPublisherHoldMs: 0 }, 100),
      reversalsOf(store, undefined, 2).book(null, OF_BOT),
    ]);
    expect(returned + (booked?.joins ?? 0)).toBe(2 * users.length);
    expect(await figures(store)).toMatchObject({
      advertiser: 1_000n * PRICE,
      availableMicros: 0n,
      heldMicros: 0n,
    });
    await expectSound(store);
  });

  test('are for administrators, need a reason, and days in their order', async () => {
    const { store } = stage();
    await populate(store);
    const { preview } = reversalsOf(store);
    await expect(preview(PUBLISHER, OF_BOT)).rejects.toThrow('administrator');
    await expect(preview(null, { ...OF_BOT, reason: ' ' })).rejects.toThrow('reason:');
    await expect(preview(null, { ...OF_BOT, fromDay: 2, toDay: 1 })).rejects.toThrow('from:');
    await expect(preview(null, { ...OF_BOT, of: { botId: 1 } })).rejects.toThrow('no bot 1');
    await expect(preview(null, { ...OF_BOT, of: { accountId: 1 } })).rejects.toThrow('No account');
  });
});
