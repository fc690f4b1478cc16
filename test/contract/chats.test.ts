/** Chats: which links lead into them, and who made bots of ours administrators there. */
import { expect, test } from 'vitest';
import type { Order } from '../../core/ports/order-store.js';
import { addOrder, addOrders, ADVERTISER, openAccount, orderFields, populate } from './makers.js';
import { contract, START_MS } from './run.js';

const [BOT, OTHER_BOT, PERSON] = [100, 200, 7];
const HASH = '+AbCdEfGhIjKlMnOp';

contract('chats', (stage) => {
  test('a link stays the chat’s that it was first, in any other case another', async () => {
    const { store, open } = stage();
    expect(await store.chats.ofLink('+abc')).toBeNull();
    await store.chats.noteLink('+abc', '-1009', null, START_MS);
    await store.chats.noteLink('+abc', '-1010', null, START_MS + 1);
    await store.chats.noteLink('+ABC', '-1011', null, START_MS + 1);
    const { chats } = await open();
    expect(await chats.ofLink('+abc')).toBe('-1009');
    expect(await chats.ofLink('+ABC')).toBe('-1011');
  });

  test('a link is known by its half, and one that begins otherwise is not', async () => {
    const { chats } = stage().store;
    await chats.noteLink(HASH.slice(0, 9), '-1009', null, START_MS);
    expect(await chats.ofLink(HASH)).toBe('-1009');
    expect(await chats.ofLink('+AbCdEfGiIjKlMnOp')).toBeNull();
    expect(await chats.ofLink('+AbCdEfGgIjKlMnOp')).toBeNull();
    expect(await chats.ofLink(HASH.slice(0, 8))).toBeNull();
  });

  test('our newest link into a chat is that of the bot, until it ends', async () => {
    const { chats } = stage().store;
    await chats.noteLink('+one', '-1', BOT, START_MS);
    await chats.noteLink('+two', '-1', BOT, START_MS + 1);
    await chats.noteLink('+other', '-1', OTHER_BOT, START_MS + 2);
    await chats.noteLink('+theirs', '-1', null, START_MS + 3);
    expect(await chats.ourLink('-1', BOT)).toBe('+two');
    await chats.endOurLinks('-1', BOT, START_MS);
    expect(await chats.ourLink('-1', BOT), 'it was made after the loss').toBe('+two');
    await chats.endOurLinks('-1', BOT, START_MS + 1);
    expect(await chats.ourLink('-1', BOT)).toBeNull();
    expect(await chats.ourLink('-1', OTHER_BOT)).toBe('+other');
    expect(await chats.ofLink('+two')).toBe('-1');
  });

  test('the chats of a person come latest first, each once, and go with the bots', async () => {
    const { chats } = stage().store;
    const add = (chatId: string, title: string, botId: number, atMs: number, accountId = PERSON) =>
      chats.noteAdded({ chatId, title }, botId, accountId, atMs);
    await add('-1', 'One', BOT, START_MS);
    await add('-2', 'Two', BOT, START_MS + 1);
    await add('-1', 'One again', OTHER_BOT, START_MS + 2);
    await add('-3', 'Hers', BOT, START_MS + 3, 8);
    expect(await chats.addedBy(PERSON, 9)).toEqual([
      { chatId: '-1', title: 'One again' },
      { chatId: '-2', title: 'Two' },
    ]);
    expect(await chats.addedBy(PERSON, 1)).toHaveLength(1);
    // An update of a loss that comes late takes nothing from who made the bot an administrator since.
    await chats.noteRemoved('-1', OTHER_BOT, START_MS + 1);
    expect((await chats.addedBy(PERSON, 9))[0]).toEqual({ chatId: '-1', title: 'One again' });
    await chats.noteRemoved('-1', OTHER_BOT, START_MS + 2);
    await chats.noteRemoved('-2', BOT, START_MS + 9);
    expect(await chats.addedBy(PERSON, 9)).toEqual([{ chatId: '-1', title: 'One' }]);
  });

  test('a group that moved is found from either id, and moves once', async () => {
    const { store, open } = stage();
    await store.chats.noteMoved('-40', '-1001', START_MS);
    await store.chats.noteMoved('-40', '-1002', START_MS + 1);
    const { chats } = await open();
    expect(await chats.movedTo('-40')).toBe('-1001');
    expect(await chats.movedFrom('-1001')).toBe('-40');
    expect(await chats.movedFrom('-1002')).toBeNull();
    expect(await chats.movedTo('-41')).toBeNull();
  });

  test('who added a bot to the supergroup before it was known to be the group added it to the group', async () => {
    const { chats } = stage().store;
    await chats.noteAdded({ chatId: '-1001', title: 'Grown' }, BOT, PERSON, START_MS + 1);
    await chats.noteAdded({ chatId: '-40', title: 'Small' }, OTHER_BOT, PERSON, START_MS);
    await chats.noteMoved('-40', '-1001', START_MS + 2);
    expect(await chats.addedBy(PERSON, 9)).toEqual([{ chatId: '-40', title: 'Grown' }]);
    await chats.noteRemoved('-40', BOT, START_MS + 3);
    expect(await chats.addedBy(PERSON, 9)).toEqual([{ chatId: '-40', title: 'Small' }]);
  });

  test('orders on unknown channels are found by their owner', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { resource: { ...orderFields().resource, resourceId: '' } });
    expect((await store.orders.withoutChat(ADVERTISER, 9)).map((order) => order.orderId)).toEqual([orderId]);
    expect(await store.orders.withoutChat(ADVERTISER, 0)).toEqual([]);
    expect(await store.orders.withoutChat(ADVERTISER + 1, 9)).toEqual([]);
    const found = { ...orderFields().resource, resourceId: '-1', inviteLink: 'https://t.me/+ours' };
    await store.orders.setResource(orderId, found, START_MS, 1);
    expect(await store.orders.withoutChat(ADVERTISER, 9)).toEqual([]);
    expect((await store.orders.find(orderId))?.resource).toEqual(found);
  });

  test('of very many orders on a link, or of a chat, the latest are found', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    // One more than are read at once.
    await addOrders(store, Array(1_000).fill({ linkKey: 't.me/busy' }));
    const { orderId } = await addOrder(store, { linkKey: 't.me/busy' });
    const idsOf = (orders: readonly Order[]) => orders.map((order) => order.orderId);
    expect(idsOf(await store.orders.ofLinkKey('t.me/busy'))).toContain(orderId);
    expect(idsOf(await store.orders.ofResource('-1001'))).toContain(orderId);
  });
});
