/** `/statistic` in a real browser: the figures of the cabinet, by the Statistics token in the address. */
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayNumberOf, formatDay } from '../../core/days.js';
import { notationOf } from '../../web/src/parts/notation.js';
import { describeInBrowser } from '../browser.js';
import { expectFine, launch, loaded, openTab, type Tab, widths } from '../api/browser.js';
import { followLink } from '../cabinet/demo-user.js';
import { addOrder } from '../contract/makers.js';
import { sqlOver } from '../support/database.js';
import { hostile, openPages, type PagesStage } from './stage.js';

const RUNS = 3;

/** Bytes of the page and its files as they came, packed. */
const LOADED = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`;

describeInBrowser('/statistic', () => {
  let browser: Browser;
  let pages: PagesStage;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([launch(), openPages()]);
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
  });

  const open = (options: Parameters<typeof openTab>[2] = {}): Promise<Tab> => {
    const own = { width: 1280, locale: 'en-GB', timezoneId: 'Europe/Riga' };
    return openTab(browser, pages.stage.url, { ...own, ...options });
  };
  const go = async ({ page }: Tab, person: string, query: string): Promise<void> => {
    await page.goto(await pages.statistic(person, query));
    await page.locator('.page h1').waitFor();
    await loaded(page);
  };
  const idOf = (name: string) => Number(pages.scene.names.get(name, 'id'));
  const order = () => `action=ads&ads_id=${String(pages.orderId())}`;
  const bot = (name = 'recipes_bot') => `action=bots&bot_id=${String(idOf(name))}`;
  const signIn = async (page: Page, person: string): Promise<void> => {
    await pages.stage.service.accounts.setLanguage(idOf(person), 'en');
    const { ticket } = await pages.stage.service.cabinet.signIn.ticket(idOf(person));
    await followLink(page, `${pages.stage.url}/cabinet#enter=${ticket}`);
  };
  /** What a day of the order in one bot brought, by the counters. */
  const count = async (
    day: number,
    { bot: name, shown, joins, micros }: { bot: string; shown: number; joins: number; micros: number },
  ): Promise<void> => {
    const { DATABASE_URL: url } = pages.stage.settings;
    const [orderId, botId] = [pages.orderId(), idOf(name)];
    await sqlOver(
      url,
      'INSERT INTO pair_days (order_id, bot_id, day, impressions, subscribers, lost, paid_micros, earned_micros) VALUES (?, ?, ?, ?, ?, 0, ?, ?)',
      ...[orderId, botId, day, shown, joins, micros, micros],
    );
    await sqlOver(
      url,
      'INSERT INTO order_days (order_id, day, impressions, subscribers, value_micros) VALUES (?, ?, ?, ?, ?) ON CONFLICT (order_id, day) DO UPDATE SET impressions = order_days.impressions + excluded.impressions, subscribers = order_days.subscribers + excluded.subscribers, value_micros = order_days.value_micros + excluded.value_micros',
      ...[orderId, day, shown, joins, micros],
    );
    await sqlOver(
      url,
      'INSERT INTO bot_days (bot_id, day, subscribers, value_micros, requests_sponsors) VALUES (?, ?, ?, ?, ?)',
      ...[botId, day, joins, micros, shown],
    );
  };
  const heading = (page: Page) => page.textContent('.page h1');
  const names = (page: Page) => page.locator('.table.cards tbody td:first-child').allInnerTexts();

  it.each([
    ['orders', 'advertiser', () => 'action=allads'],
    ['order', 'advertiser', () => `${order()}&lang=ru`],
    ['bots', 'publisher', () => 'action=allbots&lang=ru'],
    ['bot', 'publisher', () => bot()],
    ['sponsors', 'publisher', () => 'action=sponsor'],
    ['empty', 'stranger', () => 'action=allbots&start_date=2025-12-01&end_date=2026-11-21'],
    ['refused', 'nobody', () => 'action=ads&ads_id=1&output_format=html'],
  ])('%s: at both widths, light and dark', async (name, person, query) => {
    const tab = await open();
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 800 });
      if (person === 'nobody') await tab.page.goto(`${pages.stage.url}/statistic?${query()}`);
      else await go(tab, person, query());
      if (person === 'nobody') {
        await tab.page.getByText('This statistic cannot be shown').waitFor();
        tab.complaints.length = 0; // The browser itself notes that an answer was a 401.
      }
      await expectFine(tab, `statistic-${name}`);
    }
    await tab.close();
  });

  it('shows what the cabinet and JSON show of the same orders and bots, whatever happened', async () => {
    const [reader, advertiser, publisher] = await Promise.all([open(), open(), open()]);
    await signIn(advertiser.page, 'advertiser');
    await signIn(publisher.page, 'publisher');
    const figures = ({ page }: Tab) => page.locator('.page .stack.wide').first().innerText();
    const json = async (person: string, query: string) => {
      const asked = await fetch(`${await pages.statistic(person, query)}&output_format=json`);
      const { data } = (await asked.json()) as { data: { total_subscribers: number; total_value: number } };
      return data;
    };
    const today = dayNumberOf(pages.stage.clock.now(), 'Europe/Riga');
    const names = ['recipes_bot', 'stories_bot'];
    let windows = 0;
    const some = fc.uniqueArray(
      fc.record({
        bot: fc.constantFrom(...names),
        ago: fc.nat({ max: 13 }),
        shown: fc.nat({ max: 5_000 }),
        joins: fc.nat({ max: 999 }),
        micros: fc.nat({ max: 2_000_000_000 }),
      }),
      { selector: ({ bot, ago }) => `${bot} ${String(ago)}`, minLength: 4, maxLength: 20 },
    );
    const property = fc.asyncProperty(some, async (happened) => {
      // Sums of days that are over are kept in memory: each run has days of its own, with as many before.
      windows += 1;
      const [last, first] = [today - 20 * windows, today - 20 * windows - 6];
      for (const one of happened) await count(last - one.ago, one);
      const days = `start_date=${formatDay(first)}&end_date=${formatDay(last)}`;
      for (const [tab, person, query, way] of [
        [advertiser, 'advertiser', 'action=allads', '/figures/orders'],
        [advertiser, 'advertiser', order(), `/orders/${String(pages.orderId())}/figures`],
        [publisher, 'publisher', 'action=allbots', '/figures/bots'],
        [publisher, 'publisher', bot(), `/bots/${String(idOf('recipes_bot'))}/figures`],
      ] as const) {
        await go(reader, person, `${query}&${days}`);
        await tab.page.goto(`${pages.stage.url}/cabinet${way}?${days}`);
        await tab.page.locator('.page .figure').first().waitFor();
        await loaded(tab.page);
        const shown = await figures(reader);
        expect(shown).toBe(await figures(tab));
        const { total_subscribers: subscribers, total_value: value } = await json(person, `${query}&${days}`);
        expect(shown).toContain(`Subscribers\n${subscribers.toLocaleString('en')}\n`);
        expect(shown).toContain(`Money\n${notationOf('en', 'RUB', 'UTC').money(value)}\n`);
        const counted = happened.filter(
          ({ ago, ...one }) => ago < 7 && (!query.startsWith('action=bots') || one.bot === 'recipes_bot'),
        );
        expect(subscribers).toBe(counted.reduce((sum, { joins }) => sum + joins, 0));
      }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    for (const tab of [reader, advertiser, publisher]) await tab.close();
  }, 90_000);

  it('takes the token out of the address; it goes in a header alone, and stays with the tab', async () => {
    const tab = await open();
    const token = await pages.token('advertiser');
    const asked: { address: string; headers: Record<string, string> }[] = [];
    tab.page.on('request', (request) => {
      asked.push({ address: request.url(), headers: request.headers() });
    });
    await go(tab, 'advertiser', 'action=allads');
    expect(tab.page.url()).toBe(`${pages.stage.url}/statistic?action=allads`);
    expect(await tab.page.content()).not.toContain(token);
    await tab.page.getByRole('link', { name: 'Garden' }).click();
    await tab.page.getByRole('heading', { level: 1, name: `Garden ${hostile}` }).waitFor();
    expect(tab.page.url()).not.toContain('api_token');
    await tab.page.reload();
    await tab.page.getByRole('heading', { level: 1, name: 'Garden' }).waitFor();
    const [, ...later] = asked;
    expect(later.filter(({ address }) => address.includes(token))).toEqual([]);
    expect(asked.filter(({ headers }) => headers['referer']?.includes(token) === true)).toEqual([]);
    const ofFigures = asked.filter(({ address }) => address.endsWith('/figures'));
    expect(new Set(ofFigures.map(({ headers }) => headers['auth']))).toEqual(new Set([token]));
    expect(await tab.context.cookies()).toEqual([]);
    expect(tab.complaints).toEqual([]);

    // Another tab knows nothing of it, and here it is over when it is replaced.
    const other = await tab.context.newPage();
    await other.goto(tab.page.url());
    await other.getByText('This statistic cannot be shown').waitFor();
    await pages.stage.service.accounts.replaceKey(idOf('advertiser'), 'statistics');
    await tab.page.reload();
    await tab.page.getByText('This statistic cannot be shown').waitFor();
    await tab.close();
  });

  it('shows what its token may see, also while another person is signed in at the cabinet', async () => {
    const tab = await open();
    await signIn(tab.page, 'publisher');
    await go(tab, 'advertiser', 'action=allbots');
    expect(await names(tab.page)).toEqual([]);
    await go(tab, 'advertiser', 'action=allads');
    expect(await names(tab.page)).toContain(`Garden ${hostile}`);
    expect(tab.complaints).toEqual([]);
    for (const [person, query] of [
      ['publisher', order()],
      ['advertiser', bot()],
      ['stranger', `action=sponsor&bot_id=${String(idOf('recipes_bot'))}`],
    ] as const) {
      await go(tab, person, query);
      await tab.page.getByRole('alert').waitFor();
      expect(await tab.page.locator('.page').innerText()).not.toMatch(/Garden|Recipes|₽/);
    }
    // Without a token the session's own account is shown.
    const own = await tab.context.newPage();
    await own.goto(`${pages.stage.url}/statistic?action=allbots`);
    await own.getByRole('link', { name: '@recipes_bot' }).waitFor();
    await tab.close();
  });

  it('does what addresses of before ask for: days, search, order, languages, nothing in particular', async () => {
    const accountId = idOf('stranger');
    for (let index = 0; index < 110; index++) {
      const link = `example.org/${String(index)}`;
      const odd = ['0042', 'Pine, "Oak" & Elm', '=HYPERLINK("8")', '2200700812345678'];
      const name = odd[index - 6] ?? `Order ${String(index)}`;
      await addOrder(pages.stage.store, { name, link: `https://${link}`, linkKey: link }, accountId);
    }
    const half = { name: 'Half; or so', link: 'https://example.org/half', linkKey: 'example.org/half' };
    await addOrder(pages.stage.store, { ...half, realPriceMicros: 2_500_000n }, accountId);
    const tab = await open();
    const { page } = tab;
    await go(tab, 'stranger', 'action=allads&sort=-name&output_format=html');
    expect((await names(page)).slice(0, 2)).toEqual(['Pine, "Oak" & Elm', 'Order 109']);
    expect(await names(page)).toHaveLength(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    expect(await names(page)).toHaveLength(111);
    await go(tab, 'stranger', 'action=allads&sort=name&search=ORDER+10');
    expect(await names(page)).toEqual([
      'Order 10',
      ...Array.from({ length: 10 }, (_, at) => `Order 10${String(at)}`),
    ]);
    const file = page.waitForEvent('download');
    await page.locator('section', { hasText: 'Order 10' }).getByRole('button', { name: /CSV/ }).click();
    expect((await file).suggestedFilename()).toBe('orders.csv');
    for (const [search, line] of [
      ['hyperlink', /"'=HYPERLINK\(""8""\)",/],
      ['2200700812345678', /'2200700812345678,/],
      ['0042', /'0042,/],
    ] as const) {
      const saved = page.waitForEvent('download');
      await page.getByRole('searchbox', { name: 'Search' }).fill(search);
      await page.locator('section', { hasText: search }).getByRole('button', { name: /CSV/ }).click();
      const text = await readFile(await (await saved).path(), 'utf8');
      expect(text).toMatch(new RegExp(`^\uFEFF[^\\r]*\\r\\n${line.source}[^\\r]*\\r\\n$`));
    }
    await page.getByRole('searchbox', { name: 'Search' }).fill('order 10');
    await page.getByRole('button', { name: 'Price' }).click();
    expect(await page.locator('th[aria-sort=descending]').innerText()).toContain('Price');

    await go(tab, 'advertiser', 'action=allads&start_date=2026-11-01&end_date=2026-11-05');
    expect(await page.inputValue('input[name=from]')).toBe('2026-11-01');
    await page.getByRole('radio', { name: 'Table' }).locator('..').click();
    expect(await page.locator('.scroll tbody tr').count()).toBe(5);
    await page.fill('input[name=to]', '2026-11-03');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => page.locator('.scroll tbody tr').count()).toBe(3);
    expect(new URL(page.url()).search).toBe('?action=allads&start_date=2026-11-01&end_date=2026-11-03');

    // A spreadsheet of a Russian reader parts cells by semicolons, and reads a comma in amounts.
    await go(tab, 'stranger', 'action=allads&search=half&lang=ru');
    const russian = page.waitForEvent('download');
    await page.locator('section', { hasText: 'Half' }).getByRole('button', { name: /CSV/ }).click();
    expect(await readFile(await (await russian).path(), 'utf8')).toBe(
      '\uFEFFНазвание;Статус;Подписчиков всего;Цена\r\n"Half; or so";Выполняется;0;2,5\r\n',
    );

    await go(tab, 'advertiser', `${order()}&lang=ru`);
    expect(await page.getAttribute('html', 'lang')).toBe('ru');
    await page.getByLabel('Язык', { exact: true }).selectOption('English');
    await page.getByRole('heading', { name: 'Bots that brought them' }).waitFor();
    for (const [person, title] of [
      ['advertiser', 'All orders'],
      ['publisher', 'All bots'],
    ] as const) {
      await go(tab, person, 'lang=en');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  it.each([
    ['start_date=2026-02-30', 'This is not a date.'],
    ['end_date=soon', 'This is not a date.'],
    ['start_date=2026-03-02&end_date=2026-03-01', 'must not be after the last'],
    ['start_date=2024-01-01&end_date=2026-03-01', 'At most 366 days'],
  ])('%s keeps the page, and says so beside the fields', async (days, words) => {
    const tab = await open();
    await go(tab, 'advertiser', `action=allads&${days}`);
    await tab.page.getByRole('alert').getByText(words).waitFor();
    expect(await heading(tab.page)).toBe('All orders');
    await tab.page.getByRole('radio', { name: 'Table' }).locator('..').click();
    expect(await tab.page.locator('.scroll tbody tr').count()).toBe(10);
    await expectFine(tab, 'statistic-wrong-days');
    await tab.close();
  });

  it('a switch excludes and takes back, by the token', async () => {
    const tab = await open();
    await go(tab, 'advertiser', order().replace('=ads', '=source'));
    const { exclusions } = pages.stage.store;
    const press = async (name: string, isExcluded: boolean) => {
      await tab.page.getByRole('button', { name: `${name}: @stories_bot` }).click();
      await expect
        .poll(() => exclusions.botsOfOrder(pages.orderId()))
        .toEqual(new Set(isExcluded ? [idOf('stories_bot')] : []));
    };
    await press('Exclude', true);
    await press('Include again', false);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  it('a chart is read by a tap and the arrow keys', async () => {
    const tab = await open({ width: 390, hasTouch: true });
    await go(tab, 'advertiser', 'action=allads');
    const chart = tab.page.getByRole('group', { name: 'Subscribers' });
    const reading = chart.getByRole('status');
    await chart.locator('.u-over').tap({ position: { x: 5, y: 60 } });
    await expect.poll(() => reading.textContent()).toMatch(/^\d+ \w+: 0 · \d+ \w+: 0$/);
    const first = await reading.textContent();
    await chart.press('ArrowRight');
    expect(await reading.textContent()).not.toBe(first);
    await tab.page.getByText('Average price', { exact: true }).last().click();
    for (let day = 0; day < 10; day++)
      await tab.page.getByRole('group', { name: 'Average price' }).press('ArrowRight');
    expect(
      await tab.page.getByRole('group', { name: 'Average price' }).getByRole('status').textContent(),
    ).toContain('₽2.35');
    await expectFine(tab, 'statistic-chosen');
    await tab.close();
  });

  it('prints on paper: no ways, no buttons', async () => {
    const tab = await open();
    await go(tab, 'advertiser', order());
    await tab.page.emulateMedia({ media: 'print' });
    expect(await tab.page.getByRole('navigation').isVisible()).toBe(false);
    expect(await tab.page.getByRole('form', { name: 'Period' }).isVisible()).toBe(false);
    await tab.keep('statistic-print');
    await tab.close();
  });

  it('comes in 200 kB', async () => {
    const tab = await open();
    await go(tab, 'publisher', bot());
    expect(await tab.page.evaluate(LOADED)).toBeLessThan(200_000);
    await tab.close();
  });
});
