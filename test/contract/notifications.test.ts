/** Notifications that wait for a worker. */
import { expect, test } from 'vitest';
import type { NewNotification } from '../../core/ports/notification-store.js';
import { contract, START_MS } from './run.js';

const LEASE_MS = 1_000;

contract('notifications', (stage) => {
  const notification = (dedupeKey: string): NewNotification => ({
    accountId: 1,
    kind: 'deposit',
    facts: { amount: '2.5', orderId: null, count: 3 },
    dedupeKey,
  });
  const claimOf = (notificationId: number) => ({ notificationId, attempts: 1 });
  const claim = async (worker: string, nowMs: number, limit = 10) =>
    (await stage().store.notifications.claim(worker, limit, LEASE_MS, nowMs)).map((each) => each.dedupeKey);

  test('no person gets the same notification twice', async () => {
    const { store, open } = stage();
    const other = await open();
    await Promise.all(
      [store, other].map((each) =>
        each.notifications.queue([notification('a'), notification('a')], START_MS),
      ),
    );
    const [first, ...more] = await store.notifications.claim('w', 10, LEASE_MS, START_MS);
    expect(more).toEqual([]);
    // Both may have drawn a number before one was kept, so it need not be the first.
    expect(first).toEqual({ ...notification('a'), notificationId: first!.notificationId, attempts: 1 });
    await store.notifications.done(first!);
    await store.notifications.queue([notification('a')], START_MS + 1);
    expect(await claim('w', START_MS * 2)).toEqual([]);
  });

  test('oldest first; leases, retries, the dead, and giving back', async () => {
    const { store } = stage();
    await store.notifications.queue(['a', 'b', 'c', 'd'].map(notification), START_MS);
    expect(await claim('one', START_MS, 3)).toEqual(['a', 'b', 'c']);
    expect(await claim('two', START_MS)).toEqual(['d']);
    await store.notifications.failed(claimOf(1), 'limited', START_MS + 5_000);
    await store.notifications.failed(claimOf(2), 'blocked', null);
    await store.notifications.done(claimOf(4));
    expect(await claim('two', START_MS + LEASE_MS - 1)).toEqual([]);
    await store.notifications.release('one');
    expect(await claim('two', START_MS + 1)).toEqual(['c']);
    expect(await claim('three', START_MS + 1 + LEASE_MS)).toEqual(['c']);
    expect(await claim('three', START_MS + 5_000)).toEqual(['a', 'c']);
  });

  test('a worker whose lease ran out neither sends nor ends what another has claimed', async () => {
    const { store } = stage();
    await store.notifications.queue([notification('a')], START_MS);
    const [slow] = await store.notifications.claim('slow', 1, LEASE_MS, START_MS);
    expect(await claim('next', START_MS + LEASE_MS)).toEqual(['a']);
    expect(await store.notifications.failed(slow!, 'being sent', null)).toBe(false);
    await store.notifications.done(slow!);
    expect(await claim('third', START_MS + 2 * LEASE_MS)).toEqual(['a']);
  });

  test('delivered or given up, they are purged after 400 days; what waits stays', async () => {
    const { store, setNow } = stage();
    await store.notifications.queue(['delivered', 'given up', 'waiting'].map(notification), START_MS);
    await claim('one', START_MS, 2);
    await store.notifications.done(claimOf(1));
    await store.notifications.failed(claimOf(2), 'blocked', null);
    setNow(START_MS + 400 * 86_400_000 - 1);
    expect((await store.sponsors.purge(0, 10)).gone).toBe(0);
    expect(await store.notifications.dead(10)).toHaveLength(1);
    setNow(START_MS + 400 * 86_400_000);
    expect((await store.sponsors.purge(0, 10)).gone).toBe(2);
    expect(await store.notifications.dead(10)).toEqual([]);
    expect(await claim('two', START_MS + 400 * 86_400_000)).toEqual(['waiting']);
  });
});
