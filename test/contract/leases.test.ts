/** Who of several processes does what only one may do. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { contract } from './run.js';

const read = async (store: Store, name = 'bot') =>
  (await store.leases.list()).find((one) => one.name === name) ?? null;

contract('leases', (stage) => {
  test('one that nobody has is taken by one of those who try', async () => {
    const { store, open } = stage();
    const stores = [store, await open(), await open()];
    expect(await read(store)).toBeNull();
    const taken = await Promise.all(
      stores.map((each, at) => each.leases.take('bot', `p${String(at)}`, null)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const lease = await read(store);
    expect(lease?.holder).toBe(`p${String(taken.indexOf(true))}`);
    expect(await read(store, 'other'), 'another name is another lease').toBeNull();
  });

  test('its beat moves with each renewal, and a process that saw an older one cannot take it', async () => {
    const { store, open } = stage();
    const other = await open();
    await store.leases.take('bot', 'a', null);
    const seen = await read(other);
    expect(await store.leases.renew('a')).toEqual(['bot']);
    expect(await other.leases.take('bot', 'b', seen)).toBe(false);
    const again = await read(other);
    expect(again?.beat).toBeGreaterThan(seen?.beat ?? 0);
    expect(await other.leases.take('bot', 'b', again)).toBe(true);
    expect(await store.leases.renew('a'), 'another has it now').toEqual([]);
    await store.leases.release('bot', 'a');
    expect((await read(store))?.holder, 'only the holder gives it back').toBe('b');
  });

  test('of many who saw it stand still, one takes it over', async () => {
    const { store, open } = stage();
    await store.leases.take('bot', 'dead', null);
    const seen = await read(store);
    const stores = [store, await open(), await open(), await open()];
    const taken = await Promise.all(
      stores.map((each, at) => each.leases.take('bot', `p${String(at)}`, seen)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('a holder renews all that it has at once, and nothing of others', async () => {
    const { store, open } = stage();
    const other = await open();
    for (const name of ['x', 'y', 'z']) await store.leases.take(name, name === 'y' ? 'b' : 'a', null);
    const before = await store.leases.list();
    expect(before.map(({ name, holder }) => name + holder)).toEqual(['xa', 'yb', 'za']);
    expect((await other.leases.renew('a')).sort()).toEqual(['x', 'z']);
    const beats = (await store.leases.list()).map(({ beat }, at) => beat - (before[at]?.beat ?? 0));
    expect(beats).toEqual([1, 0, 1]);
  });

  test('one that is given back is anybody’s', async () => {
    const { store } = stage();
    await store.leases.take('bot', 'a', null);
    await store.leases.release('bot', 'a');
    expect(await read(store)).toBeNull();
    expect(await store.leases.take('bot', 'b', null)).toBe(true);
  });
});
