/** Blocking an account stops its orders and bots at once; lifting the block gives back what was on. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { addBot, addOrder, addOrders, ADVERTISER, openAccount, populate, PUBLISHER } from './makers.js';
import { contract, START_MS } from './run.js';

const MODERATOR = 9;
const OWN_BOT = 7_777;

const everything = { search: '', inArchive: false, status: null, offset: 0 };

const setBlocked = (store: Store, isBlocked: boolean, accountId = ADVERTISER) =>
  store.accounts.setBlocked(
    accountId,
    isBlocked,
    {
      moderatorId: MODERATOR,
      reason: isBlocked ? 'Fraud.' : null,
      notifications: (stopped) => [
        {
          accountId,
          kind: isBlocked ? 'account_blocked' : 'account_unblocked',
          facts: { ...stopped },
          dedupeKey: `${String(accountId)}:${String(isBlocked)}`,
        },
      ],
    },
    START_MS,
  );

const botNow = async ({ bots }: Store) => {
  const bot = await bots.find(OWN_BOT);
  if (bot === null) throw new Error('the bot is gone');
  return bot;
};

contract('blocking an account', (stage) => {
  test('stops its orders and bots, and gives back those that were on', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 10 });
    const off = await addOrder(store, { isOn: false });
    await openAccount(store, ADVERTISER);
    await addBot(store, OWN_BOT, ADVERTISER);
    const isOn = async () => [
      (await store.orders.find(orderId))?.isOn,
      (await store.orders.find(off.orderId))?.isOn,
      (await store.bots.find(OWN_BOT))?.isOn,
    ];
    expect(await isOn()).toEqual([true, false, true]);
    const { version } = await store.catalog.changedSince(0);
    await setBlocked(store, true);
    expect(await isOn()).toEqual([false, false, false]);
    const changed = await store.catalog.changedSince(version);
    expect(changed.orders.map((order) => [order.orderId, order.isOn])).toEqual([[orderId, false]]);
    await setBlocked(store, true);
    await setBlocked(store, false);
    expect(await isOn()).toEqual([true, false, true]);
    const again = await store.catalog.changedSince(changed.version);
    expect(again.orders.map((order) => [order.orderId, order.isOn])).toEqual([[orderId, true]]);
    const told = await store.notifications.claim('w', 100, 60_000, START_MS + 1_000);
    expect(told.map(({ kind, facts }) => [kind, facts])).toEqual([
      ['account_blocked', { orders: 1, bots: 1 }],
      ['account_unblocked', { orders: 1, bots: 1 }],
    ]);
  });

  test('leaves off what was under way meanwhile, made or started', async () => {
    const { store, open } = stage();
    const { orderId, revision, ...fields } = await populate(store, { isOn: false });
    await setBlocked(store, true);
    const made = await addOrder(store);
    const revised = await store.orders.revise(orderId, revision, { ...fields, isOn: true }, [], START_MS);
    expect([made.isOn, revised.kind]).toEqual([false, 'revised']);
    expect(await store.orders.find(orderId)).toMatchObject({ isOn: false });
    await setBlocked(store, false);
    const other = await open();
    await Promise.all([
      setBlocked(store, true),
      ...Array.from({ length: 20 }, (_, index) => addOrder(index % 2 === 0 ? store : other)),
    ]);
    const { orders } = await store.orders.list(ADVERTISER, { ...everything, limit: 100 });
    expect(orders.filter(({ isOn }) => isOn)).toEqual([]);
  });

  test('leaves off what the next owner of a bot has switched off', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    await openAccount(store, PUBLISHER);
    await addBot(store, OWN_BOT, ADVERTISER, { tokenCipher: null });
    await setBlocked(store, true);
    const { settings } = await botNow(store);
    const wanted = { botId: OWN_BOT, accountId: PUBLISHER, name: 'Mine', nickname: 'mine_bot', settings };
    await store.bots.takeOver({ ...wanted, tokenCipher: 'token' }, { hash: 'h', cipher: 'c' }, START_MS);
    await store.bots.update(OWN_BOT, { isOn: false }, START_MS);
    await setBlocked(store, true, PUBLISHER);
    await setBlocked(store, false, PUBLISHER);
    expect(await botNow(store)).toMatchObject({ accountId: PUBLISHER, isOn: false });
  });

  test('brings each of its orders to the catalog, however many changed with one version', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    // More than a page of what changed.
    const more = await addOrders(store, Array(500).fill({}));
    const { version } = await store.catalog.changedSince(0);
    await setBlocked(store, true);
    const { orders } = await store.catalog.changedSince(version);
    const stopped = orders.filter(({ isOn }) => !isOn).map((order) => order.orderId);
    expect(stopped.toSorted((a, b) => a - b)).toEqual(
      [orderId, ...more.map((order) => order.orderId)].toSorted((a, b) => a - b),
    );
  });
});
