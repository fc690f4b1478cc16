/** Tables of sources and sponsors that stop before the end of their list: they say so, in the reader's language. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { addOrder } from '../contract/makers.js';
import { sqlOver } from '../support/database.js';
import { openPages, type PagesStage } from './stage.js';

let pages: PagesStage;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

it('says that there are more sources and sponsors than the thousand that brought most', async () => {
  const { stage, scene } = pages;
  const url = stage.settings.DATABASE_URL;
  const day = dayNumberOf(stage.clock.now(), 'Europe/Riga');
  const columns = 'order_id, bot_id, day, impressions, subscribers, lost, paid_micros, earned_micros';
  const page = async (person: string, action: string, language: string) => {
    const query = `${action}&output_format=html&lang=${language}`;
    return (await fetch(await pages.statistic(person, query))).text();
  };
  const more = {
    en: 'There are more: the 1,000 that brought most',
    ru: 'Есть и другие: показаны 1\u00a0000',
  };

  const advertiserId = Number(scene.names.get('advertiser', 'id'));
  const { orderId } = await addOrder(stage.store, { linkKey: 'example.org/sources' }, advertiserId);
  const bots = `WITH RECURSIVE bot (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM bot WHERE number < ?)
    SELECT ?, 900000 + number, ?, 0, 1, 0, 0, 0 FROM bot WHERE number >= ?`;
  const insertBots = (from: number, to: number) =>
    sqlOver(url, `INSERT INTO pair_days (${columns}) ${bots}`, to, orderId, day, from);
  await insertBots(1, 1_000);
  const sources = `action=ads&ads_id=${String(orderId)}`;
  expect(await page('advertiser', sources, 'en')).not.toContain('There are more');
  await insertBots(1_001, 1_001);
  expect(await page('advertiser', sources, 'en')).toContain(more.en);
  expect(await page('advertiser', sources, 'ru')).toContain(more.ru);

  const botId = Number(scene.names.get('recipes_bot', 'id'));
  const keys = Array.from({ length: 1_001 }, (_, at) => `example.org/sponsor-${String(at)}`);
  const orders = await Promise.all(keys.map((linkKey) => addOrder(stage.store, { linkKey }, advertiserId)));
  const ids = orders.map((order) => order.orderId);
  const insertOrders = (from: number, to: number) =>
    sqlOver(
      url,
      `INSERT INTO pair_days (${columns}) SELECT order_id, ?, ?, 0, 1, 0, 0, 0 FROM orders WHERE order_id BETWEEN ? AND ?`,
      ...[botId, day, from, to],
    );
  // One sponsor is there already.
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  await insertOrders(first, last - 2);
  for (const action of ['action=sponsor', `action=bots&bot_id=${String(botId)}`])
    expect(await page('publisher', action, 'en')).not.toContain('There are more');
  await insertOrders(last - 1, last);
  for (const action of [
    'action=sponsor',
    `action=sponsor&bot_id=${String(botId)}`,
    `action=bots&bot_id=${String(botId)}`,
  ])
    expect(await page('publisher', action, 'en')).toContain(more.en);
});
