/**
 * Updates that a webhook brings: kept once, on the disk, given back in the platform's order until they are done with. Those
 * that are deferred: each in its queue, until it is done with.
 */
import { expect, test } from 'vitest';
import { contract, START_MS } from './run.js';

const BOT = 800;
const DAY_MS = 86_400_000;
const QUEUE = '-100:7';
const update = (updateId: number) => ({ updateId, body: JSON.stringify({ update_id: updateId }) });

contract('updates', (stage) => {
  test('one that comes twice, also at once and from two processes, is kept once', async () => {
    const { store, open } = stage();
    const stores = [store, await open(), await open()];
    const kept = await Promise.all(stores.map((each) => each.updates.keep(BOT, update(7), START_MS)));
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect(await store.updates.keep(BOT, { updateId: 7, body: '{"changed":1}' }, START_MS)).toBe(false);
    expect(await store.updates.waiting(BOT, 10)).toEqual([update(7)]);
    expect(await store.updates.keep(BOT + 1, update(7), START_MS), 'another bot counts for itself').toBe(
      true,
    );
  });

  test('those that wait come lowest first, whatever the order they were kept in', async () => {
    const { store, open } = stage();
    for (const id of [12, 10, 11, 9]) await store.updates.keep(BOT, update(id), START_MS);
    const other = await open();
    expect(await other.updates.waiting(BOT, 3)).toEqual([9, 10, 11].map(update));
    await other.updates.done(BOT, [9, 11], START_MS);
    expect(await store.updates.waiting(BOT, 10)).toEqual([10, 12].map(update));
  });

  test('one that is done with does not come again, for two days, and nothing of what it said is kept', async () => {
    const { store, sql, setNow } = stage();
    await store.updates.keep(BOT, update(5), START_MS);
    await store.updates.done(BOT, [5], START_MS);
    expect(await store.updates.keep(BOT, update(5), START_MS)).toBe(false);
    expect(await store.updates.waiting(BOT, 10)).toEqual([]);
    expect(await sql('SELECT body FROM platform_updates')).toEqual([{ body: '' }]);
    setNow(START_MS + 2 * DAY_MS - 1);
    await store.sponsors.purge(0, 10);
    expect(await store.updates.keep(BOT, update(5), START_MS)).toBe(false);
    setNow(START_MS + 2 * DAY_MS);
    await store.sponsors.purge(0, 10);
    expect(await sql('SELECT body FROM platform_updates')).toEqual([]);
  });

  test('is on the disk before its keeper says so, and wakes those who wait', async () => {
    const { store, commits, open } = stage();
    const other = await open();
    const changed = other.health.changed(new AbortController().signal);
    await store.updates.keep(BOT, update(1), START_MS);
    expect(commits.at(-1)).toMatchObject({ names: ['updates.keep'], isDurable: true });
    await changed;
  });

  const deferred = (updateId: number, queue = QUEUE, happenedAtMs = START_MS) => ({
    ...update(updateId),
    queue,
    happenedAtMs,
  });
  const idsOf = async (queue = QUEUE) =>
    (await stage().store.updates.ofQueue(BOT, queue, 10)).map(({ updateId }) => updateId);

  test('one that is deferred stands in its queue, by when it happened, and never waits beside it', async () => {
    const { store, commits, open } = stage();
    const { updates } = store;
    await updates.keep(BOT, update(12), START_MS);
    await updates.keep(BOT, update(13), START_MS);
    for (const [id, happenedAtMs] of [
      [12, START_MS] as const,
      [11, START_MS] as const,
      [3, START_MS + 1_000] as const,
    ])
      await updates.defer(BOT, deferred(id, QUEUE, happenedAtMs), START_MS + 500);
    expect(commits.at(-1)).toMatchObject({ names: ['updates.defer'], isDurable: true });
    await updates.defer(BOT, deferred(20, '-100:8'), START_MS);
    const other = await open();
    expect(await other.updates.ofQueue(BOT, QUEUE, 2)).toEqual([
      { ...update(11), atMs: START_MS + 500 },
      { ...update(12), atMs: START_MS + 500 },
    ]);
    expect(await idsOf()).toEqual([11, 12, 3]);
    expect(await updates.waiting(BOT, 10)).toEqual([update(13)]);
    expect((await updates.deferredAmong(BOT, [QUEUE, '-100:8', '-100:9'])).sort()).toEqual([QUEUE, '-100:8']);
    expect(await updates.deferredAmong(BOT + 1, [QUEUE])).toEqual([]);
    // Told of as done with the rest of its batch, it stays.
    await updates.done(BOT, [12, 13], START_MS);
    expect(await idsOf()).toEqual([11, 12, 3]);
    expect(await updates.waiting(BOT, 10)).toEqual([]);
  });

  test('one that is done with is not deferred again, and nothing of what it said is kept', async () => {
    const { store, sql } = stage();
    const { updates } = store;
    await updates.defer(BOT, deferred(5), START_MS);
    await updates.defer(BOT, { ...deferred(5), body: '{"changed":1}' }, START_MS + 1);
    expect(await updates.ofQueue(BOT, QUEUE, 10)).toEqual([{ ...update(5), atMs: START_MS }]);
    await updates.doneDeferred(BOT, 5, START_MS);
    await updates.defer(BOT, deferred(5), START_MS);
    expect(await idsOf()).toEqual([]);
    expect(await updates.deferredAmong(BOT, [QUEUE])).toEqual([]);
    expect(await updates.keep(BOT, update(5), START_MS)).toBe(false);
    expect(await sql('SELECT body, queue, happened_at_ms, due_at_ms FROM platform_updates')).toEqual([
      { body: '', queue: null, happened_at_ms: null, due_at_ms: null },
    ]);
  });

  test('one that is deferred goes into another queue, and counts from then', async () => {
    const { updates } = stage().store;
    await updates.defer(BOT, deferred(5), START_MS);
    await updates.defer(BOT, deferred(6), START_MS);
    await updates.defer(BOT, deferred(5, 'unread:5'), START_MS + 7);
    expect(await idsOf()).toEqual([6]);
    expect(await updates.ofQueue(BOT, 'unread:5', 10)).toEqual([{ ...update(5), atMs: START_MS + 7 }]);
    expect(await updates.dueQueues(BOT, START_MS, 10)).toEqual([QUEUE]);
  });

  test('queues are due one after the other, and all of a queue together', async () => {
    const { updates } = stage().store;
    const names = ['-100:1', '-100:2', '-100:3'] as const;
    for (const [index, name] of names.entries()) {
      await updates.defer(BOT, deferred(index * 2, name), START_MS + index);
      await updates.defer(BOT, deferred(index * 2 + 1, name), START_MS + index);
    }
    expect(await updates.dueQueues(BOT, START_MS + 1, 10)).toEqual(names.slice(0, 2));
    expect(await updates.dueQueues(BOT, START_MS + 10, 2)).toEqual(names.slice(0, 1));
    await updates.putOff(BOT, names[0], START_MS + 60_000);
    expect(await updates.dueQueues(BOT, START_MS + 59_999, 10)).toEqual(names.slice(1));
    expect(await updates.dueQueues(BOT, Number.MAX_SAFE_INTEGER, 10)).toEqual([names[1], names[2], names[0]]);
    expect(await updates.dueQueues(BOT + 1, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  });

  test('the oldest that is deferred is told for each bot, by when it happened', async () => {
    const { updates } = stage().store;
    expect(await updates.oldestDeferredMs(BOT, 'all')).toBeNull();
    await updates.keep(BOT, update(1), START_MS - 9_000);
    await updates.defer(BOT, deferred(2, '-100:2', START_MS - 2_000), START_MS);
    await updates.defer(BOT, deferred(3, '-100:3', START_MS - 5_000), START_MS);
    expect(await updates.oldestDeferredMs(BOT, 'all')).toBe(START_MS - 5_000);
    await updates.doneDeferred(BOT, 3, START_MS);
    expect(await updates.oldestDeferredMs(BOT, 'all')).toBe(START_MS - 2_000);
    expect(await updates.oldestDeferredMs(BOT + 1, 'all')).toBeNull();
    // What was paid holds up no word on who left.
    await updates.doneDeferred(BOT, 2, START_MS);
    await updates.defer(BOT, deferred(4, 'payments:5', START_MS - 3_000), START_MS);
    expect(await updates.oldestDeferredMs(BOT, 'all')).toBe(START_MS - 3_000);
    expect(await updates.oldestDeferredMs(BOT, 'memberships')).toBeNull();
    // One that this build cannot read waits for no server.
    await updates.defer(BOT, deferred(6, 'unread:6', START_MS - 4_000), START_MS);
    expect(await updates.oldestDeferredMs(BOT, 'all')).toBe(START_MS - 3_000);
    expect(await updates.oldestDeferredMs(BOT, 'memberships')).toBeNull();
    await updates.defer(BOT, deferred(5, '-100:5', START_MS - 1_000), START_MS);
    expect(await updates.oldestDeferredMs(BOT, 'memberships')).toBe(START_MS - 1_000);
  });
});
