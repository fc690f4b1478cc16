/** The API reference as a reader meets it: in a real browser, under its policy, asking nobody but us. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTooWide, launch, openTab, axeFaults, type Tab, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { pairsOf, partOf } from '../support/part.js';
import { openPages, type PagesStage } from './stage.js';

let pages: PagesStage;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(pages.stage.url + path, { headers });

describe('/docs', () => {
  it('gives each answer a nonce of its own', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await ask('/docs');
        const [, nonce = ''] =
          /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
        expect(await response.text()).toContain(`<meta property="csp-nonce" content="${nonce}" />`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('sends its large script packed to who takes that', async () => {
    const [, path = ''] = /src="(\/assets\/scalar\.js[^"]+)"/.exec(await (await ask('/docs')).text()) ?? [];
    const packed = await ask(path, { 'Accept-Encoding': 'gzip' });
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ]);
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(1_500_000);
    const plain = await ask(path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
  });
});

describeInBrowser('the API reference', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  const open = async (options: Parameters<typeof openTab>[2] = {}): Promise<Tab> => {
    const tab = await openTab(browser, pages.stage.url, options);
    await tab.page.goto(`${pages.stage.url}/docs`);
    await tab.page.getByRole('heading', { name: 'Get sponsors for a user' }).waitFor();
    return tab;
  };

  it('has a place for each action, samples in four languages, and asks nothing outside', async () => {
    const tab = await open({ width: 1280 });
    const { page } = tab;
    await page.goto(`${pages.stage.url}/docs#tag/publishers/POST/bots%23change_api_key`);
    await page
      .getByRole('heading', { name: 'Replace a Bot Key; the old one stops working at once' })
      .waitFor();
    await tab.keep('docs-action');
    const section = page.locator('[id$="/POST/bots#change_api_key"]').first();
    await section.getByRole('button', { name: /Test Request/ }).click();
    const answered = page.waitForResponse(`${pages.stage.url}/bots`);
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await answered).status()).toBe(401);
    expect(tab.outside).toEqual([]);
    expect(tab.complaints.filter((words) => !words.includes('status of 401'))).toEqual([]);
    await tab.close();
  }, 60_000);

  it.each(
    partOf(
      pairsOf(widths, ['dark', 'light'] as const).map(([width, colorScheme]) => ({ width, colorScheme })),
      1,
    ),
  )(
    'is fine at $width px, $colorScheme',
    async ({ width, colorScheme }) => {
      const tab = await open({ width, colorScheme });
      await tab.keep('docs');
      const background = await tab.page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(colorScheme === 'dark' ? 'rgb(15, 15, 15)' : 'rgb(255, 255, 255)');
      // Colours too: it writes them in ways that only axe reads.
      expect(await axeFaults(tab.page)).toEqual([]);
      expect(await isTooWide(tab.page)).toBe(false);
      expect(tab.outside).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
    60_000,
  );

  it('without scripts says where the reference is', async () => {
    const tab = await openTab(browser, pages.stage.url, { javaScriptEnabled: false });
    await tab.page.goto(`${pages.stage.url}/docs`);
    for (const path of ['/openapi.json', '/llms.txt'])
      expect(await tab.page.getByRole('link', { name: path }).getAttribute('href')).toBe(path);
    await tab.close();
  });
});
