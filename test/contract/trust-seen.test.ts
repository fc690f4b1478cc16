/** What moderators have said of a publisher, and a word of one who saw something else. */
import { expect, test } from 'vitest';
import { addBot, addOrder, ADVERTISER, chargeShown, deposit, openAccount } from './makers.js';
import { PRICE, PUBLISHER, settle, show } from './makers.js';
import { contract, START_MS } from './run.js';

contract('trust in a publisher', (stage) => {
  test('is as the last word left it, and a word about another is refused', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    await openAccount(store, PUBLISHER);
    await addBot(store, 7001, PUBLISHER);
    await deposit(store, ADVERTISER, PRICE);
    const { orderId } = await addOrder(store);
    await show(store, 1, orderId, 7001);
    await settle(store, orderId, 1, { decide: chargeShown({ isHeldForTrust: true }) });
    const made = { moderatorId: 9, notifications: () => [] };
    const decide = (isTrusted: boolean, seen: 'unknown' | 'trusted' | 'refused') =>
      store.trust.decideAccount(PUBLISHER, isTrusted, { ...made, seen }, START_MS);
    const listed = async () => (await store.trust.waitingAccounts({ offset: 0, limit: 10 })).accounts;

    expect(await store.trust.trustOf(PUBLISHER)).toBe('unknown');
    expect(await listed()).toMatchObject([{ trust: 'unknown' }]);
    await decide(false, 'unknown');
    expect(await store.trust.trustOf(PUBLISHER)).toBe('refused');
    expect(await listed()).toMatchObject([{ trust: 'refused' }]);
    await expect(decide(true, 'unknown')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await store.trust.trustOf(PUBLISHER)).toBe('refused');
    await decide(true, 'refused');
    expect(await store.trust.trustOf(PUBLISHER)).toBe('trusted');
    await expect(decide(false, 'refused')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await store.trust.trustOf(PUBLISHER)).toBe('trusted');
    expect(await store.trust.trustOf(1)).toBe('unknown');
  });
});
