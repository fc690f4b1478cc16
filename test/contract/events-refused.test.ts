/** Events that a receiver refuses (`decisions.md`, Settled while building): they wait apart, and the rest goes on. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import {
  AT_MS,
  claimAll,
  claimOne,
  DAY_MS,
  LEASE_MS,
  subscribers,
  usersOf,
  withAddress,
} from './event-claims.js';
import { BOT, leave, PUBLISHER } from './makers.js';
import { contract, START_MS } from './run.js';

contract('refused events', (stage) => {
  const refusal = (atMs: number, giveUpBeforeMs = 0) => ({
    reason: 'status:422',
    retryAtMs: atMs + 9_000,
    apartUntilMs: atMs + 5_000,
    giveUpBeforeMs,
  });
  /** Plays a receiver that refuses each post with an event of these users; answers who was taken, in order. */
  async function post(store: Store, refused: readonly number[], atMs = AT_MS): Promise<number[]> {
    const taken: number[] = [];
    for (let posts = 0; posts < 40; posts++) {
      const [claimed] = await claimAll(store, atMs);
      if (claimed === undefined) return taken;
      const users = usersOf(claimed);
      if (users.some((userId) => refused.includes(userId)))
        await store.events.rejected(claimed, refusal(atMs), atMs, () => []);
      else {
        taken.push(...users);
        await store.events.delivered(claimed, atMs);
      }
    }
    throw new Error('it does not end');
  }

  test('a refused event stands alone in the end and waits apart, and everything but its user’s goes on', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1, 2, 3, 4, 5, 6, 7]);
    await leave(store, orderId, 3);
    expect(await post(store, [3])).toEqual([1, 2, 4, 5, 6, 7]);
    expect(await store.events.queue(PUBLISHER, BOT)).toMatchObject({
      waiting: 2,
      failures: 0,
      failingSinceMs: null,
      dueAtMs: AT_MS + 5_000,
      lastReason: null,
    });
    // What happens meanwhile does not wait for it.
    await subscribers(store, orderId, [8]);
    expect(await post(store, [3])).toEqual([8]);
    expect(await claimAll(store, AT_MS + 4_999)).toEqual([]);
    const again = await claimOne(store, AT_MS + 5_000);
    expect({ users: usersOf(again), refusals: again.refusals }).toEqual({ users: [3], refusals: 1 });
    await store.events.rejected(again, refusal(AT_MS + 5_000), AT_MS + 5_000, () => []);
    const atMs = AT_MS + 10_000;
    expect((await claimOne(store, atMs)).refusals).toBe(2);
    await store.events.release('w', atMs);
    // Its user's events keep their order.
    expect(await post(store, [], atMs)).toEqual([3, 3]);
    expect(await store.events.backlog(atMs)).toEqual({ waiting: 0, oldestMs: 0, dead: 0 });
  });

  test('a receiver that refuses three events in a row is held as a whole, and tried with one', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1, 2, 3, 4, 5, 6]);
    expect(await post(store, [1, 2, 3, 4, 5, 6])).toEqual([]);
    expect(await store.events.queue(PUBLISHER, BOT)).toMatchObject({
      waiting: 6,
      failures: 1,
      failingSinceMs: AT_MS,
      dueAtMs: AT_MS + 9_000,
    });
    const atMs = AT_MS + 9_000;
    expect((await post(store, [], atMs)).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await store.events.queue(PUBLISHER, BOT)).toMatchObject({ failures: 0, failingSinceMs: null });
  });

  test('an event that is refused for too long is dead, and sent again it waits like any other', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1]);
    const claimed = await claimOne(store);
    const told: number[] = [];
    const tell = (dead: number) => {
      told.push(dead);
      return [];
    };
    const late = START_MS + DAY_MS;
    expect(await store.events.rejected(claimed, refusal(AT_MS, late), AT_MS, tell)).toEqual({
      dead: 1,
      isHeld: false,
    });
    expect(told).toEqual([1]);
    expect(await store.events.resend(PUBLISHER, { botId: BOT }, late, 10)).toBe(1);
    expect((await claimOne(store, late)).refusals).toBe(0);
  });

  test('what waits apart is hurried with the rest, and a lost claim sets nothing apart', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1]);
    const lost = await claimOne(store);
    const claimed = await claimOne(store, AT_MS + LEASE_MS);
    expect(await store.events.rejected(lost, refusal(AT_MS), AT_MS, () => [])).toEqual({
      dead: 0,
      isHeld: false,
    });
    await store.events.rejected(claimed, refusal(AT_MS), AT_MS, () => []);
    expect(await claimAll(store)).toEqual([]);
    await store.events.hurry(PUBLISHER, BOT, AT_MS);
    expect(usersOf(await claimOne(store))).toEqual([1]);
  });

  test('numbers of the sequence are positive, and never those of events', async () => {
    const { store } = stage();
    const first = await store.events.takeId();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1]);
    const [event] = (await claimOne(store)).events;
    const last = await store.events.takeId();
    expect(first).toBeGreaterThan(0);
    expect(event?.webhookId).toBeGreaterThan(first);
    expect(last).toBeGreaterThan(event?.webhookId ?? Infinity);
  });
});
