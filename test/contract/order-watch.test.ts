import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { Order, OrderFields, PauseReason } from '../../core/ports/order-store.js';
import { addOrder, ADVERTISER, listed, orderFields, populate, settle, show } from './makers.js';
import { contract, START_MS } from './run.js';

const HOUR_MS = 3_600_000;
const NAMED: Partial<OrderFields> = { link: 'https://t.me/channel', linkKey: '@channel' };
/** Paused by the service. */
const byService = { moderatorId: null, reason: 'removes_subscribers' } as const;
const tell = (order: Order, reason: PauseReason): NewNotification[] => [
  {
    accountId: ADVERTISER,
    kind: 'order_paused',
    facts: { orderId: order.orderId, reason, now: order.pauseReason },
    dedupeKey: `${String(order.orderId)}:${String(order.revision)}`,
  },
];
const found = async (store: Store, orderId: number) => {
  const order = await store.orders.find(orderId);
  if (order === null) throw new Error('the order is gone');
  return order;
};
const claim = async (store: Store, limit: number, nowMs = START_MS) => {
  const times = { dueBeforeMs: nowMs - HOUR_MS, leaseMs: nowMs - HOUR_MS + 60_000, nowMs };
  return (await store.orderWatch.claimToResolve(limit, times)).map((order) => order.orderId);
};
const told = async (store: Store) =>
  (await store.notifications.claim('w', 9, 1, START_MS + HOUR_MS)).map(({ facts }) => facts);

