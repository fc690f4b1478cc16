/** Updates that a webhook brings: kept once, on the disk, given back in the platform's order until they are done with. */
import { expect, test } from 'vitest';
import { contract, START_MS } from './run.js';

const BOT = 800;
const DAY_MS = 86_400_000;
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
});
