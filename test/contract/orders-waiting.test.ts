import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { OrderFields } from '../../core/ports/order-store.js';
import { ADVERTISER, openAccount, orderFields, PUBLISHER } from './makers.js';
import { contract, START_MS } from './run.js';

const noNotifications = { allowSameLink: true, notifications: () => [] };

contract('orders that wait', (stage) => {
  test('at most so many of an account wait for a moderator, no matter who asks at the same time', async () => {
    const { store, open } = stage();
    const other = await open();
    await openAccount(store, ADVERTISER);
    await openAccount(store, PUBLISHER);
    const create = (each: Store, accountId: number, at: number, more: Partial<OrderFields> = {}) => {
      const fields = orderFields({ decision: 'waiting', linkKey: `t.me/${String(at)}`, ...more });
      return each.orders.create(accountId, fields, { ...noNotifications, waitingMax: 3 }, START_MS);
    };
    const made = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((at) => create(at % 2 === 0 ? store : other, ADVERTISER, at)),
    );
    expect(made.map(({ kind }) => kind).sort()).toEqual([
      ...['created', 'created', 'created'],
      ...['too_many', 'too_many', 'too_many'],
    ]);
    expect(await create(store, PUBLISHER, 7)).toMatchObject({ kind: 'created' });
    expect(await create(store, ADVERTISER, 8, { decision: 'approved' })).toMatchObject({ kind: 'created' });
    const [first] = made.flatMap((one) => (one.kind === 'created' ? [one.order] : []));
    const decision = { decision: 'rejected', reason: 'so', moderatorId: 9, theme: null } as const;
    await store.orders.decide(first?.orderId ?? 0, first?.revision ?? 0, decision, [], START_MS);
    expect(await create(store, ADVERTISER, 9)).toMatchObject({ kind: 'created' });
    expect(await create(store, ADVERTISER, 10)).toEqual({ kind: 'too_many' });
  });

  test('an order that comes back to the moderators counts, one that waits already does not', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const make = async (at: number, more: Partial<OrderFields>) => {
      const fields = orderFields({ linkKey: `t.me/${String(at)}`, ...more });
      const made = await store.orders.create(ADVERTISER, fields, noNotifications, START_MS);
      if (made.kind !== 'created') throw new Error(made.kind);
      return { fields, orderId: made.order.orderId };
    };
    const waits = await make(1, { decision: 'waiting' });
    const runs = await make(2, { decision: 'approved' });
    const archived = await make(3, { decision: 'waiting', inArchive: true });
    const revise = async (
      { fields, orderId }: typeof runs,
      more: Partial<OrderFields>,
      waitingMax: number,
    ) => {
      const { revision = 0 } = (await store.orders.find(orderId)) ?? {};
      const next = { ...fields, ...more };
      return (await store.orders.revise(orderId, revision, next, [], START_MS, waitingMax)).kind;
    };
    expect(await revise(waits, { name: 'Another name' }, 1)).toBe('revised');
    expect(await revise(runs, { decision: 'waiting' }, 1)).toBe('too_many');
    expect(await revise(archived, { inArchive: false }, 1)).toBe('too_many');
    expect((await store.orders.find(runs.orderId))?.decision).toBe('approved');
    expect(await revise(runs, { decision: 'waiting', inArchive: true }, 1)).toBe('revised');
    expect(await revise(runs, { decision: 'waiting' }, 2)).toBe('revised');
    expect(await revise(waits, { inArchive: true }, 1)).toBe('revised');
    expect(await revise(archived, { inArchive: false }, 2)).toBe('revised');
    expect(await revise(waits, { inArchive: false }, 2)).toBe('too_many');
  });

  test('of several that come back at the same time, as many do as may', async () => {
    const { store, open } = stage();
    const other = await open();
    await openAccount(store, ADVERTISER);
    const fields = [1, 2, 3, 4].map((at) => orderFields({ linkKey: `t.me/${String(at)}` }));
    const made = await Promise.all(
      fields.map((each) => store.orders.create(ADVERTISER, each, noNotifications, START_MS)),
    );
    const kinds = await Promise.all(
      made.map(async (one, index) => {
        if (one.kind !== 'created') throw new Error(one.kind);
        const next = { ...fields[index], ...orderFields({ decision: 'waiting' }) };
        const each = index % 2 === 0 ? store : other;
        return (await each.orders.revise(one.order.orderId, 1, next, [], START_MS, 2)).kind;
      }),
    );
    expect(kinds.sort()).toEqual(['revised', 'revised', 'too_many', 'too_many']);
  });
});
