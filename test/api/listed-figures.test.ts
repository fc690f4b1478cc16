/** How many sources and sponsors /figures lists. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { addOrder, addOrders } from '../contract/makers.js';
import { openPages, type PagesStage } from '../pages/stage.js';
import { sqlOver } from '../support/database.js';

let pages: PagesStage;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

it('/figures say where there are more sources and sponsors than the thousand that brought most', async () => {
  const { stage, scene } = pages;
  const url = stage.settings.DATABASE_URL;
  const day = dayNumberOf(stage.clock.now(), 'Europe/Riga');
  const columns = 'order_id, bot_id, day, impressions, subscribers, lost, paid_micros, earned_micros';
  const figures = async (person: string, body: object) =>
    (await pages.post('/figures', await pages.token(person), body))['result'];

  const advertiserId = Number(scene.names.get('advertiser', 'id'));
  const { orderId } = await addOrder(stage.store, { linkKey: 'example.org/sources' }, advertiserId);
  const bots = `WITH RECURSIVE bot (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM bot WHERE number < ?)
    SELECT ?, 900000 + number, ?, 0, 1, 0, 0, 0 FROM bot WHERE number >= ?`;
  const insertBots = (from: number, to: number) =>
    sqlOver(url, `INSERT INTO pair_days (${columns}) ${bots}`, to, orderId, day, from);
  await insertBots(1, 1_000);
  const sources = { action: 'orders', order_id: orderId };
  expect(await figures('advertiser', sources)).toMatchObject({ has_more_sources: false });
  await insertBots(1_001, 1_001);
  expect(await figures('advertiser', sources)).toMatchObject({ has_more_sources: true });

  const botId = Number(scene.names.get('recipes_bot', 'id'));
  const links = Array.from({ length: 1_001 }, (_, at) => ({ linkKey: `example.org/sponsor-${String(at)}` }));
  const orders = await addOrders(stage.store, links, advertiserId);
  const ids = orders.map((order) => order.orderId);
  const insertOrders = (from: number, to: number) =>
    sqlOver(
      url,
      `INSERT INTO pair_days (${columns}) SELECT order_id, ?, ?, 0, 1, 0, 0, 0 FROM orders WHERE order_id BETWEEN ? AND ?`,
      ...[botId, day, from, to],
    );
  // One sponsor is there already.
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  const ofBots = [{ action: 'bots' }, { action: 'bots', bot_id: botId }];
  await insertOrders(first, last - 2);
  for (const asked of ofBots)
    expect(await figures('publisher', asked)).toMatchObject({ has_more_sponsors: false });
  await insertOrders(last - 1, last);
  for (const asked of ofBots)
    expect(await figures('publisher', asked)).toMatchObject({ has_more_sponsors: true });
});