contract('names of orders', (stage) => {
  test('have their turn longest ago first, so many at a time, and then not for an hour', async () => {
    const { store } = stage();
    const first = await populate(store, NAMED);
    const second = await addOrder(store, { ...NAMED, linkKey: '@second' });
    const third = await addOrder(store, { ...NAMED, linkKey: '@third' });
    expect(await store.orderWatch.resolvable()).toBe(3);
    await store.orderWatch.noteResolved(first.orderId, START_MS - 2 * HOUR_MS);
    expect((await claim(store, 2)).sort()).toEqual([second.orderId, third.orderId]);
    expect(await claim(store, 2)).toEqual([first.orderId]);
    expect(await claim(store, 2)).toEqual([]);
    expect((await claim(store, 9, START_MS + 60_000)).length).toBe(3);
    for (const { orderId } of [first, second, third]) await store.orderWatch.noteResolved(orderId, START_MS);
    expect(await claim(store, 9, START_MS + HOUR_MS - 1)).toEqual([]);
    expect((await claim(store, 9, START_MS + HOUR_MS)).length).toBe(3);
  });

  test('have their turn by the clock that was set right after one that was days ahead', async () => {
    const { store } = stage();
    const first = await populate(store, NAMED);
    const second = await addOrder(store, { ...NAMED, linkKey: '@second' });
    await store.orderWatch.noteResolved(first.orderId, START_MS + 960 * HOUR_MS);
    await store.orderWatch.noteResolved(second.orderId, START_MS + 1_000);
    expect(await claim(store, 9)).toEqual([first.orderId]);
    expect(await claim(store, 9)).toEqual([]);
  });

  test('are taken where the order runs or is paused for its link, and of nothing else', async () => {
    const { store } = stage();
    const runs = await populate(store, NAMED);
    const stopped = await addOrder(store, { ...NAMED, isOn: false });
    const moved = await addOrder(store, { ...NAMED, isOn: false });
    await store.orderWatch.noteLink(moved, 'moved', tell, START_MS);
    await store.orderWatch.noteResolved(moved.orderId, 0);
    await addOrder(store, { ...NAMED, decision: 'waiting' });
    await addOrder(store, { ...NAMED, inArchive: true });
    await addOrder(store, { ...NAMED, adsType: 'bot' });
    await addOrder(store, { ...NAMED, resource: { ...orderFields().resource, resourceId: '' } });
    const invites = await addOrder(store, { ...NAMED, linkKey: '+invite-link-hash' });
    const dead = await addOrder(store, { ...NAMED, linkKey: '+another-link-hash', isOn: false });
    await store.orderWatch.noteLink(dead, 'dead', tell, START_MS);
    await store.orderWatch.noteResolved(dead.orderId, 0);
    const taken = [runs, moved, invites, dead].map(({ orderId }) => orderId);
    expect((await claim(store, 100)).sort()).toEqual(taken.sort());
    expect(await claim(store, 100)).toEqual([]);
    expect(stopped.isOn).toBe(false);
  });

  test('that lead elsewhere pause the order once, and let it go on when they lead back', async () => {
    const { store } = stage();
    const order = await populate(store, NAMED);
    expect(await store.orderWatch.noteLink(order, 'there', tell, START_MS)).toBe(false);
    expect(await store.orderWatch.noteLink(order, 'moved', tell, START_MS)).toBe(true);
    expect(await store.orderWatch.noteLink(order, 'moved', tell, START_MS)).toBe(false);
    expect(await found(store, order.orderId)).toMatchObject({ pauseReason: 'link_moved', revision: 2 });
    expect(await store.orderWatch.noteLink(order, 'there', tell, START_MS)).toBe(true);
    expect(await found(store, order.orderId)).toMatchObject({ pauseReason: null, revision: 3 });
    expect(await told(store)).toEqual([
      { orderId: order.orderId, reason: 'link_moved', now: 'link_moved' },
      { orderId: order.orderId, reason: 'link_moved', now: null },
    ]);
  });

  test('that let nobody in pause it as dead, and it goes on when they do', async () => {
    const { store } = stage();
    const order = await populate(store, { ...NAMED, linkKey: '+invite-link-hash' });
    expect(await store.orderWatch.noteLink(order, 'dead', tell, START_MS)).toBe(true);
    expect((await found(store, order.orderId)).pauseReason).toBe('link_dead');
    expect(await store.orderWatch.noteLink(order, 'there', tell, START_MS)).toBe(true);
    expect(await told(store)).toEqual([
      { orderId: order.orderId, reason: 'link_dead', now: 'link_dead' },
      { orderId: order.orderId, reason: 'link_dead', now: null },
    ]);
  });

  test('change no other pause, and none of an order that leads elsewhere by now', async () => {
    const { store } = stage();
    const order = await populate(store, NAMED);
    const other = { ...order, resource: { ...order.resource, resourceId: '-1002' } };
    expect(await store.orderWatch.noteLink(other, 'moved', tell, START_MS)).toBe(false);
    expect(await store.orderWatch.noteLink({ ...order, linkKey: '@x' }, 'moved', tell, START_MS)).toBe(false);
    await store.orderWatch.hold(order.orderId, byService, tell, START_MS);
    expect(await store.orderWatch.noteLink(order, 'moved', tell, START_MS)).toBe(false);
    expect(await store.orderWatch.noteLink(order, 'there', tell, START_MS)).toBe(false);
    expect((await found(store, order.orderId)).pauseReason).toBe('removes_subscribers');
  });

  test('an approval ends the pause of a moved link, a rejection does not', async () => {
    const { store } = stage();
    const said = { reason: null, moderatorId: 9, theme: null };
    const order = await populate(store, { ...NAMED, decision: 'waiting' });
    await store.orderWatch.noteLink(order, 'moved', tell, START_MS);
    await store.orders.decide(order.orderId, 2, { ...said, decision: 'approved' }, [], START_MS);
    expect((await found(store, order.orderId)).pauseReason).toBe(null);
    const second = await addOrder(store, { ...NAMED, decision: 'waiting' });
    await store.orderWatch.hold(second.orderId, byService, tell, START_MS);
    await store.orders.decide(second.orderId, 2, { ...said, decision: 'approved' }, [], START_MS);
    expect((await found(store, second.orderId)).pauseReason).toBe('removes_subscribers');
  });

  test('a moderator’s pause ends no other way than by a moderator, and each reason is logged', async () => {
    const { store } = stage();
    const order = await populate(store, NAMED);
    const { orderId } = order;
    const hold = (text: string, id = orderId) =>
      store.orderWatch.hold(id, { moderatorId: 9, reason: `moderator:${text}` }, tell, START_MS);
    await store.orderWatch.noteLink(order, 'moved', tell, START_MS);
    const { version } = await store.catalog.changedSince(0);
    expect(await hold('Sells: fakes')).toBe(true);
    expect(await hold('Sells: fakes')).toBe(false);
    expect(await store.catalog.version()).toBeGreaterThan(version);
    expect(await store.orderWatch.hold(orderId, byService, tell, START_MS)).toBe(false);
    expect(await store.orderWatch.noteLink(order, 'there', tell, START_MS)).toBe(false);
    const said = { reason: null, moderatorId: 8, theme: null };
    const held = await found(store, orderId);
    await store.orders.revise(orderId, held.revision, { ...held, decision: 'waiting' }, [], START_MS);
    const { revision } = await found(store, orderId);
    await store.orders.decide(orderId, revision, { ...said, decision: 'approved' }, [], START_MS);
    expect(await found(store, orderId)).toMatchObject({
      decision: 'approved',
      pauseReason: 'moderator:Sells: fakes',
    });
    // The first reason stays, and the owner reads no second one.
    expect(await hold('No. Stolen')).toBe(false);
    expect(await hold('None', 999)).toBe(false);
    const resume = (seen?: PauseReason) => store.orderWatch.resume(orderId, 9, tell, START_MS, seen);
    await expect(resume('link_moved')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await resume('moderator:Sells: fakes')).toBe(true);
    expect(await resume('moderator:Sells: fakes')).toBe(false);
    const lines = await store.moderationLog.page({ beforeId: null, limit: 9 });
    expect(
      lines.map(({ action, moderatorId, orderId: about, reason }) => [action, moderatorId, about, reason]),
    ).toEqual([
      ['order_resumed', 9, orderId, 'Sells: fakes'],
      ['approved', 8, orderId, null],
      ['order_paused', 9, orderId, 'Sells: fakes'],
    ]);
    expect((await told(store)).map(({ reason, now }) => [reason, now])).toEqual([
      ['link_moved', 'link_moved'],
      ['moderator:Sells: fakes', 'moderator:Sells: fakes'],
      ['moderator:Sells: fakes', null],
    ]);
  });

  test('a moderator lets a paused order go on, which is logged, and its name is looked at next', async () => {
    const { store } = stage();
    const order = await populate(store, NAMED);
    expect(await store.orderWatch.resume(order.orderId, 9, tell, START_MS)).toBe(false);
    await store.orderWatch.noteResolved(order.orderId, START_MS);
    await store.orderWatch.hold(order.orderId, byService, tell, START_MS);
    const { version } = await store.catalog.changedSince(0);
    expect(await store.orderWatch.resume(order.orderId, 9, tell, START_MS)).toBe(true);
    expect(await store.orderWatch.resume(order.orderId, 9, tell, START_MS)).toBe(false);
    expect((await found(store, order.orderId)).pauseReason).toBe(null);
    expect(await store.catalog.version()).toBeGreaterThan(version);
    expect(await claim(store, 9)).toEqual([order.orderId]);
    const [line] = await store.moderationLog.page({ beforeId: null, limit: 9 });
    expect(line).toMatchObject({
      action: 'order_resumed',
      moderatorId: 9,
      orderId: order.orderId,
      reason: 'removes_subscribers',
    });
    expect(await told(store)).toMatchObject([{ now: 'removes_subscribers' }, { now: null }]);
  });
});

