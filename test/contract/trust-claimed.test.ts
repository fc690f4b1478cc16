/** What becomes of the money that is held for trust once the bot's owner has claimed the bot from who added it. */
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
  leave,
  openAccount,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const SHARE = (PRICE * 7n) / 10n;
const BOT = 7002;
const OWNER = PUBLISHER + 50;
const HOUR_MS = 3_600_000;

const made = { moderatorId: 9, notifications: () => [] };

function settleHeld(store: Store): Promise<number> {
  const holds = { holdMs: HOUR_MS, newPublisherHoldMs: HOUR_MS };
  return store.trust.settleHeld({ day: START_DAY, nowMs: START_MS + HOUR_MS }, holds, 10);
}

/** What the bot has brought its owner of now by the orders of others. */
async function earnedByOwner(store: Store): Promise<bigint> {
  const bot = await store.bots.find(BOT);
  return bot === null ? 0n : bot.profitMicros - bot.profitOwnOrdersMicros - bot.profitBeforeMicros;
}

/** Two subscribers of who added a bot without its token, and one of its owner, who has claimed it since. */
async function heldOfBoth(store: Store): Promise<number> {
  for (const accountId of [ADVERTISER, PUBLISHER, OWNER]) await openAccount(store, accountId);
  const { settings } = await addBot(store, BOT, PUBLISHER, { tokenCipher: null });
  await deposit(store, ADVERTISER, 10n * PRICE);
  const { orderId } = await addOrder(store);
  const bring = async (userId: number) => {
    await show(store, userId, orderId, BOT);
    await settle(store, orderId, userId, { decide: chargeShown({ isHeldForTrust: true }) });
  };
  await bring(1);
  await bring(2);
  const proved = { accountId: OWNER, name: 'Bot', nickname: 'bot', tokenCipher: 'token', settings };
  await store.bots.takeOver({ botId: BOT, ...proved }, { hash: 'h', cipher: 'c' }, START_MS);
  await bring(3);
  return orderId;
}

/** As with `PUBLISHER_SHARE` 0. */
function chargeAllAsFee(facts: SettlementFacts) {
  const settlement = chargeShown({ isHeldForTrust: true })(facts);
  if (settlement.kind !== 'counted') return settlement;
  return { ...settlement, publisherMicros: 0n, feeMicros: settlement.priceMicros };
}

contract('trust in a claimed bot', (stage) => {
  test.each([
    ['trusted', 1n],
    ['refused', 0n],
  ] as const)('%s: the money of who had it before goes back', async (trust, kept) => {
    const { store } = stage();
    const orderId = await heldOfBoth(store);
    expect(await settleHeld(store), 'no one has decided').toBe(0);
    await store.bots.moderate(BOT, { trust }, made, START_MS);
    let settled = 0;
    for (let step = 0; step < 3; step += 1) settled += await settleHeld(store);
    expect(settled).toBe(3);
    expect(await settleHeld(store)).toBe(0);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, heldMicros: 0n });
    expect(await store.ledger.balance(OWNER)).toMatchObject({ heldMicros: kept * SHARE });
    expect(await earnedByOwner(store)).toBe(kept * SHARE);
    const spent = kept * PRICE;
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 10n * PRICE - spent });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: Number(kept) });
    expect(await store.subscriptions.releaseHolds(START_MS + 10 * HOUR_MS, 10)).toBe(Number(kept));
    expect(await store.ledger.balance(OWNER)).toMatchObject({ availableMicros: kept * SHARE });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('what its former owner loses, and earns again, is no earning of its owner', async () => {
    const { store } = stage();
    const orderId = await heldOfBoth(store);
    expect(await earnedByOwner(store)).toBe(SHARE);
    await leave(store, orderId, 1);
    expect(await earnedByOwner(store)).toBe(SHARE);
    await rejoin(store, orderId, 1);
    expect(await earnedByOwner(store)).toBe(SHARE);
    const made = { reversalId: 1, reason: 'Fraud', bookedBy: 9, day: START_DAY, nowMs: START_MS };
    expect(await store.reversals.reverse({ orderId, botId: BOT }, [1, 2, 3], made)).toMatchObject({
      joins: 3,
    });
    expect(await earnedByOwner(store)).toBe(0n);
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
  });

  test('what its former owner is paid by facts from before the claim is no earning of its owner', async () => {
    const { store } = stage();
    const orderId = await heldOfBoth(store);
    // As where a settlement crosses the claim.
    const decide = (facts: SettlementFacts) => {
      const settlement = chargeShown()(facts);
      return settlement.kind === 'counted' ? { ...settlement, botAccountId: PUBLISHER } : settlement;
    };
    await show(store, 4, orderId, BOT);
    expect(await settle(store, orderId, 4, { decide })).toMatchObject({ settlement: { kind: 'counted' } });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: SHARE });
    expect(await earnedByOwner(store)).toBe(SHARE);
    expect((await store.checks.compare()).differences).toEqual([]);
  });

  test('a charge without a part for the publisher stays one', async () => {
    const { store } = stage();
    for (const accountId of [ADVERTISER, PUBLISHER]) await openAccount(store, accountId);
    await addBot(store, BOT, PUBLISHER, { tokenCipher: null });
    await deposit(store, ADVERTISER, 10n * PRICE);
    const { orderId } = await addOrder(store);
    await show(store, 1, orderId, BOT);
    await settle(store, orderId, 1, { decide: chargeAllAsFee });
    expect(await store.trust.heldOf(BOT)).toEqual({ subscribers: 1, micros: 0n });
    await store.bots.moderate(BOT, { trust: 'trusted' }, made, START_MS);
    expect(await settleHeld(store)).toBe(1);
    expect(await settleHeld(store)).toBe(0);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 9n * PRICE });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('the owner sees what is held for them alone, and moderators what a refusal returns', async () => {
    const { store } = stage();
    await heldOfBoth(store);
    const own = { subscribers: 1, micros: SHARE };
    expect(await store.trust.heldOf(BOT)).toEqual(own);
    expect(await store.trust.heldOfAccount(OWNER)).toMatchObject([own]);
    expect(await store.trust.returnableOf([BOT])).toEqual({ subscribers: 3, micros: 3n * PRICE });
  });
});
