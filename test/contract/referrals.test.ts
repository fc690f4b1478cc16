/** Shares of the service's fee for accounts whose links brought others. */
import { expect, test } from 'vitest';
import { createReversals } from '../../core/reversals/index.js';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import {
  ADVERTISER,
  addBot,
  addOrder,
  atOnce,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  leave,
  openAccount,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const FEE = PRICE - (PRICE * 7n) / 10n;
const [REFERRER, OTHER] = [601, 602];
const HOLD_UNTIL_MS = START_MS + 3_600_000;
const DAY_MS = 86_400_000;
const PERCENT = 20;
const SHARE = (FEE * BigInt(PERCENT)) / 100n;
const invited = (code: string, untilMs = START_MS + 30 * DAY_MS) => ({ code, percent: PERCENT, untilMs });

/** A referrer, an advertiser with a running order and a publisher with a bot, brought by these codes. */
async function bring(store: Store, by: { advertiser?: string; publisher?: string; untilMs?: number }) {
  await openAccount(store, REFERRER);
  await openAccount(store, OTHER);
  await store.referrals.code(REFERRER, 'first', START_MS);
  await store.referrals.code(OTHER, 'second', START_MS);
  const link = (code: string | undefined) => (code === undefined ? undefined : invited(code, by.untilMs));
  await openAccount(store, ADVERTISER, 'Ada', link(by.advertiser));
  await openAccount(store, PUBLISHER, 'Pat', link(by.publisher));
  await addBot(store);
  await deposit(store, ADVERTISER, 100n * PRICE);
  return addOrder(store);
}

async function join(
  store: Store,
  orderId: number,
  userId: number,
  holdUntilMs: number | null,
  nowMs?: number,
) {
  await show(store, userId, orderId);
  const at = nowMs === undefined ? {} : { nowMs };
  await settle(store, orderId, userId, { decide: chargeShown({ holdUntilMs }), ...at });
}

const release = (store: Store) => store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 100);
const book = (store: Store, limit = 100) => store.referrals.book(limit, START_MS + DAY_MS);
const wallet = async (store: Store, accountId: number) =>
  (await store.ledger.balance(accountId)).availableMicros;
const page = (store: Store, accountId = REFERRER) =>
  store.referrals.ofReferrer(accountId, { offset: 0, limit: 10 });
const kinds = async (store: Store, accountId: number) =>
  (await store.ledger.history(accountId, { beforeEntryId: null, limit: 100 })).map(({ kind }) => kind);

async function expectSound(store: Store) {
  expect(await store.ledger.check()).toEqual(BALANCED);
  expect((await store.checks.compare()).differences).toEqual([]);
}

function takeBackAsFraud(store: Store) {
  const settings = parseSettings({
    BOT_TOKEN: '1:operator-token-operator-token-operator',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: 'file:unused',
  });
  const reversals = createReversals({ store, clock: { now: () => START_MS + 3 * DAY_MS }, settings });
  const wanted = { orderId: null, fromDay: null, toDay: null, reason: 'Bought users' };
  return reversals.book(null, { of: { botId: BOT }, ...wanted });
}

function withdraw(store: Store, accountId: number, destinationMarks: readonly string[]) {
  const requestKey = `by ${String(accountId)}`;
  const wanted = { amountMicros: 1n, detailsCipher: 'sealed', requestKey, destinationMarks };
  return store.withdrawals.ask(accountId, wanted, 5, () => [], START_MS + 5);
}

