/** GET /statistic/table.csv, and how far its rows reach. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { addOrder } from '../contract/makers.js';
import { hostile, openPages, type PagesStage } from '../pages/stage.js';
import { sqlOver } from '../support/database.js';

let pages: PagesStage;
beforeEach(async () => {
  pages = await openPages();
  const accountId = Number(pages.scene.names.get('advertiser', 'id'));
  for (let index = 0; index < 20; index++) {
    const link = `example.org/${String(index)}`;
    const name = index === 7 ? 'Pine, "Oak" & Elm' : `Order ${String(index)}`;
    await addOrder(pages.stage.store, { name, link: `https://${link}`, linkKey: link }, accountId);
  }
});
afterEach(() => pages.close());

const ask = async (person: string, query: string) => {
  const address = (await pages.statistic(person, query)).replace('/statistic', '/statistic/table.csv');
  const response = await fetch(address);
  return { response, body: await response.text() };
};

describe('the file', () => {
  it('has all rows that are found, sorted', async () => {
    const query = 'action=allads&lang=en&sort=name';
    const { response, body } = await ask('advertiser', query);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="allads-[\d-]{21}\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = body.split('\r\n');
    expect(lines[0]).toBe('Order,Link,Status,Subscribers so far,Price');
    expect(lines).toHaveLength(24);
    expect(lines.slice(3, 6).map((line) => line.split(',')[0])).toEqual(['Order 0', 'Order 1', 'Order 2']);
    expect(lines).toContain('"Pine, ""Oak"" & Elm",https://example.org/7,Running,0,2');
    expect(lines).toContain(`Garden ${hostile},https://t.me/garden,Running,4,2.35`);
    const { body: found } = await ask('advertiser', 'action=allads&lang=en&sort=-name&search=ORDER+1');
    expect(found.split('\r\n').slice(1, 3)).toEqual([
      'Order 19,https://example.org/19,Running,0,2',
      'Order 18,https://example.org/18,Running,0,2',
    ]);
    expect((await ask('advertiser', `${query}&search=example.org%2F7`)).body.split('\r\n')).toHaveLength(3);
  });

  it('begins with no formula, whatever a stranger is called', async () => {
    const accountId = Number(pages.scene.names.get('stranger', 'id'));
    const name = '=HYPERLINK("https://example.org")';
    const link = { link: 'https://example.org/formula', linkKey: 'example.org/formula' };
    await addOrder(pages.stage.store, { name, ...link }, accountId);
    const { body } = await ask('stranger', 'action=allads&lang=en');
    expect(body).toContain('\r\n"\'=HYPERLINK(""https://example.org"")",');
  });

  it('names sponsors by title and link, says which are excluded, and is nobody else’s', async () => {
    const { body } = await ask('publisher', 'action=sponsor&lang=ru');
    expect(body.split('\r\n')).toEqual([
      'Спонсор,Ссылка,Подписчики,Заработано,Статус',
      'garden,https://t.me/garden,4,6.58,Показывается',
      '',
    ]);
    const sources = await ask('advertiser', `action=source&ads_id=${String(pages.orderId())}&lang=en`);
    expect(sources.body.split('\r\n')).toEqual([
      'Bot,Subscribers,Spent,Status',
      'recipes_bot,3,7.05,Shown',
      'stories_bot,1,2.35,Shown',
      '',
    ]);
    const bytes = await fetch(
      (await pages.statistic('publisher', 'action=sponsor')).replace('/statistic', '/statistic/table.csv'),
    ).then((response) => response.arrayBuffer());
    // By this mark a spreadsheet knows the encoding.
    expect([...new Uint8Array(bytes, 0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const garden = `action=source&ads_id=${String(pages.orderId())}`;
    expect((await ask('stranger', garden)).response.status).toBe(403);
    expect((await fetch(`${pages.stage.url}/statistic/table.csv?action=allads`)).status).toBe(401);
    expect((await ask('advertiser', 'action=ads')).response.status).toBe(422);
  });
});

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
  const ofBots = [{ action: 'bots' }, { action: 'bots', bot_id: botId }];
  await insertOrders(first, last - 2);
  for (const asked of ofBots)
    expect(await figures('publisher', asked)).toMatchObject({ has_more_sponsors: false });
  await insertOrders(last - 1, last);
  for (const asked of ofBots)
    expect(await figures('publisher', asked)).toMatchObject({ has_more_sponsors: true });
});