contract('users who joined unseen', (stage) => {
  const noNotifications = () => [];
  const lose = async (store: Store, nowMs = START_MS) => {
    await store.orders.setCheckState('-1001', null, 'lost', noNotifications, nowMs);
    await store.orders.setCheckState('-1001', null, 'ok', noNotifications, nowMs + 4_000);
  };
  const walk = { seenSinceMs: START_MS - HOUR_MS, window: 1_000, limit: 10 };

  test('pause the order with the third loss within a day, which is reported once', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, NAMED);
    const reported: (string | null)[] = [];
    const noteReason = (_: unknown, pausedFor: string | null) => {
      reported.push(pausedFor);
      return [];
    };
    for (let times = 0; times < 4; times++) {
      const atMs = START_MS + times * HOUR_MS;
      await store.orders.setCheckState('-1001', null, 'lost', noteReason, atMs);
      await store.orders.setCheckState('-1001', null, 'ok', noNotifications, atMs + 1_000);
    }
    expect(reported).toEqual([null, null, 'rights_unsteady', null]);
    expect(await store.orders.find(orderId)).toMatchObject({
      pauseReason: 'rights_unsteady',
      checkState: 'ok',
    });
  });

  test('have to be checked once the rights or a token are back, where the platform is asked', async () => {
    const { store } = stage();
    const order = await populate(store, NAMED);
    const bot = await addOrder(store, { adsType: 'bot' });
    await addOrder(store, { adsType: 'bot', toBotMember: true });
    await addOrder(store, { adsType: 'resource' });
    expect(await store.orderWatch.unseen(9)).toEqual([]);
    await store.orders.setCheckState('-1001', null, 'lost', noNotifications, START_MS);
    expect(await store.orderWatch.unseen(9)).toEqual([]);
    await store.orders.setCheckState('-1001', null, 'ok', noNotifications, START_MS + 4_000);
    expect(await store.orderWatch.unseen(9)).toMatchObject(
      [order, bot].map(({ orderId }) => ({ order: { orderId }, sinceMs: START_MS, cursor: 0 })),
    );
  });

  test('are those with an impression of it since then who are not settled, by id, in bounded steps', async () => {
    const { store } = stage();
    const order = await populate(store, NAMED);
    const other = await addOrder(store, { linkKey: '@other' });
    for (const userId of [11, 12, 13, 14, 15]) await show(store, userId, order.orderId);
    await show(store, 16, order.orderId, undefined, START_MS - 2 * HOUR_MS);
    await show(store, 17, other.orderId);
    await settle(store, order.orderId, 12);
    const step = ({ cursor = 0, ...more }: Partial<typeof walk> & { cursor?: number }) =>
      store.orderWatch.unseenUsers({ order, place: null, cursor }, { ...walk, ...more });
    expect(await step({})).toEqual({ userIds: [11, 13, 14, 15], nextCursor: null });
    expect(await step({ limit: 2 })).toEqual({ userIds: [11, 13], nextCursor: 13 });
    expect(await step({ cursor: 13 })).toEqual({ userIds: [14, 15], nextCursor: null });
    expect(await step({ window: 3 })).toEqual({ userIds: [11, 13], nextCursor: 13 });
    expect(await step({ window: 2, cursor: 15 })).toEqual({ userIds: [], nextCursor: 17 });
  });

  test('the walk goes on where it stood, ends, and begins anew with another loss', async () => {
    const { store } = stage();
    await populate(store, NAMED);
    await lose(store);
    const read = async () => (await store.orderWatch.unseen(9))[0];
    const unseen = await read();
    if (unseen === undefined) throw new Error('nobody has to be checked');
    await store.orderWatch.noteUnseen(unseen, 13);
    expect(await read()).toMatchObject({ cursor: 13 });
    await lose(store, START_MS + HOUR_MS);
    expect(await read()).toMatchObject({ cursor: 0, sinceMs: START_MS });
    await store.orderWatch.noteUnseen(unseen, null);
    const again = await read();
    expect(again).toMatchObject({ cursor: 0 });
    await store.orderWatch.noteUnseen(again ?? unseen, null);
    expect(await read()).toBe(undefined);
  });
});

