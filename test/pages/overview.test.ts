/** Tables of many rows: pages of a hundred, a search over all of them, and the same rows as a file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOrder } from '../contract/makers.js';
import { hostile, openPages, type PagesStage } from './stage.js';

let pages: PagesStage;
beforeAll(async () => {
  pages = await openPages();
  const accountId = Number(pages.scene.names.get('advertiser', 'id'));
  for (let index = 0; index < 210; index++) {
    const link = `example.org/${String(index)}`;
    const name = index === 7 ? 'Pine, "Oak" & Elm' : `Order ${String(index)}`;
    await addOrder(pages.stage.store, { name, link: `https://${link}`, linkKey: link }, accountId);
  }
});
afterAll(() => pages.close());

const fileOf = async (person: string, query: string) =>
  (await pages.statistic(person, query)).replace('/statistic', '/statistic/table.csv');
const ask = async (person: string, query: string, isFile = false) => {
  const response = await fetch(await (isFile ? fileOf : pages.statistic)(person, query));
  return { response, body: await response.text() };
};
const page = async (query: string) =>
  (await ask('advertiser', `action=allads&output_format=html&lang=en&sort=name${query}`)).body;
const names = (body: string) =>
  [...body.matchAll(/data-title="Order"><a [^>]*>([^<]*)/g)].map((match) => match[1]);

describe('a table of 212 orders', () => {
  it('has three pages, with ways from each to its neighbours', async () => {
    const [first, second, last] = [await page(''), await page('&page=2'), await page('&page=3')];
    expect([first, second, last].map((body) => names(body).length)).toEqual([100, 100, 12]);
    expect(new Set([first, second, last].flatMap(names)).size).toBe(212);
    expect(first).toContain('1–100 of 212');
    expect(second).toContain('101–200 of 212');
    expect(last).toContain('201–212 of 212');
    expect(first).not.toContain('rel="prev"');
    expect(last).not.toContain('rel="next"');
    expect(second).toMatch(/rel="prev" href="[^"]*page=1[^"]*#table"/);
    expect(second).toMatch(/rel="next" href="[^"]*page=3[^"]*#table"/);
    // One past the end is the last.
    expect(names(await page('&page=99'))).toEqual(names(last));
  });

  it('is searched as a whole, by name, link and status', async () => {
    expect(names(await page('&search=ORDER+20&page=2'))).toEqual([
      'Order 20',
      ...Array.from({ length: 10 }, (_, index) => `Order 20${String(index)}`),
    ]);
    expect(names(await page('&search=example.org%2F109'))).toEqual(['Order 109']);
    const nothing = await page('&search=%3Cimg+x%3E');
    expect(nothing).toContain('Nothing fits “&lt;img x&gt;”.');
    expect(nothing).toContain('name="search"');
  });

  it('is a file with all its rows, found and sorted as on the page', async () => {
    const query = 'action=allads&lang=en&sort=name';
    const { response, body } = await ask('advertiser', query, true);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="allads-[\d-]{21}\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = body.split('\r\n');
    expect(lines[0]).toBe('Order,Link,Status,Subscribers so far,Price');
    expect(lines).toHaveLength(214);
    expect(lines).toContain('"Pine, ""Oak"" & Elm",https://example.org/7,Running,0,2');
    expect(lines).toContain(`Garden ${hostile},https://t.me/garden,Running,4,2.35`);
    const found = await ask('advertiser', `${query}&search=pine`, true);
    expect(found.body.split('\r\n')).toHaveLength(3);
  });
});

describe('the file', () => {
  it('begins with no formula, whatever a stranger is called', async () => {
    const accountId = Number(pages.scene.names.get('stranger', 'id'));
    const name = '=HYPERLINK("https://example.org")';
    const link = { link: 'https://example.org/formula', linkKey: 'example.org/formula' };
    await addOrder(pages.stage.store, { name, ...link }, accountId);
    const { body } = await ask('stranger', 'action=allads&lang=en', true);
    expect(body).toContain('\r\n"\'=HYPERLINK(""https://example.org"")",');
  });

  it('names sponsors by title and link, says which are excluded, and is nobody else’s', async () => {
    const { body } = await ask('publisher', 'action=sponsor&lang=ru', true);
    expect(body.split('\r\n')).toEqual([
      'Спонсор,Ссылка,Подписчики,Заработано,Статус',
      'garden,https://t.me/garden,4,6.58,Показывается',
      '',
    ]);
    const bytes = await (await fetch(await fileOf('publisher', 'action=sponsor'))).arrayBuffer();
    // By this mark a spreadsheet knows the encoding.
    expect([...new Uint8Array(bytes, 0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const garden = `action=source&ads_id=${String(pages.orderId())}`;
    expect((await ask('stranger', garden, true)).response.status).toBe(403);
    expect((await fetch(`${pages.stage.url}/statistic/table.csv?action=allads`)).status).toBe(401);
    expect((await ask('advertiser', 'action=ads', true)).response.status).toBe(422);
  });
});
