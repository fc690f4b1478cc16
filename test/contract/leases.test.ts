/** Who of several processes does what only one may do. */
import { expect, test } from 'vitest';
import { contract } from './run.js';

contract('leases', (stage) => {
  test('one that nobody has is taken by one of those who try', async () => {
    const { store, open } = stage();
    const stores = [store, await open(), await open()];
    expect(await store.leases.read('bot')).toBeNull();
    const taken = await Promise.all(
      stores.map((each, at) => each.leases.take('bot', `p${String(at)}`, null)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const lease = await store.leases.read('bot');
    expect(lease?.holder).toBe(`p${String(taken.indexOf(true))}`);
    expect(await store.leases.read('other'), 'another name is another lease').toBeNull();
  });

  test('its beat moves with each renewal, and whoever saw an older one cannot take it', async () => {
    const { store, open } = stage();
    const other = await open();
    await store.leases.take('bot', 'a', null);
    const seen = await other.leases.read('bot');
    expect(await store.leases.renew('bot', 'a')).toBe(true);
    expect(await other.leases.take('bot', 'b', seen)).toBe(false);
    const again = await other.leases.read('bot');
    expect(again?.beat).toBeGreaterThan(seen?.beat ?? 0);
    expect(await other.leases.take('bot', 'b', again)).toBe(true);
    expect(await store.leases.renew('bot', 'a'), 'another has it now').toBe(false);
    await store.leases.release('bot', 'a');
    expect((await store.leases.read('bot'))?.holder, 'only the holder gives it back').toBe('b');
  });

  test('of many who saw it stand still, one takes it over', async () => {
    const { store, open } = stage();
    await store.leases.take('bot', 'dead', null);
    const seen = await store.leases.read('bot');
    const stores = [store, await open(), await open(), await open()];
    const taken = await Promise.all(
      stores.map((each, at) => each.leases.take('bot', `p${String(at)}`, seen)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('one that is given back is anybody’s', async () => {
    const { store } = stage();
    await store.leases.take('bot', 'a', null);
    await store.leases.release('bot', 'a');
    expect(await store.leases.read('bot')).toBeNull();
    expect(await store.leases.take('bot', 'b', null)).toBe(true);
  });
});