contract('users of chats that orders have left', (stage) => {
  const walk = { seenSinceMs: START_MS - HOUR_MS, window: 1_000, limit: 10 };
  const turn = (store: Store, state: 'lost' | 'ok', atMs: number, checkerBotId: number | null = null) =>
    store.orders.setCheckState('-1001', checkerBotId, state, () => [], atMs);
  const move = async (store: Store, orderId: number, resourceId: string, nowMs = START_MS) => {
    const { revision } = await found(store, orderId);
    const resource = { ...orderFields().resource, resourceId };
    await store.orders.revise(orderId, revision, orderFields({ ...NAMED, resource }), [], nowMs);
  };

  test('are checked there once our rights are back: those who were shown it there', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, NAMED);
    await show(store, 11, orderId);
    await move(store, orderId, '-1002');
    const there = { impressions: [listed(orderId, undefined, { target: '-1002' })] };
    await show(store, 12, orderId, undefined, START_MS, there);
    await turn(store, 'lost', START_MS + 1_000);
    expect(await store.orderWatch.unseen(9)).toEqual([]);
    await turn(store, 'ok', START_MS + 5_000);
    const [unseen, ...others] = await store.orderWatch.unseen(9);
    if (unseen === undefined) throw new Error('nobody has to be checked');
    expect(others).toEqual([]);
    expect(unseen).toMatchObject({ order: { orderId }, sinceMs: START_MS + 1_000, cursor: 0 });
    expect(unseen.place).toMatchObject({ target: '-1001', adsType: 'channel', checkerBotId: null });
    expect(await store.orderWatch.unseenUsers(unseen, walk)).toEqual({ userIds: [11], nextCursor: null });
    expect(await store.orderWatch.unheard('-1001', null, START_MS)).toEqual([
      { fromMs: START_MS + 1_000, toMs: START_MS + 5_000 },
    ]);
  });

  test('also where the rights were lost before it left, and after the updates of the bot were lost', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, NAMED);
    await turn(store, 'lost', START_MS);
    await move(store, orderId, '-1002', START_MS + 1_000);
    expect(await store.orderWatch.unseen(9)).toEqual([]);
    await turn(store, 'ok', START_MS + 5_000, 77);
    expect(await store.orderWatch.unseen(9), 'the rights of another bot').toEqual([]);
    await turn(store, 'ok', START_MS + 5_000);
    const [back] = await store.orderWatch.unseen(9);
    expect(back).toMatchObject({ sinceMs: START_MS, place: { target: '-1001' } });
    await store.orderWatch.noteUnseen(back!, 13);
    expect(await store.orderWatch.unseen(9)).toMatchObject([{ cursor: 13 }]);
    await store.orderWatch.noteLostUpdates(null, { fromMs: START_MS + 9_000, toMs: START_MS + 9_500 });
    await store.orderWatch.noteUnseen(back!, null);
    const again = await store.orderWatch.unseen(9);
    const walks = again.map(({ place, sinceMs, cursor }) => [place?.target ?? null, sinceMs, cursor]);
    expect(walks).toEqual([
      [null, START_MS + 9_000, 0],
      ['-1001', START_MS, 0],
    ]);
    for (const unseen of again) await store.orderWatch.noteUnseen(unseen, null);
    expect(await store.orderWatch.unseen(9)).toEqual([]);
  });

  test('of the last twenty chats alone', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, NAMED);
    for (let number = 2; number <= 24; number++)
      await move(store, orderId, `-10${String(number).padStart(2, '0')}`, START_MS + number * 1_000);
    await store.orderWatch.noteLostUpdates(null, { fromMs: START_MS, toMs: START_MS + 1_000 });
    const places = (await store.orderWatch.unseen(90)).map(({ place }) => place?.target ?? null);
    expect(places).toHaveLength(21);
    expect(places).not.toContain('-1003');
    expect(places).toContain('-1004');
  });
});
