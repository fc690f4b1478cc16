import { expect, test } from 'vitest';
import { addBot, BOT, populate, PRICE, PUBLISHER, addOrder, settle, show } from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const HOUR_MS = 3_600_000;

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
    const inFirst = { orderId: first, impressions: 3, subscribers: 1 };
    const inSecond = { orderId: second, impressions: 4, subscribers: 0 };
    expect(await store.learning.ofBot(BOT, START_DAY - 6, START_DAY)).toEqual([inSecond, inFirst]);
    expect(await store.learning.ofBot(BOT, START_DAY, START_DAY + 2)).toEqual([
      inSecond,
      { ...inFirst, subscribers: 2 },
    ]);
    expect(await store.learning.ofBot(BOT + 1, START_DAY, START_DAY)).toEqual([
      { orderId: first, impressions: 1, subscribers: 0 },
    ]);
    expect(await store.learning.ofBot(BOT, START_DAY + 1, START_DAY + 1)).toEqual([]);
    expect(await store.learning.ofBot(99, START_DAY, START_DAY)).toEqual([]);
  });

  test('what bots brought on some days, by page', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await addBot(store, BOT + 1, PUBLISHER);
    for (const userId of [1, 2, 3]) await show(store, userId, orderId);
    await store.flush();
    await settle(store, orderId, 1, { day: START_DAY });
    await settle(store, orderId, 2, { day: START_DAY + 3 });
    const nothing = { impressions: 0, subscribers: 0, paidMicros: 0n };
    const first = { botId: BOT, impressions: 3, subscribers: 1, paidMicros: PRICE };
    expect(await store.learning.byBot(0, START_DAY, START_DAY)).toEqual([
      first,
      { botId: BOT + 1, ...nothing },
    ]);
    expect(await store.learning.byBot(0, START_DAY, START_DAY + 3)).toMatchObject([
      { subscribers: 2, paidMicros: 2n * PRICE },
      nothing,
    ]);
    expect(await store.learning.byBot(BOT, START_DAY, START_DAY)).toEqual([{ botId: BOT + 1, ...nothing }]);
    expect(await store.learning.byBot(BOT + 1, START_DAY, START_DAY)).toEqual([]);
  });

  test('lists by hour and language, those of several processes together', async () => {
    const { store } = stage();
    const other = await stage().open();
    const hour = START_MS / HOUR_MS;
    store.learning.countList({ languageId: 1, places: 4, filled: 3 }, START_MS);
    store.learning.countList({ languageId: 1, places: 2, filled: 2 }, START_MS + HOUR_MS - 1);
    store.learning.countList({ languageId: 0, places: 4, filled: 0 }, START_MS + HOUR_MS);
    other.learning.countList({ languageId: 1, places: 4, filled: 4 }, START_MS);
    await store.flush();
    await other.close();
    const first = { hour, languageId: 1, lists: 3, places: 10, filled: 9 };
    const second = { hour: hour + 1, languageId: 0, lists: 1, places: 4, filled: 0 };
    expect(await store.learning.traffic(hour, hour + 1)).toEqual([first, second]);
    expect(await store.learning.traffic(hour, hour)).toEqual([first]);
    expect(await store.learning.traffic(hour + 2, hour + 9)).toEqual([]);
  });
});
