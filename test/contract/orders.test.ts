import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusOf } from '../../core/orders/index.js';
import { alwaysOpen, defaultTargeting, keptNames, rowOf } from '../../core/terms/index.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { Order, OrderStatus } from '../../core/ports/order-store.js';
import { otherThanDefault } from '../support/order-fields.js';
import { addOrder, ADVERTISER, openAccount, orderFields, populate, settle, show } from './makers.js';
import { contract, START_MS } from './run.js';

const OTHER = 503;
const noNotifications = { allowSameLink: false, notifications: () => [] };
const said = { reason: null, moderatorId: 9, theme: null };

function notificationOf(order: Order): NewNotification[] {
  const { orderId, accountId, revision, checkState } = order;
  const dedupeKey = `${String(orderId)}:${String(revision)}`;
  return [{ accountId, kind: 'moderation', facts: { orderId, checkState }, dedupeKey }];
}

contract('orders', (stage) => {
  test('an order that an older version wrote has the defaults of fields that came later', async () => {
    const { store, sql } = stage();
    const { orderId } = await populate(store);
    await sql(`UPDATE orders SET targeting = '{"gender":"male"}', schedule = '{}'`);
    const expected = { targeting: { ...defaultTargeting(), gender: 'male' }, schedule: alwaysOpen() };
    expect(await store.orders.find(orderId)).toMatchObject(expected);
    const { orders } = await store.catalog.changedSince(0);
    expect(orders).toMatchObject([expected]);
  });

  test('an order is kept as it was made', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const fields = orderFields({
      decision: 'waiting',
      quantityDay: 7,
      realPriceMicros: 8_000_000_000_000_000n,
      coefficients: { ages: 1.75, total: 2.625 },
      botTokenCipher: 'sealed',
      subSpeed: 5,
      isLite: true,
      forbiddenThemes: ['casino'],
      minBotQuality: 0.9,
    });
    const creation = await store.orders.create(
      ADVERTISER,
      fields,
      { allowSameLink: false, notifications: notificationOf },
      START_MS,
    );
    expect(creation).toEqual({
      kind: 'created',
      order: {
        ...fields,
        orderId: 1,
        accountId: ADVERTISER,
        quantityNow: 0,
        checkState: 'ok',
        pauseReason: null,
        revision: 1,
        createdAtMs: START_MS,
      },
    });
    const order = await store.orders.find(1);
    expect(creation).toMatchObject({ order });
    expect(await store.orders.findMany([2, 1, 1])).toEqual([order]);
    expect(await store.notifications.claim('w', 5, 1, START_MS)).toMatchObject([{ facts: { orderId: 1 } }]);
  });

  test.each(keptNames)('its %s is kept as it was set, and nothing else changes', async (name) => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const before = orderFields();
    const fields = { ...before, [name]: otherThanDefault(rowOf(name)) };
    const order = await store.orders.find(orderId);
    await store.orders.revise(orderId, order?.revision ?? 0, fields, [], START_MS);
    expect(await store.orders.find(orderId)).toMatchObject(fields);
    expect((await store.orders.find(orderId))?.[name]).not.toEqual(before[name]);
  });

  test('a second order on the same link conflicts with the first, and which way depends on it', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    await openAccount(store, OTHER);
    const create = async (accountId = ADVERTISER, linkKey = 't.me/channel') => {
      const fields = orderFields({ decision: 'waiting', linkKey });
      return store.orders.create(accountId, fields, noNotifications, START_MS);
    };
    const first = await create();
    expect(first).toMatchObject({ kind: 'created', order: { orderId: 1, revision: 1 } });
    expect(await create()).toEqual({ kind: 'conflict', with: 'moderation', orderId: 1 });
    expect(await create(OTHER)).toMatchObject({ kind: 'created', order: { orderId: 2 } });
    await store.orders.decide(1, 1, { decision: 'approved', ...said }, [], START_MS);
    expect(await create()).toEqual({ kind: 'conflict', with: 'exist', orderId: 1 });
    await store.orders.revise(1, 2, orderFields({ inArchive: true }), [], START_MS);
    expect(await create()).toMatchObject({ kind: 'created', order: { orderId: 3 } });
    await store.orders.decide(3, 1, { decision: 'rejected', ...said, reason: 'spam' }, [], START_MS);
    await store.orders.revise(3, 2, orderFields({ inArchive: true, decision: 'rejected' }), [], START_MS);
    expect(await create()).toEqual({ kind: 'conflict', with: 'rejected', orderId: 3 });
    await store.orders.setLinkBlocked('t.me/other', true, 9, START_MS);
    expect(await create(OTHER, 't.me/other')).toEqual({ kind: 'conflict', with: 'rejected', orderId: null });
    const exempt = { ...noNotifications, allowSameLink: true };
    expect(await store.orders.create(ADVERTISER, orderFields(), exempt, START_MS)).toMatchObject({
      kind: 'created',
    });
  });

  test('two creations at once on one link make one order', async () => {
    const { store, open } = stage();
    await openAccount(store, ADVERTISER);
    const other = await open();
    const made = await Promise.all(
      [store, other, store, other].map((each) =>
        each.orders.create(ADVERTISER, orderFields(), noNotifications, START_MS),
      ),
    );
    expect(made.map(({ kind }) => kind).sort()).toEqual(['conflict', 'conflict', 'conflict', 'created']);
  });

  test('a change made on an older revision is refused', async () => {
    const { store, open } = stage();
    await openAccount(store, ADVERTISER);
    const order = await addOrder(store);
    const other = await open();
    const made = await Promise.all([
      store.orders.revise(order.orderId, 1, orderFields({ name: 'One' }), [], START_MS),
      other.orders.revise(order.orderId, 1, orderFields({ name: 'Two' }), [], START_MS),
    ]);
    expect(made.map(({ kind }) => kind).sort()).toEqual(['revised', 'stale']);
    expect(await store.orders.find(order.orderId)).toMatchObject({ revision: 2 });
    expect(await store.orders.revise(99, 1, orderFields(), [], START_MS)).toEqual({ kind: 'stale' });
  });

  test('subscribers freeze the link and the type, and nothing else', async () => {
    const { store } = stage();
    const order = await populate(store);
    await show(store, 1, order.orderId);
    await settle(store, order.orderId, 1);
    const revise = (fields: Parameters<typeof orderFields>[0]) =>
      store.orders.revise(order.orderId, 1, orderFields(fields), [], START_MS);
    expect(await revise({ link: 'https://t.me/other' })).toEqual({ kind: 'frozen' });
    expect(await revise({ adsType: 'resource' })).toEqual({ kind: 'frozen' });
    expect(await revise({ name: 'New name' })).toMatchObject({ kind: 'revised', order: { quantityNow: 1 } });
  });

  test('the link an order had at a moment stays known', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const { orderId } = await addOrder(store, { link: 'https://t.me/first' });
    await store.orders.revise(orderId, 1, orderFields({ link: 'https://t.me/second' }), [], START_MS + 10);
    const at = async (ms: number) => (await store.orders.linksAt([orderId], START_MS + ms)).get(orderId);
    expect([await at(-1), await at(0), await at(9), await at(10), await at(99)]).toEqual([
      undefined,
      { link: 'https://t.me/first', isCurrent: false },
      { link: 'https://t.me/first', isCurrent: false },
      { link: 'https://t.me/second', isCurrent: true },
      { link: 'https://t.me/second', isCurrent: true },
    ]);
    const bot = orderFields({ link: 'https://t.me/second', adsType: 'bot' });
    await store.orders.revise(orderId, 2, bot, [], START_MS + 100);
    expect(await at(99), 'another kind is another place').toMatchObject({ isCurrent: false });
    expect(await at(100)).toMatchObject({ isCurrent: true });
  });

  test('of two moderators at once one decides, and the other is told what was decided', async () => {
    const { store, open } = stage();
    await openAccount(store, ADVERTISER);
    const { orderId } = await addOrder(store, { decision: 'waiting' });
    const other = await open();
    const [one, two] = await Promise.all([
      store.orders.decide(orderId, 1, { decision: 'approved', ...said, theme: 'films' }, [], START_MS),
      other.orders.decide(orderId, 1, { decision: 'rejected', ...said, reason: 'No' }, [], START_MS),
    ]);
    expect([one.kind, two.kind].sort()).toEqual(['already', 'decided']);
    const order = await store.orders.find(orderId);
    expect(one).toMatchObject({ order });
    expect(two).toMatchObject({ order });
    expect(await store.orders.decide(99, 1, { decision: 'approved', ...said }, [], START_MS)).toEqual({
      kind: 'gone',
    });
  });

  test('waiting orders come oldest first, the archive left out', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    for (const decision of ['waiting', 'approved', 'waiting', 'rejected', 'waiting'] as const) {
      await addOrder(store, { decision });
    }
    await addOrder(store, { decision: 'waiting', inArchive: true });
    const page = async (offset: number, limit: number) => {
      const { orders, total } = await store.orders.waiting({ offset, limit });
      return [orders.map((order) => order.orderId), total];
    };
    expect(await page(0, 2)).toEqual([[1, 3], 3]);
    expect(await page(2, 2)).toEqual([[5], 3]);
  });

  test('the status filter agrees with the derived status of every order', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const statuses: OrderStatus[] = [
      'Moderation',
      'Processing',
      'Stopped',
      'Finished',
      'Rejected',
      'Archived',
    ];
    const states = fc.record({
      isOn: fc.boolean(),
      inArchive: fc.boolean(),
      decision: fc.constantFrom('waiting' as const, 'approved' as const, 'rejected' as const),
      quantityAll: fc.constantFrom(0, 10),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(states, { minLength: 1, maxLength: 8 }), async (fields) => {
        for (const each of fields) await addOrder(store, each);
        const all = [false, true].map((inArchive) =>
          store.orders.list(ADVERTISER, { search: '', inArchive, status: null, offset: 0, limit: 1_000 }),
        );
        const orders = (await Promise.all(all)).flatMap((list) => list.orders);
        for (const status of statuses) {
          const inArchive = status === 'Archived';
          const list = await store.orders.list(ADVERTISER, {
            search: '',
            inArchive,
            status,
            offset: 0,
            limit: 1_000,
          });
          const expected = orders.filter((order) => statusOf(order) === status);
          expect(list.orders.map((order) => order.orderId)).toEqual(expected.map((order) => order.orderId));
          expect(list.total).toBe(expected.length);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a search goes over name, link and number of the own orders', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    await openAccount(store, OTHER);
    await addOrder(store, { name: 'Лето 100%', link: 'https://t.me/summer' });
    await addOrder(store, { name: 'Winter', link: 'https://t.me/snow_and_ice' });
    await addOrder(store, { name: 'Лето' }, OTHER);
    const found = async (search: string) => {
      const page = { search, inArchive: false, status: null, offset: 0, limit: 10 };
      return (await store.orders.list(ADVERTISER, page)).orders.map((order) => order.orderId);
    };
    expect(await found('ЛЕТО')).toEqual([1]);
    expect(await found('0%')).toEqual([1]);
    expect(await found('w_and')).toEqual([2]);
    expect(await found('T.ME')).toEqual([2, 1]);
    expect(await found('#1')).toEqual([1]);
    expect(await found('2')).toEqual([2]);
    expect(await found('3')).toEqual([]);
  });

  test('one definite error is forgiven, the second in a row loses the check, and it comes back', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const { orderId } = await addOrder(store);
    const error = () => store.orders.noteCheckError(orderId, notificationOf, START_MS);
    const worked = () => store.orders.noteCheckWorked(orderId, notificationOf, START_MS);
    const version = await store.catalog.version();
    expect(await worked()).toBe(false);
    expect(await error()).toBe('ok');
    expect(await worked()).toBe(true);
    expect(await error()).toBe('ok');
    expect(await error()).toBe('lost');
    expect(await error()).toBe('lost');
    expect((await store.orders.lost(5)).map((order) => order.orderId)).toEqual([orderId]);
    expect(await worked()).toBe(true);
    expect(await worked()).toBe(false);
    expect(await store.orders.find(orderId)).toMatchObject({ checkState: 'ok' });
    expect(await store.catalog.version()).toBeGreaterThan(version);
    const told = await store.notifications.claim('w', 10, 1, START_MS);
    expect(told.map((notification) => notification.facts.checkState)).toEqual(['lost', 'ok']);
  });

  test('a lost right pauses all orders of a resource, each owner told, once for each time', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    await addOrder(store);
    await addOrder(store);
    await addOrder(store, {
      resource: {
        resourceId: '-1002',
        name: '',
        logoFileId: '',
        takesJoinRequests: false,
        checkerBotId: null,
        inviteLink: '',
      },
    });
    const set = async (state: 'ok' | 'lost') => {
      const changed = await store.orders.setCheckState('-1001', null, state, notificationOf, START_MS);
      return changed.map((order) => order.orderId);
    };
    expect(await set('lost')).toEqual([1, 2]);
    expect(await set('lost')).toEqual([]);
    expect(await set('ok')).toEqual([1, 2]);
    expect(await set('lost')).toEqual([1, 2]);
    expect(await store.notifications.claim('w', 10, 1, START_MS)).toHaveLength(6);
    expect((await store.orders.ofResource('-1001')).map((order) => order.checkState)).toEqual([
      'lost',
      'lost',
    ]);
    expect(await store.orders.setCheckState('', null, 'lost', notificationOf, START_MS)).toEqual([]);
  });

  test('lost orders come in turn', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    for (let count = 0; count < 5; count++) await addOrder(store);
    await store.orders.setCheckState('-1001', null, 'lost', () => [], START_MS);
    const turns = [];
    for (let turn = 0; turn < 3; turn++)
      turns.push((await store.orders.lost(2)).map((order) => order.orderId));
    expect(turns).toEqual([
      [1, 2],
      [3, 4],
      [5, 1],
    ]);
  });

  test('a blocked link is neither moved to, nor sent to the moderators again, nor approved', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const waiting = orderFields({ decision: 'waiting', linkKey: 't.me/free' });
    const creation = await store.orders.create(ADVERTISER, waiting, noNotifications, START_MS);
    expect(creation).toMatchObject({ kind: 'created', order: { orderId: 1, revision: 1 } });
    await store.orders.setLinkBlocked('t.me/bad', true, 9, START_MS);
    const waste = { accountId: ADVERTISER, kind: 'moderation', facts: {}, dedupeKey: 'waste' } as const;
    const moved = { ...waiting, linkKey: 't.me/bad', link: 'https://t.me/bad' };
    expect(await store.orders.revise(1, 1, moved, [waste], START_MS)).toEqual({ kind: 'blocked' });
    expect(await store.orders.find(1)).toMatchObject({ linkKey: 't.me/free', revision: 1 });
    await store.orders.setLinkBlocked('t.me/free', true, 9, START_MS);
    const approval = { decision: 'approved', ...said } as const;
    expect(await store.orders.decide(1, 1, approval, [waste], START_MS)).toMatchObject({
      kind: 'blocked',
      order: { orderId: 1, decision: 'waiting', revision: 1 },
    });
    // What changes nothing about it stays possible: its owner stops it, a moderator rejects it.
    expect(await store.orders.revise(1, 1, { ...waiting, isOn: false }, [], START_MS)).toMatchObject({
      kind: 'revised',
    });
    const rejection = { decision: 'rejected', ...said, reason: 'blocked' } as const;
    expect(await store.orders.decide(1, 2, rejection, [], START_MS)).toMatchObject({ kind: 'decided' });
    const renamed = { ...waiting, name: 'Again' };
    expect(await store.orders.revise(1, 3, renamed, [], START_MS)).toEqual({ kind: 'blocked' });
    await store.orders.setLinkBlocked('t.me/free', false, 9, START_MS);
    expect(await store.orders.revise(1, 3, renamed, [], START_MS)).toMatchObject({ kind: 'revised' });
    expect(await store.orders.decide(1, 4, approval, [], START_MS)).toMatchObject({ kind: 'decided' });
    // Nothing of what was refused; the order that is approved in the end has no money.
    const told = await store.notifications.claim('w', 5, 1, START_MS);
    expect(told.map(({ kind }) => kind)).toEqual(['order_out_of_money']);
  });

  test('a resource that becomes known is found by its id, and an older revision is refused', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const unresolved = {
      resourceId: '',
      name: '',
      logoFileId: '',
      takesJoinRequests: false,
      checkerBotId: null,
      inviteLink: '',
    };
    const { orderId } = await addOrder(store, { resource: unresolved, linkKey: 't.me/+abc' });
    expect((await store.orders.ofLinkKey('t.me/+abc')).map((order) => order.orderId)).toEqual([orderId]);
    expect(await store.orders.ofResource('')).toEqual([]);
    const resource = {
      resourceId: '-1009',
      name: 'Found',
      logoFileId: 'file',
      takesJoinRequests: true,
      checkerBotId: null,
      inviteLink: '',
    };
    await store.orders.setResource(orderId, resource, START_MS, 1);
    expect(await store.orders.ofResource('-1009')).toMatchObject([{ orderId, resource }]);
    expect(await store.orders.revise(orderId, 1, orderFields(), [], START_MS)).toEqual({ kind: 'stale' });
    // The same once more, as several updates tell it, makes nobody too late.
    const known = await store.orders.find(orderId);
    expect(await store.orders.setResource(orderId, resource, START_MS, 2)).toBe(true);
    expect(await store.orders.find(orderId)).toEqual(known);
    // What was looked up for the order as it was before says nothing of it.
    const late = { ...resource, resourceId: '-1010' };
    expect(await store.orders.setResource(orderId, late, START_MS, 1)).toBe(false);
    expect(await store.orders.find(orderId)).toEqual(known);
    expect(await store.orders.setResource(orderId, late, START_MS, 2)).toBe(true);
    expect((await store.orders.find(orderId))?.resource).toEqual(late);
    expect(await store.orders.setResource(999, late, START_MS, 1)).toBe(false);
  });
});
