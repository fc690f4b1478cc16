/** The page of a resource in a real browser: its script tells that it ran and leads on; without scripts it leads on, too. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { platformKey, signedDataOf } from '../api/resource-stage.js';
import { launch, openTab } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { sqlOver } from '../support/database.js';
import { openPages, type PagesStage } from './stage.js';

const LINK = 'https://example.org/game?x=1&y=%D1%8F';

describeInBrowser('resources', () => {
  let browser: Browser;
  let pages: PagesStage;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([
      launch(),
      openPages({ PLATFORM_PUBLIC_KEY: platformKey.publicHex, CLICKS_PER_ADDRESS_DAY: '100' }),
    ]);
    const create = { ads_type: 'resource', link: LINK, price: 5, user_parameters: { languages: null } };
    await pages.scene.happen({ order: 'site', create, then: 'approves' });
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
  const settled = (userId: number) =>
    sqlOver<{ charge: number; reason: string | null }>(
      pages.stage.settings.DATABASE_URL,
      `SELECT charge, reason FROM subscriptions WHERE user_id = ${String(userId)}`,
    );
  const opened = (userId: number) =>
    sqlOver<{ is_signed: number }>(
      pages.stage.settings.DATABASE_URL,
      `SELECT is_signed FROM openings WHERE user_id = ${String(userId)}`,
    );

  it('the script tells that it ran, and leads on; a user of the bot is paid for', async () => {
    const tab = await open();
    const { link, userId } = await pages.resourceLink(true);
    const told = tab.page.waitForResponse((response) => response.request().method() === 'POST');
    await tab.page.goto(link);
    expect((await told).status()).toBe(200);
    await tab.page.waitForURL(LINK);
    expect(await settled(userId)).toEqual([{ charge: 1, reason: null }]);
    expect(tab.outside).toEqual([LINK]);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  it('without scripts it leads on at once, and nobody pays', async () => {
    const tab = await open({ javaScriptEnabled: false });
    const { link, userId } = await pages.resourceLink(true);
    await tab.page.goto(link);
    await tab.page.waitForURL(LINK);
    expect(await settled(userId)).toEqual([]);
    expect(await opened(userId)).toEqual([]);
    await tab.close();
  });

  it('a script that gets no answer leads on by itself', async () => {
    const tab = await open();
    const { link, userId } = await pages.resourceLink(true);
    await tab.context.route('**/r/*', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await tab.page.goto(link);
    await tab.page.waitForURL(LINK);
    expect(await settled(userId)).toEqual([]);
    await tab.close();
  });

  it("inside the messenger the platform's word is passed on, with its own script and without", async () => {
    const botId = Number(pages.scene.names.get('stories_bot', 'id'));
    for (const redirect_open_type of ['url', 'miniapp']) {
      const setting = { action: 'update', bot_id: botId, redirect_open_type };
      await pages.post('/bots', String(pages.scene.names.get('publisher', 'access')), setting);
      const tab = await open();
      const { link, userId } = await pages.resourceLink(false);
      await tab.page.goto(pages.inside(link, userId, 'stories_bot', signedDataOf(userId, botId)));
      await tab.page.waitForURL(LINK);
      expect(await opened(userId)).toEqual([{ is_signed: 1 }]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }
  });

  it("somebody else's link is not theirs", async () => {
    const tab = await open({ locale: 'ru-RU' });
    const { link, userId } = await pages.resourceLink(true);
    await tab.page.goto(pages.inside(link, userId + 1_000_000));
    await tab.page.getByText('Это не ваша ссылка. Она сделана для другого человека.').waitFor();
    expect(await opened(userId)).toEqual([]);
    await tab.close();
  });
});
