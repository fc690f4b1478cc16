/** Subscribers who are settled at the same time are settled together, and each as if they were alone. */
import { expect, test } from 'vitest';
import type { Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import { isSpread } from '../support/database.js';
import { ADVERTISER, BALANCED, BOT, chargeShown, populate, PRICE, settle, show } from './makers.js';
import { contract } from './run.js';

type Decide = (facts: SettlementFacts) => Settlement;

const USERS = Array.from({ length: 40 }, (_, index) => index + 1);

contract('settlements at the same time', (stage) => {
  const settled = (names: string[]) => names.includes('subscriptions.settle');
  const settledIn = (commits: readonly { names: string[] }[]) =>
    commits.filter(({ names }) => settled(names)).length;

  test('they share commits, and every one has an entry, a place and figures of its own', async () => {
    const { store, commits } = stage();
    const { orderId } = await populate(store, { quantityAll: 100 }, 100n * PRICE);
    for (const userId of USERS) await show(store, userId, orderId);
    const before = commits.length;
    const outcomes = await Promise.all(
      USERS.map((userId) => settle(store, orderId, userId, { decide: chargeShown() })),
    );
    expect(outcomes.every(({ settlement }) => settlement.kind === 'counted')).toBe(true);
    const used = commits.slice(before).filter(({ names }) => settled(names));
    // Over Citus each is decided by itself.
    expect(used.length).toBeLessThanOrEqual(isSpread ? USERS.length : USERS.length / 4);
    expect(used.every(({ isDurable }) => isDurable)).toBe(true);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: USERS.length });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 60n * PRICE });
    const lines = await store.ledger.history(ADVERTISER, { beforeEntryId: null, limit: 100 });
    expect(lines.filter(({ kind }) => kind === 'charge')).toHaveLength(USERS.length);
    expect(await store.bots.find(BOT)).toMatchObject({ followers: USERS.length });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
  });

  test('the money of one wallet is spent once, whichever orders they are of', async () => {
    const { store, commits } = stage();
    const { orderId } = await populate(store, { quantityAll: 100 }, 7n * PRICE);
    for (const userId of USERS) await show(store, userId, orderId);
    const decide: Decide = (facts) => (facts.walletMicros < PRICE ? { kind: 'none' } : chargeShown()(facts));
    const before = commits.length;
    const outcomes = await Promise.all(USERS.map((userId) => settle(store, orderId, userId, { decide })));
    expect(outcomes.filter(({ settlement }) => settlement.kind === 'counted')).toHaveLength(7);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 0n });
    expect(await store.ledger.check()).toEqual(BALANCED);
    // A batch that spent more than there is would fail, and all be settled one by one.
    if (!isSpread) expect(settledIn(commits.slice(before))).toBeLessThan(4);
  });

  test('the last places of an order are taken once, by a batch that does not fail', async () => {
    const { store, commits } = stage();
    const { orderId } = await populate(store, { quantityAll: 7 }, 100n * PRICE);
    for (const userId of USERS) await show(store, userId, orderId);
    const decide: Decide = (facts) =>
      facts.order.quantityNow < facts.order.quantityAll ? chargeShown()(facts) : { kind: 'none' };
    const before = commits.length;
    const outcomes = await Promise.all(USERS.map((userId) => settle(store, orderId, userId, { decide })));
    expect(outcomes.filter(({ settlement }) => settlement.kind === 'counted')).toHaveLength(7);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 7 });
    if (!isSpread) expect(settledIn(commits.slice(before))).toBeLessThan(4);
  });

  test('what a bot was paid for today counts on from one to the next', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 100 }, 100n * PRICE);
    for (const userId of USERS) await show(store, userId, orderId);
    const decide: Decide = (facts) =>
      (facts.impressions[0]?.bot.subscribersToday ?? 0) < 7 ? chargeShown()(facts) : { kind: 'none' };
    const outcomes = await Promise.all(USERS.map((userId) => settle(store, orderId, userId, { decide })));
    expect(outcomes.filter(({ settlement }) => settlement.kind === 'counted')).toHaveLength(7);
  });

  test('one that fails, fails alone', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 100 }, 100n * PRICE);
    for (const userId of USERS) await show(store, userId, orderId);
    const decide: Decide = (facts) => {
      const counted = chargeShown()(facts);
      // The parts of the price are not the price: that is found when it is booked.
      return counted.kind === 'counted' ? { ...counted, feeMicros: counted.feeMicros + 1n } : counted;
    };
    const outcomes = await Promise.allSettled(
      USERS.map((userId) =>
        settle(store, orderId, userId, { decide: userId === 5 ? decide : chargeShown() }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(USERS.map((userId) => userId === 5));
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: USERS.length - 1 });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('one that is expected is decided once, and as any other', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, 10n * PRICE);
    await show(store, 1, orderId);
    let decisions = 0;
    const decide = (facts: SettlementFacts): Settlement => {
      decisions += 1;
      return facts.subscriptionStatus === null ? chargeShown()(facts) : { kind: 'none' };
    };
    const first = await settle(store, orderId, 1, { decide, isExpected: true });
    expect(first.settlement).toMatchObject({ kind: 'counted' });
    expect(decisions).toBe(1);
    expect(await settle(store, orderId, 1, { decide, isExpected: true })).toEqual({
      settlement: { kind: 'none' },
      subscriptionStatus: first.subscriptionStatus,
    });
    expect(await settle(store, 99, 1, { decide, isExpected: true })).toEqual({
      settlement: { kind: 'none' },
      subscriptionStatus: null,
    });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 9n * PRICE });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
  });

  test('two equal ones are one', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 100 }, 100n * PRICE);
    await show(store, 1, orderId);
    const [one, other] = await Promise.all(
      [1, 1].map((userId) => settle(store, orderId, userId, { decide: onceOnly })),
    );
    expect([one?.settlement.kind, other?.settlement.kind].sort()).toEqual(['counted', 'none']);
    expect(one?.subscriptionStatus).toEqual(other?.subscriptionStatus);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
  });
});

const onceOnly: Decide = (facts) =>
  facts.subscriptionStatus === null ? chargeShown()(facts) : { kind: 'none' };
