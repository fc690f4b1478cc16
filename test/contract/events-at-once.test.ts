/** Events that many processes queue, claim and send again at once: each comes once, in its order, and none is forgotten. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { Order } from '../../core/ports/order-store.js';
import { addBot, addOrder, atOnce, BOT, populate, PUBLISHER, settle, show, type Stores } from './makers.js';
import { contract, START_MS } from './run.js';

const SUBSCRIBERS = 48;
const users = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);

contract('events that are queued and claimed at once', (stage) => {
  const LIMITS = { queues: 10, events: 3, perAccount: 4 };
  const AT_MS = START_MS + 1_000;

  const withOrders = async (store: Store, count: number): Promise<Order[]> => {
    const orders = [await populate(store, { quantityAll: 1_000 })];
    for (let index = 1; index < count; index += 1)
      orders.push(await addOrder(store, { link: `https://t.me/order${String(index)}`, quantityAll: 1_000 }));
    await store.events.setWebhook(PUBLISHER, 0, 'sealed', START_MS);
    return orders;
  };

  test('come to one worker at a time, each once, and of one bot a later one has a larger number', async () => {
    const { store, open } = stage();
    const stores: Stores = [store, await open(), await open()];
    const orders = await withOrders(store, 4);
    const orderOf = (index: number) => orders[index % orders.length]?.orderId ?? 0;
    for (const index of users(SUBSCRIBERS, 0)) await show(store, index + 1, orderOf(index));
    const heard: number[] = [];
    let isQueuing = true;
    const work = async (each: Store, worker: string): Promise<void> => {
      for (let isIdle = false; isQueuing || !isIdle;) {
        await turn();
        const claimed = await each.events.claim(worker, LIMITS, 60_000, AT_MS);
        isIdle = claimed.length === 0;
        for (const batch of claimed) {
          heard.push(...batch.events.map((event) => event.webhookId));
          await each.events.delivered(batch, AT_MS);
        }
      }
    };
    const working = Promise.all(stores.map((each, index) => work(each, `worker ${String(index)}`)));
    await atOnce(stores, (each, index) => settle(each, orderOf(index), index + 1), SUBSCRIBERS);
    isQueuing = false;
    await working;
    expect(heard).toHaveLength(SUBSCRIBERS);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(new Set(heard).size).toBe(SUBSCRIBERS);
    expect(await store.events.backlog(AT_MS)).toMatchObject({ waiting: 0, dead: 0 });
  });

  test('leave room for other accounts, however many claim', async () => {
    const { store, open } = stage();
    const stores: Stores = [store, await open(), await open()];
    const [order] = await withOrders(store, 1);
    const bots = users(12, BOT + 1);
    for (const botId of bots) {
      await addBot(store, botId);
      await show(store, botId, order?.orderId ?? 0, botId);
      await settle(store, order?.orderId ?? 0, botId);
    }
    const claimed = await atOnce(stores, (each, index) =>
      each.events.claim(`worker ${String(index)}`, { ...LIMITS, queues: 2 }, 60_000, AT_MS),
    );
    const claims = claimed.flat().map(({ botId }) => botId);
    expect(claims).toHaveLength(LIMITS.perAccount);
    expect(new Set(claims).size).toBe(LIMITS.perAccount);
  });

  test('that are sent again while others are delivered are not forgotten', async () => {
    const { store, open } = stage();
    const other = await open();
    const [order] = await withOrders(store, 1);
    const orderId = order?.orderId ?? 0;
    const claim = async () => (await store.events.claim('w', LIMITS, 60_000, AT_MS))[0];
    for (let round = 0; round < 10; round += 1) {
      for (const userId of [2 * round + 1, 2 * round + 2]) {
        await show(store, userId, orderId);
        await settle(store, orderId, userId);
        const claimed = await claim();
        if (claimed === undefined) throw new Error('there is nothing to claim');
        if (userId % 2 === 1) await store.events.refused(claimed, 'gone', AT_MS);
        else
          await Promise.all([
            store.events.delivered(claimed, AT_MS),
            other.events.resend(PUBLISHER, { botId: BOT }, AT_MS, 10),
          ]);
      }
      const again = await claim();
      expect(again?.events.map((event) => event.userId)).toEqual([2 * round + 1]);
      if (again !== undefined) await store.events.delivered(again, AT_MS);
    }
  });
});
