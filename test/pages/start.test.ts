/** The page at `/`, and what browsers and search engines ask of every host. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFine, launch, openTab, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { pixelsOf } from '../support/pixels.js';
import { openPages, type PagesStage } from './stage.js';

let pages: PagesStage;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(pages.stage.url + path, { headers });

const NO_PATH = { status: 'error', code: 404, message: 'There is no such path.' };

describe('/', () => {
  it('says what this is, in the language of the reader, and leads on', async () => {
    const page = async (path: string) =>
      (await ask(path, { Accept: 'text/html', 'Accept-Language': 'ru' })).text();
    const { username } = (await pages.stage.service.checkers.named(null)) ?? {};
    for (const [path, words] of [
      ['/', ['Спонсоры для ботов', '<strong>Почти готово!</strong>', 'от 0,50\u00a0₽']],
      ['/?lang=en', ['Sponsors for Telegram bots', '<strong>Almost there!</strong>', '₽0.50 or more']],
    ] as const) {
      const body = await page(path);
      for (const said of words) expect(body).toContain(said);
      for (const link of [
        '/docs',
        '/openapi.json',
        '/llms.txt',
        '/cabinet',
        '/cabinet/bots?add=1',
        '/cabinet/orders/new',
        `https://t.me/${String(username)}`,
      ])
        expect(body).toContain(`href="${link}`);
      expect(body).not.toContain('noindex');
    }
  });

  it('is there unless JSON is asked for', async () => {
    for (const headers of [{}, { Accept: '*/*' }]) {
      const response = await ask('/', headers);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('<title>Sponsorgate</title>');
    }
    const response = await ask('/', { Accept: 'application/json' });
    expect([response.status, await response.json()]).toEqual([404, NO_PATH]);
  });
});

describe('an address where nothing is', () => {
  it('is a page for browsers, in their language', async () => {
    for (const [language, title] of [
      ['en', 'There is nothing at this address'],
      ['ru', 'По этому адресу ничего нет'],
    ] as const) {
      const response = await ask('/nothing', { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': language });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      const body = await response.text();
      expect(body).toContain(title);
      expect(body).toContain('href="/"');
    }
  });

  it('is a page for browsers and JSON for programs, too, where a part of it is no text', async () => {
    for (const path of ['/r/%zz', '/form/%', '/invite/%ff', '/cabinet/%zz']) {
      const page = await ask(path, { Accept: 'text/html,*/*;q=0.8' });
      expect([page.status, await page.text()]).toEqual([
        404,
        expect.stringContaining('There is nothing at this address'),
      ]);
      const response = await ask(path);
      expect([response.status, await response.json()]).toEqual([404, NO_PATH]);
    }
  });

  it('is JSON for programs', async () => {
    for (const headers of [{}, { Accept: '*/*' }]) {
      const response = await ask('/nothing', headers);
      expect([response.status, await response.json()]).toEqual([404, NO_PATH]);
    }
  });
});

it('robots.txt lets search engines list the start page and the reference alone', async () => {
  const response = await ask('/robots.txt');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await response.text()).trim().split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines.at(-1)).toBe('Disallow: /');
  expect(lines).toContain('Allow: /docs');
});

it('/favicon.ico is a picture of the icon', async () => {
  const response = await ask('/favicon.ico');
  expect(response.headers.get('content-type')).toBe('image/png');
  const { width, height, data } = await pixelsOf(await response.arrayBuffer());
  expect([width, height]).toEqual([64, 64]);
  // The middle of its foot is blue.
  expect([...data.subarray((60 * 64 + 32) * 4, (60 * 64 + 32) * 4 + 3)]).toEqual([0x2f, 0x6f, 0xed]);
});

describeInBrowser('the start page, and the page of the client', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it.each(['en-US', 'ru-RU'])('are fine at both widths, dark and light, in %s', async (locale) => {
    const tab = await openTab(browser, pages.stage.url, { locale });
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 800 });
      for (const [name, way] of Object.entries({ start: '/', client: '/client' })) {
        await tab.page.goto(pages.stage.url + way);
        await expectFine(tab, `${name}-${locale}`);
      }
    }
    await tab.close();
  });
});
