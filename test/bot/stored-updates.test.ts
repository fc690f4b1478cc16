/** In what order updates that the webhook brought are given out, and that each is done with once. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoredUpdates } from '../../bot/stored-updates.js';
import type { StoredUpdate } from '../../core/ports/update-store.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let kept: StoredUpdate[];
let isAway: boolean;
const store = {
  waiting: (limit: number) =>
    Promise.resolve([...kept].sort((a, b) => a.updateId - b.updateId).slice(0, limit)),
  done: (updateIds: readonly number[]) => {
    if (isAway) return Promise.reject(new Error('no route'));
    kept = kept.filter(({ updateId }) => !updateIds.includes(updateId));
    return Promise.resolve();
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  [kept, isAway] = [[], false];
});
afterEach(() => {
  vi.useRealTimers();
});

const keep = (...ids: number[]) => {
  kept.push(...ids.map((updateId) => ({ updateId, body: JSON.stringify({ update_id: updateId }) })));
};
async function take(stored: StoredUpdates): Promise<number[]> {
  const updates = await stored.next();
  await stored.done(updates);
  return updates.map((update) => update.update_id);
}
/** With 10 done with, so that what follows it is known. */
async function begun(): Promise<StoredUpdates> {
  const stored = new StoredUpdates(store, { log });
  keep(10);
  await take(stored);
  vi.advanceTimersByTime(1_000);
  expect(await take(stored)).toEqual([10]);
  return stored;
}

it('one whose predecessor is missing waits for it, a second at most', async () => {
  const stored = await begun();
  keep(11, 13, 14);
  expect(await take(stored)).toEqual([11]);
  expect(stored.heldForMs()).toBe(1_000);
  vi.advanceTimersByTime(400);
  expect(await take(stored)).toEqual([]);
  keep(12);
  expect(await take(stored)).toEqual([12, 13, 14]);
  expect(stored.heldForMs()).toBeNull();
  keep(20, 21);
  expect(await take(stored)).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(await take(stored)).toEqual([20, 21]);
  keep(17);
  expect(await take(stored), 'one that comes late is not held back').toEqual([17]);
});

it('where nothing more comes, nothing is waited for', async () => {
  keep(3, 9, 5);
  expect(await take(new StoredUpdates(store, { log, isComplete: true }))).toEqual([3, 5, 9]);
});

it('what was done while the store was away is not done again', async () => {
  const stored = await begun();
  keep(11, 12);
  isAway = true;
  expect(await take(stored)).toEqual([11, 12]);
  keep(13);
  expect(await take(stored)).toEqual([13]);
  isAway = false;
  expect(await take(stored)).toEqual([]);
  expect(kept).toEqual([]);
  expect(stored.performed).toBe(4);
});
