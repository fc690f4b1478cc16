/** What is left to settle of a user, once the platform has answered (`evidence.md`, Contact and Joins). */
import { expect, test } from 'vitest';
import type { Observation } from '../../core/ports/subscription-store.js';
import { targetOf } from '../../core/subscriptions/index.js';
import {
  addBot,
  addOrder,
  addOrders,
  BOT,
  leave,
  listed,
  orderFields,
  ownChat,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
  requestRecord,
} from './makers.js';
import { contract, START_MS } from './run.js';

const USER = 42;

contract('what is unsettled', (stage) => {
  const tell = (updateId: number, state: Observation['state'], more: Partial<Observation> = {}) =>
    stage().store.memberships.observe([
      { userId: USER, resourceId: '-1001', state, updateId, atMs: START_MS + updateId * 1_000, ...more },
    ]);
  const shownAs = (sinceMs = START_MS) => stage().store.contacts.unsettled(USER, sinceMs);
  const unsettled = async (sinceMs?: number) => (await shownAs(sinceMs)).map(({ orderId }) => orderId);

  test('is what was shown, in whatever bot, and joined since', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const other = await addOrder(store, ownChat(2));
    await addBot(store, BOT + 1, PUBLISHER);
    await show(store, USER, orderId, BOT, START_MS, { proof: 'list', counts: false });
    await show(store, USER, other.orderId, BOT + 1, START_MS + 5);
    expect(await unsettled()).toEqual([]);
    await tell(1, 'in');
    expect(await unsettled()).toEqual([orderId]);
    await tell(2, 'in', { resourceId: other.resource.resourceId });
    expect((await unsettled()).sort()).toEqual([orderId, other.orderId].sort());
    expect(await unsettled(START_MS + 1)).toEqual([other.orderId]);
    await settle(store, orderId, USER);
    expect(await unsettled()).toEqual([other.orderId]);
  });

  test('is a join of what was shown, wherever the order leads by now', async () => {
    const { store } = stage();
    const { orderId, revision } = await populate(store);
    await show(store, USER, orderId);
    await store.orders.revise(orderId, revision, orderFields(ownChat(5)), [], START_MS + 1);
    await tell(1, 'in', { resourceId: ownChat(5).resource.resourceId });
    expect(await shownAs(), 'the new chat was shown to nobody').toEqual([]);
    await tell(2, 'in');
    expect(await shownAs()).toEqual([{ orderId, target: '-1001', adsType: 'channel' }]);
  });

  test('is a join of a chat that was known by its link alone when it was shown', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const link = { target: 'link:t.me/channel' };
    await store.sponsors.record(USER, requestRecord({ impressions: [listed(orderId, PRICE, link)] }));
    await tell(1, 'in');
    expect(await shownAs()).toEqual([{ orderId, ...link, adsType: 'channel' }]);
  });

  test('is a code’s membership under the order’s own name, and an opened resource', async () => {
    const { store } = stage();
    const bot = await populate(store, { adsType: 'bot', toBotMember: true });
    const resource = await addOrder(store, { ...ownChat(3), adsType: 'resource' });
    for (const { orderId } of [bot, resource]) await show(store, USER, orderId);
    await tell(1, 'in', { resourceId: `order:${String(bot.orderId)}` });
    // A link that was followed is a join only once the page's script has told.
    await tell(2, 'in', { resourceId: `order:${String(resource.orderId)}` });
    expect(await unsettled()).toEqual([bot.orderId]);
    const opening = { userId: USER, botId: BOT, ranAtMs: START_MS, network: '203.0.113.7', isSigned: false };
    await store.openings.note({ ...opening, orderId: resource.orderId });
    expect((await unsettled()).sort()).toEqual([bot.orderId, resource.orderId].sort());
  });

  test('is a subscriber whose leaving was told and not followed: the process ended in between', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await show(store, USER, orderId);
    await tell(1, 'in');
    await settle(store, orderId, USER);
    await tell(2, 'out');
    expect(await unsettled()).toEqual([orderId]);
    await leave(store, orderId, USER);
    expect(await unsettled()).toEqual([]);
  });

  test('is a subscriber whose removal was not noted, until it is', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await show(store, USER, orderId);
    await tell(1, 'in');
    await settle(store, orderId, USER);
    await tell(2, 'out', { isRemoved: true });
    expect(await unsettled()).toEqual([orderId]);
    await store.subscriptions.noteRemoved(orderId, USER, START_MS, 100);
    expect(await unsettled()).toEqual([]);
  });

  test('is found behind lists of more orders than one look takes', async () => {
    const { store } = stage();
    await populate(store);
    const others = await addOrders(
      store,
      Array.from({ length: 501 }, (_, index) => ownChat(index)),
    );
    await store.sponsors.record(
      USER,
      requestRecord({ impressions: others.map((other) => listed(other.orderId, PRICE, targetOf(other))) }),
    );
    const { orderId } = await addOrder(store);
    await show(store, USER, orderId);
    await tell(1, 'in');
    expect(await unsettled()).toEqual([orderId]);
  });
});

contract('the impressions of a settlement', (stage) => {
  test('are the proven ones first, however many bots ask about the user later', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await show(store, USER, orderId, BOT, START_MS);
    for (let index = 1; index <= 110; index += 1) {
      await addBot(store, BOT + index, PUBLISHER, { tokenCipher: index % 2 === 0 ? null : 'sealed token' });
      const later = { proof: 'list', counts: false } as const;
      await show(store, USER, orderId, BOT + index, START_MS + index, later);
    }
    let seen: number[] = [];
    await settle(store, orderId, USER, {
      decide: ({ impressions }) => {
        seen = impressions.map(({ botId }) => botId);
        return { kind: 'none' };
      },
    });
    expect(seen).toContain(BOT);
    expect(seen.length).toBe(100);
  });

  test('say in which chat the platform was asked about the user', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const contact = { chatId: -1001, dueAtMs: START_MS, untilMs: START_MS + 1, staleAtMs: 0 };
    await show(store, USER, orderId, BOT, START_MS, { proof: 'list', counts: false, contact });
    let chats: (number | undefined)[] = [];
    await settle(store, orderId, USER, {
      decide: ({ impressions }) => {
        chats = impressions.map(({ contactChatId }) => contactChatId);
        return { kind: 'none' };
      },
    });
    expect(chats).toEqual([-1001]);
  });
});
