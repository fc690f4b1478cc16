/** The statistics pages as an account holder sees them, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../browser.js';
import { expectFine, launch, openTab, widths } from '../api/browser.js';
import { hostile, openPages, type PagesStage } from './stage.js';

describeInBrowser('statistics pages', () => {
  let browser: Browser;
  let pages: PagesStage;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([launch(), openPages()]);
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
  });

  const open = (options: Parameters<typeof openTab>[2] = {}) =>
    openTab(browser, pages.stage.url, { width: 1280, ...options });
  const sources = () => `action=source&ads_id=${String(pages.orderId())}`;

  it.each([
    ['orders', 'advertiser', () => 'action=allads'],
    ['order', 'advertiser', () => `action=ads&ads_id=${String(pages.orderId())}&lang=ru`],
    ['bots', 'publisher', () => 'action=allbots&lang=ru'],
    ['bot', 'publisher', () => `action=bots&bot_id=${String(pages.scene.names.get('recipes_bot', 'id'))}`],
    ['sponsors', 'publisher', () => 'action=sponsor'],
    ['empty', 'stranger', () => 'action=allbots&start_date=2025-12-01&end_date=2026-11-21'],
    ['refused', 'stranger', () => 'action=ads&ads_id=1&output_format=html'],
  ])('%s: at both widths, light and dark', async (name, person, query) => {
    const tab = await open();
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 800 });
      await tab.page.goto(await pages.statistic(person, query()), { waitUntil: 'load' });
      if (name === 'refused') tab.complaints.length = 0; // The browser itself notes that the answer was a 403.
      await expectFine(tab, `statistic-${name}`);
    }
    await tab.close();
  });

  it('a year of days, with its table of figures opened, moves nothing by itself', async () => {
    const tab = await open({ width: 390 });
    await tab.page.goto(await pages.statistic('publisher', 'action=allbots'));
    await tab.page.getByRole('link', { name: 'A year' }).click();
    await tab.page.locator('summary').click();
    expect(await tab.page.locator('details tbody tr').count()).toBe(365);
    await expectFine(tab, 'statistic-year');
    await tab.close();
  });

  it('speaks the language of the browser, or the one that is chosen', async () => {
    const tab = await open({ locale: 'ru-RU' });
    await tab.page.goto(await pages.statistic('advertiser', 'action=allads'));
    expect(await tab.page.textContent('h1')).toBe('Все заказы');
    expect(await tab.page.getAttribute('html', 'lang')).toBe('ru');
    expect(await tab.page.locator('.card dd').nth(1).textContent()).toBe('9,40\u00a0₽');
    await tab.page.getByRole('link', { name: 'English' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'All orders' }).waitFor();
    await tab.page.getByRole('link', { name: 'Garden' }).click();
    await tab.page.getByText('Subscribers by day').waitFor();
    await tab.page.goto(`${pages.stage.url}/statistic?action=ads&output_format=html`);
    expect(await tab.page.textContent('h1')).toBe('Эту статистику показать нельзя');
    await tab.close();
  });

  it('the token leaves the address bar at once, and the page goes on by its cookie', async () => {
    const tab = await open();
    await tab.page.goto(await pages.statistic('advertiser', 'action=allads'));
    await tab.page.waitForURL((url) => !url.searchParams.has('api_token'));
    expect(await tab.page.content()).not.toContain(await pages.token('advertiser'));
    expect(await tab.page.evaluate('document.cookie')).toBe('');
    await tab.page.getByRole('link', { name: 'Garden' }).click();
    await tab.page.getByRole('heading', { level: 1, name: `Garden ${hostile}` }).waitFor();
    expect(tab.page.url()).not.toContain('api_token');
    await tab.page.reload();
    expect(await tab.page.textContent('h1')).toContain('Garden');

    await tab.page.getByRole('link', { name: '30 days' }).click();
    expect(await tab.page.getAttribute('.presets a[aria-current]', 'href')).toContain('start_date=');
    expect(await tab.page.textContent('.presets a[aria-current]')).toBe('30 days');
    expect(await tab.page.locator('.chart').first().locator('rect.hover').count()).toBe(30);
    await tab.page.fill('input[name=start_date]', '2026-11-01');
    await tab.page.fill('input[name=end_date]', '2026-11-05');
    await tab.page.getByRole('button', { name: 'Show' }).click();
    expect(await tab.page.textContent('.empty')).toContain('No subscribers in these days yet.');

    await pages.stage.service.accounts.replaceKey(
      Number(pages.scene.names.get('advertiser', 'id')),
      'statistics',
    );
    const refused = await tab.page.reload();
    expect(refused?.status()).toBe(401);
    expect(await tab.page.textContent('h1')).toBe('This statistic cannot be shown');
    await tab.close();
  });

  it('figures are on the page as they are in JSON', async () => {
    const tab = await open();
    const query = `action=ads&ads_id=${String(pages.orderId())}`;
    const asked = await fetch(`${await pages.statistic('advertiser', query)}&output_format=json`);
    const { data } = (await asked.json()) as { data: { total_subscribers: number; total_value: number } };
    await tab.page.goto(await pages.statistic('advertiser', query));
    const cards = await tab.page.locator('.card dd').allTextContents();
    expect(cards[0]).toBe(String(data.total_subscribers));
    expect(cards[1]).toContain(data.total_value.toFixed(2));
    await tab.close();
  });

  it('the table sorts by any column, and its switches exclude and take back in place', async () => {
    const tab = await open();
    await tab.page.goto(await pages.statistic('advertiser', sources()));
    const names = () => tab.page.locator('tbody td.words').allTextContents();
    expect(await names()).toEqual(['@recipes_bot', '@stories_bot']);
    await tab.page.getByRole('link', { name: 'Subscribers', exact: true }).click();
    expect(await names()).toEqual(['@stories_bot', '@recipes_bot']);
    expect(await tab.page.locator('th[aria-sort=ascending]').textContent()).toContain('Subscribers');
    const address = tab.page.url();

    const toggle = tab.page.getByRole('switch', { name: '@stories_bot' });
    const done = tab.page.waitForResponse((response) => response.url().endsWith('/toggle-exclusion'));
    await toggle.click();
    expect((await done).status()).toBe(200);
    await tab.page.locator('.exclusion[aria-checked=false]').waitFor();
    const botId = Number(pages.scene.names.get('stories_bot', 'id'));
    const { exclusions } = pages.stage.store;
    expect(await exclusions.botsOfOrder(pages.orderId())).toEqual(new Set([botId]));
    expect(tab.page.url()).toBe(address);
    await tab.page.reload();
    expect(await toggle.textContent()).toMatch(/Excluded.*Press to show again/);
    await toggle.click();
    await tab.page.locator('.exclusion[aria-checked=false]').waitFor({ state: 'detached' });
    expect(await exclusions.botsOfOrder(pages.orderId())).toEqual(new Set());
    expect(tab.complaints).toEqual([]);

    // A switch that does not work says so where it can be read.
    await tab.context.clearCookies();
    await toggle.click();
    await tab.page.getByRole('status').getByText('That did not work.').waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await tab.close();
  });

  it('without scripts the page shows all it has; its links, its days and its switches work', async () => {
    const tab = await open({ javaScriptEnabled: false });
    await tab.page.goto(await pages.statistic('publisher', 'action=allbots'));
    await tab.page.getByRole('link', { name: '@hostile_bot' }).click();
    expect(await tab.page.textContent('h1')).toBe(hostile);
    await tab.page.getByRole('link', { name: 'Sponsors' }).click();
    expect(await tab.page.locator('tbody tr').count()).toBe(1);
    await tab.page.getByRole('link', { name: '30 days' }).click();
    const address = tab.page.url();
    const toggle = tab.page.getByRole('switch', { name: 'https://t.me/garden' });
    const publisher = Number(pages.scene.names.get('publisher', 'id'));
    for (const isExcluded of [true, false]) {
      await toggle.click();
      await tab.page.locator(`.exclusion[aria-checked=${String(!isExcluded)}]`).waitFor();
      expect(tab.page.url()).toBe(`${address}#table`);
      const orders = await pages.stage.store.exclusions.ordersOfPublisher(publisher, 0);
      expect(orders.has(pages.orderId())).toBe(isExcluded);
    }
    await tab.close();
  });

  it('a chart is read by a tap, a pointer and the arrow keys', async () => {
    const tab = await open({ width: 390, hasTouch: true });
    await tab.page.goto(await pages.statistic('advertiser', 'action=allads'));
    const chart = tab.page.locator('.chart').first();
    const reading = chart.locator('.reading');
    const plot = chart.locator('svg');
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
    await plot.tap({ position: { x: width - 4, y: height - 4 } });
    expect(await reading.textContent()).toMatch(/^\w{3} \d+: 4$/);
    expect(await chart.locator('.chosen').count()).toBe(1);
    await plot.tap({ position: { x: 2, y: 20 } });
    expect(await reading.textContent()).toMatch(/: 0$/);
    await chart.locator('.plot').press('ArrowRight');
    expect(await chart.locator('.hover').nth(1).getAttribute('class')).toContain('chosen');
    await expectFine(tab, 'statistic-chosen');
    await tab.close();
  });

  it('wrong days are said beside the fields, which keep them', async () => {
    const tab = await open();
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 800 });
      const days = 'start_date=2026-11-05&end_date=2026-11-01';
      await tab.page.goto(await pages.statistic('advertiser', `action=allads&${days}`));
      await tab.page.getByRole('alert').getByText('The first day must not be after the last.').waitFor();
      expect(await tab.page.inputValue('input[name=start_date]')).toBe('2026-11-05');
      tab.complaints.length = 0; // The browser itself notes that the answer was a 422.
      await expectFine(tab, 'statistic-wrong-days');
    }
    await tab.close();
  });

  it('another site cannot use the session', async () => {
    const tab = await open();
    await tab.page.goto(await pages.statistic('advertiser', 'action=allads'));
    const cookies = (await tab.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const command = {
      action: 'exclude',
      context: 'advertiser',
      ads_id: String(pages.orderId()),
      bot_id: '4242',
    };
    const send = (path: string, body: string | URLSearchParams, headers: Record<string, string>) =>
      fetch(pages.stage.url + path, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { Cookie: cookies, ...headers },
      });
    for (const [path, body] of [
      ['/toggle-exclusion', JSON.stringify(command)],
      ['/statistic/exclusion?action=allads', new URLSearchParams(command)],
    ] as const) {
      expect((await send(path, body, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
      expect((await send(path, body, { Cookie: cookies.slice(0, -1) })).status).toBe(401);
    }
    expect(await pages.stage.store.exclusions.botsOfOrder(pages.orderId())).not.toContain(4242);
    const own = await send('/statistic/exclusion?action=allads', new URLSearchParams(command), {
      'Sec-Fetch-Site': 'same-origin',
    });
    expect([own.status, own.headers.get('location')]).toEqual([
      303,
      '/statistic?action=allads&output_format=html#table',
    ]);
    const { exclusions } = pages.stage.store;
    expect(await exclusions.botsOfOrder(pages.orderId())).toContain(4242);
    await exclusions.setForAdvertiser(pages.orderId(), 4242, false, Date.now());
    await tab.close();
  });

  it('prints on paper: no switches, no navigation, dark ink', async () => {
    const tab = await open({ colorScheme: 'dark' });
    await tab.page.goto(await pages.statistic('advertiser', sources()));
    await tab.page.emulateMedia({ media: 'print' });
    expect(await tab.page.locator('nav').isVisible()).toBe(false);
    expect(await tab.page.locator('.range').isVisible()).toBe(false);
    expect(await tab.page.locator('.exclusion').first().isVisible()).toBe(false);
    expect(await tab.page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    await tab.keep('statistic-print');
    await tab.close();
  });
});
