import { expect, test } from 'vitest';
import { addBot, BOT, populate, PUBLISHER, addOrder, settle, show } from './makers.js';
import { contract, START_DAY } from './run.js';

contract('learning', (stage) => {
  test('what orders did in one bot on some days, those shown most first', async () => {
    const { store } = stage();
    const { orderId: first } = await populate(store);
    const { orderId: second } = await addOrder(store, { link: 'https://t.me/second' });
    await addBot(store, BOT + 1, PUBLISHER);
    for (const userId of [1, 2, 3]) await show(store, userId, first);
    for (const userId of [1, 2, 3, 4]) await show(store, userId, second);
    await show(store, 5, first, BOT + 1);
    await store.flush();
    await settle(store, first, 1, { day: START_DAY });
    await settle(store, first, 2, { day: START_DAY + 2 });
    const inFirst = { orderId: first, shows: 3, subscribers: 1 };
    const inSecond = { orderId: second, shows: 4, subscribers: 0 };
    expect(await store.learning.ofBot(BOT, START_DAY - 6, START_DAY)).toEqual([inSecond, inFirst]);
    expect(await store.learning.ofBot(BOT, START_DAY, START_DAY + 2)).toEqual([
      inSecond,
      { ...inFirst, subscribers: 2 },
    ]);
    expect(await store.learning.ofBot(BOT + 1, START_DAY, START_DAY)).toEqual([
      { orderId: first, shows: 1, subscribers: 0 },
    ]);
    expect(await store.learning.ofBot(BOT, START_DAY + 1, START_DAY + 1)).toEqual([]);
    expect(await store.learning.ofBot(99, START_DAY, START_DAY)).toEqual([]);
  });
});
