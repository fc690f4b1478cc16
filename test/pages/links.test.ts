/** Pages behind links: a smart link's, and one that has expired; in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../browser.js';
import { expectFine, launch, openTab, widths } from '../api/browser.js';
import { openPages, type PagesStage } from './stage.js';

describeInBrowser('links', () => {
  let browser: Browser;
  let pages: PagesStage;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([launch(), openPages()]);
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
  });

  const open = async (options: Parameters<typeof openTab>[2] = {}) => {
    const tab = await openTab(browser, pages.stage.url, options);
    // Where its pages lead to is there.
    await tab.context.route(/^https:/, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'outside' }),
    );
    return tab;
  };
  const device = async (userId: number) => (await pages.stage.store.audience.find(userId))?.deviceType;

  it('a smart link tells what targeting needs and goes on by itself', async () => {
    const tab = await open({ width: 1280 });
    const { link, userId } = await pages.smartLink();
    await tab.page.goto(link);
    await tab.page.waitForURL('https://t.me/desk');
    expect(tab.outside).toEqual(['https://t.me/desk']);
    expect(tab.complaints).toEqual([]);
    expect(await pages.stage.store.audience.find(userId)).toMatchObject({
      deviceType: 'desktop',
      ipAddress: '127.0.0.1',
    });
    await tab.close();
  });

  it("inside the messenger a smart link is its user's alone", async () => {
    const bot_id = pages.scene.names.get('recipes_bot', 'id');
    const setting = { action: 'update', bot_id, redirect_open_type: 'miniapp' };
    await pages.post('/bots', String(pages.scene.names.get('publisher', 'access')), setting);
    const tab = await open({ width: 1280, locale: 'ru-RU' });
    const { link, userId } = await pages.smartLink();
    await tab.page.goto(pages.inside(link, userId + 1_000_000, 'recipes_bot'));
    await tab.page.getByText('Это не ваша ссылка. Она сделана для другого человека.').waitFor();
    expect(await tab.page.getByRole('link').count()).toBe(0);
    expect(await device(userId)).toBeNull();
    tab.complaints.length = 0; // The browser itself notes that the answer was a 403.
    await expectFine(tab, 'redirect-refused');
    await tab.page.goto('about:blank');
    const answered = tab.page.waitForResponse((response) => response.request().method() === 'POST');
    await tab.page.goto(pages.inside(link, userId, 'recipes_bot'));
    expect((await answered).status()).toBe(200);
    expect(await device(userId)).toBe('mobile');
    await tab.close();
  });

  it.each(widths)('without scripts there is a plain link, at %d px', async (width) => {
    const tab = await open({ width, javaScriptEnabled: false });
    const { link, userId } = await pages.smartLink();
    await tab.page.goto(link);
    expect(await device(userId)).toBeNull();
    await tab.keep('redirect');
    // Playwright answers no request that a redirect makes: that it is made is what the link is for.
    const leadOn = tab.page.waitForRequest('https://t.me/desk');
    await tab.page.getByRole('link', { name: 'Go on' }).click();
    await leadOn;
    expect(await device(userId)).toBe('desktop');
    await tab.close();
  });

  it('while it finds the way, the page stands still and can be read', async () => {
    const tab = await open();
    const { link } = await pages.smartLink();
    // The answer never comes: what is seen is the page that waits for it.
    await tab.context.route('**/r/*', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 800 });
      await tab.page.goto(link);
      await expectFine(tab, 'redirect-waiting');
    }
    await tab.close();
  });

  it('a link that has expired says so, in the language of the reader', async () => {
    const tab = await open({ locale: 'ru-RU' });
    for (const width of widths) {
      await tab.page.setViewportSize({ width, height: 800 });
      await tab.page.goto(`${pages.stage.url}/r/s-1-2-3-4-aaaaaaaaaaaaaaaaaaaaaa`);
      expect(await tab.page.textContent('h1')).toBe('Ссылка устарела');
      tab.complaints.length = 0; // The browser itself notes that the answer was a 410.
      await expectFine(tab, 'expired');
    }
    await tab.close();
  });
});
