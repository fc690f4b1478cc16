import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { OrderFields } from '../../core/ports/order-store.js';
import { BOT, orderFields, populate } from './makers.js';
import { contract, START_MS } from './run.js';

const LINK = 'https://t.me/+abcdefghijklmnop';
const OWN: Partial<OrderFields> = { ownLinks: true };
const LEASE_MS = 1_000;
const KEPT_MS = 60_000;
const FOREVER = Number.MAX_SAFE_INTEGER;

const claim = (store: Store, nowMs = START_MS) => store.inviteLinks.claim(9, LEASE_MS, nowMs);
const used = async (store: Store, orderId: number, atMs = FOREVER, botId = BOT) =>
  (await store.inviteLinks.linksAt(botId, [orderId], atMs)).get(orderId);

/** An order with a link of the bot's own, used from `START_MS` on. */
async function linked(store: Store) {
  const { orderId } = await populate(store, OWN);
  const key = { orderId, botId: BOT };
  await store.inviteLinks.want({ orderId, botId: BOT, lists: 1 }, 100, START_MS);
  await claim(store);
  await store.inviteLinks.made(key, LINK, START_MS);
  return key;
}

contract('own invite links', (stage) => {
  test('are wanted once for each bot of an order, and for so many bots', async () => {
    const { store, open } = stage();
    const { orderId } = await populate(store, OWN);
    for (const botId of [BOT, BOT, 7002, 7003])
      await store.inviteLinks.want({ orderId, botId, lists: 1 }, 2, START_MS);
    const due = await claim(await open());
    const expected = { orderId, link: '', attempts: 1 };
    expect(due.toSorted((a, b) => a.botId - b.botId)).toEqual([
      { ...expected, botId: BOT },
      { ...expected, botId: 7002 },
    ]);
    expect(await claim(store)).toEqual([]);
    expect(await claim(store, START_MS + LEASE_MS)).toHaveLength(2);
  });

  test('are made first where most lists show the order', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, OWN);
    const want = (botId: number, lists: number, nowMs: number) =>
      store.inviteLinks.want({ orderId, botId, lists }, 100, nowMs);
    await want(7001, 1, START_MS);
    await want(7002, 1, START_MS + 1);
    await want(7003, 2, START_MS + 2);
    await want(7002, 4, START_MS + 3);
    const due = [];
    for (let times = 0; times < 3; times++)
      due.push(...(await store.inviteLinks.claim(1, LEASE_MS, START_MS + 9)));
    expect(due.map(({ botId }) => botId)).toEqual([7002, 7003, 7001]);
  });

  test('are tried again when it is time, counting how often', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, OWN);
    await store.inviteLinks.want({ orderId, botId: BOT, lists: 1 }, 100, START_MS);
    await claim(store);
    await store.inviteLinks.retry({ orderId, botId: BOT }, START_MS + 60_000);
    expect(await claim(store, START_MS + 59_999)).toEqual([]);
    expect(await claim(store, START_MS + 60_000)).toMatchObject([{ attempts: 2 }]);
    await store.inviteLinks.forget({ orderId, botId: BOT });
    expect(await claim(store, START_MS + 600_000)).toEqual([]);
  });

  test('are used by their bot from their time on, also in another process, and tell whose they are', async () => {
    const { store, open } = stage();
    const other = await open();
    const { orderId } = await populate(store, OWN);
    expect(await used(other, orderId)).toBe(undefined);
    await store.inviteLinks.want({ orderId, botId: BOT, lists: 1 }, 100, START_MS);
    await claim(store);
    await store.inviteLinks.made({ orderId, botId: BOT }, LINK, START_MS + 10);
    for (const each of [store, other]) {
      expect(await used(each, orderId, START_MS + 9)).toBe(undefined);
      expect(await used(each, orderId, START_MS + 10)).toBe(LINK);
      expect(await used(each, orderId, FOREVER, 7002)).toBe(undefined);
      expect(await each.inviteLinks.ownerOf(LINK)).toEqual({ orderId, botId: BOT });
      expect(await each.inviteLinks.ownerOf('')).toBe(null);
    }
    await store.inviteLinks.want({ orderId, botId: BOT, lists: 1 }, 100, START_MS);
    expect(await claim(store, START_MS + 600_000)).toEqual([]);
    // What is made is forgotten only by being revoked.
    await store.inviteLinks.forget({ orderId, botId: BOT });
    expect(await used(store, orderId)).toBe(LINK);
  });

  test('are remembered until some order’s links change, in whatever process', async () => {
    const { store, sql, open } = stage();
    const other = await open();
    const { orderId } = await linked(store);
    // A process remembers from its third look at the log of an empty database on.
    for (const each of [store, other, store, other, store, other])
      expect(await used(each, orderId)).toBe(LINK);
    await sql('UPDATE invite_links SET link = ? WHERE order_id = ?', `${LINK}2`, orderId);
    await setImmediate();
    for (const each of [store, other]) expect(await used(each, orderId)).toBe(LINK);
    const more = { orderId, botId: 7002 };
    await other.inviteLinks.want({ ...more, lists: 1 }, 100, START_MS);
    await other.inviteLinks.made(more, `${LINK}3`, START_MS);
    for (const each of [store, other]) {
      expect(await used(each, orderId)).toBe(`${LINK}2`);
      const both = await each.inviteLinks.linksAt(BOT, [orderId, orderId + 1], FOREVER);
      expect([...both]).toEqual([[orderId, `${LINK}2`]]);
      expect(await used(each, orderId, FOREVER, 7002)).toBe(`${LINK}3`);
    }
    await store.inviteLinks.end(orderId, START_MS, START_MS);
    for (const each of [store, other]) expect(await used(each, orderId)).toBe(undefined);
  });

  test.each([
    ['is archived', { inArchive: true }],
    ['leads to another chat', { resource: { ...orderFields().resource, resourceId: '-1002' } }],
  ])('are used no more and revoked when the order %s', async (_, change) => {
    const { store } = stage();
    const key = await linked(store);
    await store.inviteLinks.want({ orderId: key.orderId, botId: 7002, lists: 1 }, 100, START_MS + 600_000);
    await store.orders.revise(key.orderId, 1, orderFields({ ...OWN, ...change }), [], START_MS);
    expect(await used(store, key.orderId)).toBe(undefined);
    expect(await claim(store, START_MS + 600_000)).toEqual([{ ...key, link: LINK, attempts: 1 }]);
    await store.inviteLinks.want({ orderId: key.orderId, botId: BOT, lists: 1 }, 100, START_MS);
    expect(await store.inviteLinks.ownerOf(LINK), 'it is not revoked yet').toEqual(key);
    await store.inviteLinks.revoked(key, KEPT_MS, START_MS + KEPT_MS);
    expect(await store.inviteLinks.ownerOf(LINK)).toBe(null);
    await store.inviteLinks.want({ orderId: key.orderId, botId: BOT, lists: 1 }, 100, START_MS);
    expect(await claim(store)).toMatchObject([{ link: '' }]);
  });

  test('tell for a while after they were revoked whose they were, and make room for others', async () => {
    const { store } = stage();
    const key = await linked(store);
    await store.orders.revise(key.orderId, 1, orderFields({ ...OWN, inArchive: true }), [], START_MS);
    expect(await claim(store, START_MS + 1)).toMatchObject([{ link: LINK }]);
    await store.inviteLinks.revoked(key, KEPT_MS, START_MS + 1);
    expect(await store.inviteLinks.ownerOf(LINK)).toEqual(key);
    expect(await used(store, key.orderId)).toBe(undefined);
    expect(await claim(store, START_MS + KEPT_MS - 1)).toEqual([]);
    await store.inviteLinks.want({ orderId: key.orderId, botId: 7002, lists: 1 }, 1, START_MS + 2);
    expect(await claim(store, START_MS + 2)).toMatchObject([{ botId: 7002, link: '' }]);
    expect(await claim(store, START_MS + KEPT_MS)).toContainEqual({ ...key, link: LINK, attempts: 1 });
    await store.inviteLinks.revoked(key, KEPT_MS, START_MS + KEPT_MS);
    expect(await store.inviteLinks.ownerOf(LINK)).toBe(null);
  });

  test('are made anew for a bot whose last one is revoked', async () => {
    const { store } = stage();
    const key = await linked(store);
    await store.orders.revise(key.orderId, 1, orderFields({ ...OWN, inArchive: true }), [], START_MS);
    await claim(store, START_MS + 1);
    await store.inviteLinks.revoked(key, KEPT_MS, START_MS + 1);
    await store.inviteLinks.want({ orderId: key.orderId, botId: BOT, lists: 1 }, 100, START_MS + 2);
    expect(await claim(store, START_MS + 2)).toEqual([{ ...key, link: '', attempts: 1 }]);
    await store.inviteLinks.made(key, `${LINK}2`, START_MS + 3);
    expect(await used(store, key.orderId)).toBe(`${LINK}2`);
  });

  test('that the platform ended are used no more, those that were made after that are', async () => {
    const { store } = stage();
    const key = await linked(store);
    await store.inviteLinks.want({ orderId: key.orderId, botId: 7002, lists: 1 }, 100, START_MS);
    await store.inviteLinks.made({ orderId: key.orderId, botId: 7002 }, `${LINK}2`, START_MS + 20);
    await store.inviteLinks.end(key.orderId, START_MS + 19, START_MS + 30);
    expect(await used(store, key.orderId)).toBe(undefined);
    expect(await used(store, key.orderId, FOREVER, 7002)).toBe(`${LINK}2`);
    expect(await store.inviteLinks.ownerOf(LINK), 'joins may be reported late').toEqual(key);
  });

  test('stay through every other change of the order', async () => {
    const { store } = stage();
    const { orderId } = await linked(store);
    await store.orders.revise(orderId, 1, orderFields({ name: 'Other' }), [], START_MS);
    expect(await used(store, orderId)).toBe(LINK);
  });

  test('made while the order was archived are revoked', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, OWN);
    const key = { orderId, botId: BOT };
    await store.inviteLinks.want({ orderId, botId: BOT, lists: 1 }, 100, START_MS);
    await claim(store);
    await store.orders.revise(orderId, 1, orderFields({ ...OWN, inArchive: true }), [], START_MS);
    await store.inviteLinks.made(key, LINK, START_MS);
    expect(await used(store, orderId)).toBe(undefined);
    expect(await claim(store)).toEqual([{ ...key, link: LINK, attempts: 1 }]);
  });
});