contract('referrals', (stage) => {
  test('earn a share of the fee once the money is released, and not before', async () => {
    const { store, commits } = stage();
    const { orderId } = await bring(store, { advertiser: 'first', publisher: 'second' });
    await join(store, orderId, 1, HOLD_UNTIL_MS);
    expect(await book(store)).toBe(0);
    expect(await wallet(store, REFERRER)).toBe(0n);
    await release(store);
    commits.length = 0;
    expect(await book(store)).toBe(1);
    expect(commits).toEqual([{ names: ['referrals.book'], isDurable: true }]);
    expect(await wallet(store, REFERRER)).toBe(SHARE);
    expect(await wallet(store, OTHER)).toBe(SHARE);
    expect(await kinds(store, REFERRER)).toEqual(['referral']);
    // No statement of a referrer names another account's order.
    expect(await store.ledger.history(REFERRER, { beforeEntryId: null, limit: 1 })).toMatchObject([
      { orderId: null, botId: null, userId: null, note: '' },
    ]);
    expect(await book(store)).toBe(0);
    expect(await wallet(store, REFERRER)).toBe(SHARE);
    await expectSound(store);
  });

  test('earn at once where nothing is held, and never twice for what one account pays itself', async () => {
    const { store } = stage();
    const { orderId } = await bring(store, { advertiser: 'first', publisher: 'first' });
    await join(store, orderId, 1, null);
    await book(store);
    expect(await wallet(store, REFERRER)).toBe(2n * SHARE);
    await addBot(store, BOT + 1, ADVERTISER);
    await show(store, 2, orderId, BOT + 1);
    await settle(store, orderId, 2);
    await show(store, 3, orderId, BOT + 1);
    await settle(store, orderId, 3, { decide: chargeShown({ holdUntilMs: HOLD_UNTIL_MS }) });
    await release(store);
    await book(store);
    expect(await wallet(store, REFERRER)).toBe(4n * SHARE);
    await expectSound(store);
  });

  test('earn on what was booked over PostgreSQL, where the service has several accounts, also after a move', async () => {
    const { store, sql } = stage();
    const { orderId } = await bring(store, { publisher: 'first' });
    // So that the service's account is older than the publisher's, as it mostly is.
    await addBot(store, BOT + 1, OTHER);
    await show(store, 2, orderId, BOT + 1);
    await settle(store, orderId, 2);
    await join(store, orderId, 1, HOLD_UNTIL_MS);
    await sql("UPDATE ledger_accounts SET owner_id = -17 WHERE owner_id <= 0 AND kind = 'fee'");
    await release(store);
    await book(store);
    expect(await wallet(store, REFERRER)).toBe(SHARE);
    await expectSound(store);
  });

  test('earn nothing on what was not brought, on what left within its hold, or after their months', async () => {
    const { store } = stage();
    const { orderId } = await bring(store, { publisher: 'first', untilMs: START_MS + 5_000 });
    await join(store, orderId, 1, HOLD_UNTIL_MS);
    await leave(store, orderId, 1, START_DAY);
    // When the charge was made counts, not when it was released.
    await join(store, orderId, 2, HOLD_UNTIL_MS, START_MS + 4_999);
    await join(store, orderId, 3, HOLD_UNTIL_MS, START_MS + 5_000);
    await release(store);
    while ((await book(store, 1)) > 0);
    expect(await wallet(store, REFERRER)).toBe(SHARE);
    expect(await wallet(store, OTHER)).toBe(0n);
    await expectSound(store);
  });

  test('earn again once for who comes back, and is paid for again', async () => {
    const { store } = stage();
    const { orderId } = await bring(store, { advertiser: 'first' });
    await join(store, orderId, 1, HOLD_UNTIL_MS);
    await leave(store, orderId, 1);
    await rejoin(store, orderId, 1);
    await store.subscriptions.releaseHolds(START_MS + DAY_MS, 10);
    await book(store);
    expect(await wallet(store, REFERRER)).toBe(SHARE);
  });

  test.each([
    { when: 'later', bookedBefore: true },
    { when: 'before the share was booked', bookedBefore: false },
  ])('give the share back with a charge that was fraud, found $when', async ({ bookedBefore }) => {
    const { store } = stage();
    const { orderId } = await bring(store, { advertiser: 'first', publisher: 'second' });
    await join(store, orderId, 1, HOLD_UNTIL_MS);
    await join(store, orderId, 2, null);
    await release(store);
    if (bookedBefore) await book(store);
    await withdraw(store, REFERRER, []);
    await takeBackAsFraud(store);
    await book(store);
    // What has left the wallet meanwhile is a debt.
    expect(await wallet(store, REFERRER)).toBe(bookedBefore ? -1n : 0n);
    expect(await wallet(store, OTHER)).toBe(0n);
    expect(await page(store)).toMatchObject({ earnedMicros: 0n, total: 1 });
    const ofOther = (await kinds(store, OTHER)).sort();
    expect(ofOther).toEqual(['referral', 'referral', 'referral_reversal', 'referral_reversal']);
    await expectSound(store);
  });

  test('take back nothing of what was on hold when it was found to be fraud', async () => {
    const { store } = stage();
    const { orderId } = await bring(store, { advertiser: 'first' });
    await join(store, orderId, 1, HOLD_UNTIL_MS);
    await takeBackAsFraud(store);
    await book(store);
    expect(await kinds(store, REFERRER)).toEqual([]);
  });

  test('are made for new accounts alone, by the link of another that is not blocked', async () => {
    const { store } = stage();
    await openAccount(store, REFERRER);
    expect(await store.referrals.code(REFERRER, 'first', START_MS)).toBe('first');
    expect(await store.referrals.code(REFERRER, 'another', START_MS + 1)).toBe('first');
    await openAccount(store, 1);
    await openAccount(store, 1, 'Older', invited('first'));
    await openAccount(store, REFERRER, 'Self', invited('first'));
    await openAccount(store, 2, 'Unknown', invited('none'));
    expect(await page(store)).toMatchObject({ referrals: [], total: 0, earnedMicros: 0n });
    await openAccount(store, 3, 'New', invited('first'));
    expect(await page(store)).toEqual({
      referrals: [
        {
          percent: PERCENT,
          madeAtMs: START_MS,
          untilMs: START_MS + 30 * DAY_MS,
          endedAtMs: null,
          earnedMicros: 0n,
        },
      ],
      total: 1,
      earnedMicros: 0n,
    });
    // What was brought cannot bring whose link brought it, nor anybody who was there before.
    await store.referrals.code(3, 'third', START_MS);
    await openAccount(store, REFERRER, 'Back', invited('third'));
    expect((await page(store, 3)).total).toBe(0);
    const made = { moderatorId: 9, reason: 'Fraud', notifications: () => [] };
    await store.accounts.setBlocked(REFERRER, true, made, START_MS);
    await openAccount(store, 4, 'Late', invited('first'));
    expect((await page(store)).total).toBe(1);
  });

  test('earn nothing for a referrer who is blocked', async () => {
    const { store } = stage();
    const { orderId } = await bring(store, { advertiser: 'first' });
    const made = { moderatorId: 9, reason: 'Fraud', notifications: () => [] };
    await store.accounts.setBlocked(REFERRER, true, made, START_MS);
    await join(store, orderId, 1, null);
    expect(await book(store)).toBe(1);
    expect(await wallet(store, REFERRER)).toBe(0n);
  });

  test.each([
    { first: REFERRER, then: ADVERTISER, whose: 'the referrer' },
    { first: ADVERTISER, then: REFERRER, whose: 'the account that was brought' },
  ])('end when both are paid out to one destination, named first by $whose', async ({ first, then }) => {
    const { store } = stage();
    const { orderId } = await bring(store, { advertiser: 'first', publisher: 'second' });
    await deposit(store, REFERRER, 10n);
    await deposit(store, PUBLISHER, 10n);
    // Two accounts that one link each has brought are no one's own by that.
    await withdraw(store, PUBLISHER, ['a card']);
    await withdraw(store, first, ['a card']);
    expect((await page(store)).referrals).toMatchObject([{ endedAtMs: null }]);
    // Named under an earlier secret, it is the same.
    await withdraw(store, then, ['a card by another secret', 'a card']);
    expect((await page(store)).referrals).toMatchObject([{ endedAtMs: START_MS + 5 }]);
    await join(store, orderId, 1, null);
    await book(store);
    expect((await page(store)).earnedMicros).toBe(0n);
    expect(await wallet(store, OTHER)).toBe(SHARE);
  });

  test('are booked once by processes that book at once', async () => {
    const { store, open } = stage();
    const { orderId } = await bring(store, { advertiser: 'first' });
    for (let userId = 1; userId <= 9; userId += 1) await join(store, orderId, userId, HOLD_UNTIL_MS);
    await release(store);
    const booked = await atOnce([store, await open()], (each) => book(each, 2), 8);
    expect(booked.reduce((sum, count) => sum + count, 0)).toBe(9);
    expect(await wallet(store, REFERRER)).toBe(9n * SHARE);
    expect((await page(store)).earnedMicros).toBe(9n * SHARE);
    await expectSound(store);
  });

  test('leave no work behind where no account was brought', async () => {
    const { store, sql } = stage();
    const { orderId } = await bring(store, {});
    await join(store, orderId, 1, null);
    expect(await sql('SELECT 1 FROM referral_dues')).toEqual([]);
  });
});
