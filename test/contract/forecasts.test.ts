import { expect, test } from 'vitest';
import { addBot, addOrder, BOT, populate, settle, show } from './makers.js';
import { contract, START_DAY } from './run.js';

contract('forecasts', (stage) => {
  test('count the lists of all bots, those without sponsors too, and the subscribers of other people’s orders', async () => {
    const { store } = stage();
    const order = await populate(store);
    for (const outcome of ['sponsors', 'sponsors', 'no_sponsors', 'passed', 'error'] as const)
      store.statistics.countRequest(BOT, START_DAY, outcome);
    store.statistics.countRequest(BOT, START_DAY - 1, 'sponsors');
    await show(store, 1, order.orderId);
    await settle(store, order.orderId, 1);
    await store.flush();
    const day = { fromDay: START_DAY, toDay: START_DAY };
    expect(await store.forecasts.traffic(day)).toEqual({ lists: 3, subscribers: 1 });
    expect(await store.forecasts.traffic({ fromDay: START_DAY - 3, toDay: START_DAY - 2 })).toEqual({
      lists: 0,
      subscribers: 0,
    });
  });

  test('count of bots that are good enough alone; those of which nothing is known are as good as 1', async () => {
    const { store } = stage();
    const order = await populate(store);
    for (const botId of [BOT + 1, BOT + 2]) await addBot(store, botId);
    const nothing = { causes: [], joins: 0, curve: [] };
    await store.quality.save(
      [
        { botId: BOT, factor: 0.9, ...nothing },
        { botId: BOT + 1, factor: 0.799, ...nothing },
      ],
      0,
    );
    await show(store, 1, order.orderId);
    await settle(store, order.orderId, 1);
    for (const [botId, lists] of [
      [BOT, 4],
      [BOT + 1, 2],
      [BOT + 2, 1],
    ] as const)
      for (let list = 0; list < lists; list++) store.statistics.countRequest(botId, START_DAY, 'no_sponsors');
    await store.flush();
    const day = { fromDay: START_DAY, toDay: START_DAY };
    expect(await store.forecasts.traffic(day, 0)).toEqual({ lists: 7, subscribers: 1 });
    expect(await store.forecasts.traffic(day, 0.8)).toEqual({ lists: 5, subscribers: 1 });
    expect(await store.forecasts.traffic(day, 0.9)).toEqual({ lists: 5, subscribers: 1 });
    expect(await store.forecasts.traffic(day, 1)).toEqual({ lists: 1, subscribers: 0 });
  });

  test('list the prices of running orders alone, the highest first', async () => {
    const { store } = stage();
    const first = await populate(store);
    await addOrder(store, { link: 'https://t.me/dear', realPriceMicros: first.realPriceMicros * 2n });
    await addOrder(store, { link: 'https://t.me/off', isOn: false });
    await addOrder(store, { link: 'https://t.me/new', decision: 'waiting' });
    await addOrder(store, { link: 'https://t.me/old', inArchive: true });
    expect(await store.forecasts.runningPrices()).toEqual([
      first.realPriceMicros * 2n,
      first.realPriceMicros,
    ]);
  });
});
