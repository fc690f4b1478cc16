/** An owner is told that an order cannot be paid for, in the step that made it so, and once for each time. */
import { expect, test } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { Store } from '../../core/ports.js';
import type { Notification } from '../../core/ports/notification-store.js';
import type { OrderFields } from '../../core/ports/order-store.js';
import {
  addBot,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  orderFields,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
  addOrder,
} from './makers.js';
import { contract, START_MS } from './run.js';

const nobody = () => [];
const DAY_MS = 86_400_000;

contract('running out of money', (stage) => {
  /** What has been queued since the last look. */
  async function told(store: Store): Promise<Notification[]> {
    const notifications = await store.notifications.claim('test', 500, 60_000, START_MS + 100 * DAY_MS);
    for (const claimed of notifications) await store.notifications.done(claimed);
    return notifications;
  }
  const orders = async (store: Store) =>
    (await told(store)).map(({ kind, accountId, facts }) => {
      expect([kind, accountId]).toEqual(['order_out_of_money', ADVERTISER]);
      return facts['orderId'];
    });
  const withdraw = (store: Store, amountMicros: bigint, requestKey: string, nowMs = START_MS) =>
    store.withdrawals.ask(ADVERTISER, { amountMicros, detailsCipher: '', requestKey }, 9, nobody, nowMs);

  async function revise(store: Store, orderId: number, more: Partial<OrderFields>, nowMs = START_MS) {
    const order = await store.orders.find(orderId);
    const fields = { ...orderFields(), ...order, ...more };
    return store.orders.revise(orderId, order?.revision ?? 0, fields, [], nowMs);
  }

  test('by a withdrawal: each running order that it leaves without, and no other', async () => {
    const { store } = stage();
    const cheap = await populate(store, { name: 'Cheap' }, 10n * PRICE);
    const dear = await addOrder(store, { realPriceMicros: 3n * PRICE, name: 'Dear', linkKey: 'dear' });
    const others: Partial<OrderFields>[] = [
      { isOn: false },
      { inArchive: true },
      { decision: 'waiting' },
      { decision: 'rejected' },
      { isFree: true, places: 0 },
      { realPriceMicros: 20n * PRICE },
    ];
    for (const [at, other] of others.entries())
      await addOrder(store, { realPriceMicros: 3n * PRICE, linkKey: String(at), ...other });
    await withdraw(store, 8n * PRICE, 'first');
    const [notification, ...rest] = await told(store);
    expect(rest).toEqual([]);
    expect(notification).toMatchObject({
      kind: 'order_out_of_money',
      accountId: ADVERTISER,
      facts: { orderId: dear.orderId, name: 'Dear', quantityNow: 0 },
    });
    await withdraw(store, PRICE + 1n, 'second');
    expect(await orders(store)).toEqual([cheap.orderId]);
  });

  test('by a charge of another order, and not by the charge that finishes an order', async () => {
    const { store } = stage();
    const last = await populate(store, { quantityAll: 1 }, 3n * PRICE);
    const other = await addOrder(store, { realPriceMicros: 3n * PRICE, linkKey: 'other' });
    await show(store, 1, last.orderId);
    await settle(store, last.orderId, 1);
    expect(await orders(store)).toEqual([other.orderId]);
    await withdraw(store, PRICE + 1n, 'rest');
    expect(await orders(store)).toEqual([]);
  });

  test('again only when money was put in or came back, or on another day', async () => {
    const { store } = stage();
    const order = await populate(store, {}, 2n * PRICE);
    const bot = await addBot(store, BOT + 1, ADVERTISER);
    const theirs = await addOrder(store, { linkKey: 'theirs', quantityAll: 100 }, PUBLISHER);
    await deposit(store, PUBLISHER, 100n * PRICE);
    /** The advertiser's own bot earns them something in between. */
    const earn = async (userId: number, nowMs = START_MS + 1_000) => {
      await show(store, userId, theirs.orderId, bot.botId);
      await settle(store, theirs.orderId, userId, { decide: chargeShown(), nowMs });
    };
    const spend = async (userId: number, nowMs = START_MS + 1_000) => {
      await show(store, userId, order.orderId);
      const { settlement } = await settle(store, order.orderId, userId, { nowMs });
      expect(settlement.kind).toBe('counted');
    };
    await spend(1);
    expect(await orders(store)).toEqual([]);
    await spend(2);
    expect(await orders(store)).toEqual([order.orderId]);
    for (const userId of [11, 12]) await earn(userId);
    await spend(3);
    expect(await orders(store)).toEqual([]);
    await deposit(store, ADVERTISER, 2n * PRICE);
    const asked = await withdraw(store, 2n * PRICE, 'most');
    expect(await orders(store)).toEqual([order.orderId]);
    if (asked.kind !== 'asked') throw new Error('not asked');
    const refusal = { state: 'refused', decidedBy: 9, note: '' } as const;
    await store.withdrawals.decide(asked.withdrawal.withdrawalId, refusal, nobody, START_MS);
    await spend(4);
    expect(await orders(store)).toEqual([]);
    await spend(5);
    expect(await orders(store)).toEqual([order.orderId]);
    for (const userId of [13, 14]) await earn(userId);
    await spend(6, START_MS + DAY_MS + 1_000);
    expect(await orders(store)).toEqual([order.orderId]);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('once of each order, however many are charged at the same time', async () => {
    const { store, open } = stage();
    const stores = [store, await open()] as const;
    const first = await populate(store, {}, 8n * PRICE);
    const charged = [first];
    for (let at = 1; at < 8; at++) charged.push(await addOrder(store, { linkKey: `charged-${String(at)}` }));
    const dear = await addOrder(store, { realPriceMicros: 3n * PRICE, linkKey: 'dear' });
    for (const [at, { orderId }] of charged.entries()) await show(store, at + 1, orderId);
    const settled = await Promise.all(
      charged.map(({ orderId }, at) => settle(stores[at % 2 === 0 ? 0 : 1], orderId, at + 1)),
    );
    expect(settled.map(({ settlement }) => settlement.kind)).toEqual(charged.map(() => 'counted'));
    const all = [...charged, dear].map(({ orderId }) => orderId);
    expect((await orders(store)).toSorted()).toEqual(all.toSorted());
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('by a refund that was asked for here, and by one that was not', async () => {
    const { store } = stage();
    const order = await populate(store, {}, 0n);
    const pay = (chargeId: string) =>
      store.ledger.deposit(
        ADVERTISER,
        PRICE,
        { reference: `xtr:${chargeId}`, note: '', bookedBy: null, stars: { chargeId, count: 1 } },
        START_MS,
      );
    await pay('a');
    await store.starPayments.beginRefund('a', 9, START_MS);
    expect(await orders(store)).toEqual([order.orderId]);
    await store.starPayments.endRefund('a', { state: 'done', note: '' }, nobody, START_MS);
    expect(await orders(store)).toEqual([]);
    await pay('b');
    await store.starPayments.endRefund('b', { state: 'done', note: '' }, nobody, START_MS);
    expect(await orders(store)).toEqual([order.orderId]);
  });

  test('at the approval, the start and the raising of a price; while it is told it is told once', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const waiting = await addOrder(store, { decision: 'waiting' });
    const decision = { decision: 'approved', reason: null, moderatorId: 9, theme: null } as const;
    await store.orders.decide(waiting.orderId, waiting.revision, decision, [], START_MS);
    expect(await orders(store)).toEqual([waiting.orderId]);
    await revise(store, waiting.orderId, { decision: 'approved', name: 'Renamed' });
    expect(await orders(store)).toEqual([]);
    const stopped = await addOrder(store, { isOn: false, linkKey: 'stopped' });
    await revise(store, stopped.orderId, { name: 'Still stopped' });
    expect(await orders(store)).toEqual([]);
    await revise(store, stopped.orderId, { isOn: true });
    expect(await orders(store)).toEqual([stopped.orderId]);
    await deposit(store, ADVERTISER, PRICE);
    await revise(store, stopped.orderId, { name: 'Paid for' });
    expect(await orders(store)).toEqual([]);
    await revise(store, stopped.orderId, { realPriceMicros: parseMoney('900') });
    expect(await orders(store)).toEqual([stopped.orderId]);
  });
});
