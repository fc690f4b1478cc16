/** Which orders an update of a chat is about (`evidence.md`, Joins). */
import { expect, test } from 'vitest';
import { BOT, orderFields, ownChat, populate, settle, show } from './makers.js';
import { contract, START_MS } from './run.js';

contract('what concerns a user', (stage) => {
  test('orders that concern a user: shown lately, or with a standing', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const concerned = (userId: number, sinceMs: number, resourceId = '-1001') =>
      store.subscriptions.concerned(userId, resourceId, sinceMs);
    await show(store, 1, orderId);
    const now = [{ orderId, adsType: null }];
    expect(await concerned(1, START_MS)).toEqual([{ orderId, adsType: 'channel' }]);
    expect(await concerned(1, START_MS + 1)).toEqual([]);
    expect(await concerned(2, 0)).toEqual([]);
    expect(await concerned(1, 0, '-1002')).toEqual([]);
    expect(await concerned(1, 0, `order:${String(orderId)}`)).toEqual(now);
    await settle(store, orderId, 1);
    expect(await concerned(1, START_MS + 1)).toEqual(now);
  });

  test('an order that moved concerns those who were shown it before, and paid for there', async () => {
    const { store } = stage();
    const { orderId, revision } = await populate(store);
    const elsewhere = ownChat(5).resource.resourceId;
    const concerned = (resourceId: string, sinceMs = START_MS) =>
      store.subscriptions.concerned(1, resourceId, sinceMs);
    await show(store, 1, orderId);
    await store.orders.revise(orderId, revision, orderFields(ownChat(5)), [], START_MS + 1);
    expect(await concerned('-1001')).toEqual([{ orderId, adsType: 'channel' }]);
    expect(await concerned(elsewhere)).toEqual([]);
    await show(store, 1, orderId, BOT, START_MS + 2);
    expect(await concerned(elsewhere)).toEqual([{ orderId, adsType: 'channel' }]);
    const { settlement } = await settle(store, orderId, 1, {
      where: { target: '-1001', adsType: 'channel' },
    });
    expect(settlement.kind).toBe('counted');
    expect(await concerned(elsewhere), 'they were paid for where it led').toEqual([]);
    expect(await concerned('-1001', START_MS + 3)).toEqual([{ orderId, adsType: null }]);
  });
});
