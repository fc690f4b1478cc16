/**
 * The pictures of the documents that the walk does not take: screens of the operator bot, and the statistics, of a demo where five
 * people have joined the sponsors. Buttons are known by what they do.
 */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, loaded, openTab } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { hasButton } from '../support/people.js';
import { picture } from '../support/pictures.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const [mira, pavel, ada] = [1001, 1002, 1003];
/** As large as a phone, and sharp. */
const asPhone = { viewport: { width: 430, height: 860 }, deviceScaleFactor: 1.5 };

describeInBrowser('the pictures of the documents', () => {
  let demo: RunningDemo;
  let browser: Browser;
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), launch()]);
    const { platform, world } = demo;
    const [bot] = world.publisher.bots;
    for (const user of world.end_users) {
      const ask = () =>
        call(`${world.api}/get-sponsors`, bot?.api_key ?? '', { user_id: user, chat_id: user });
      await ask();
      await platform.waitForMessage(user, bot?.username ?? '', hasButton('subgram-op'));
      for (const { id } of world.channels) await platform.join(user, id);
      expect(await ask()).toMatchObject({ body: { status: 'ok' } });
    }
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await demo.stop();
    await removeFolder(demo.folder);
  });

  const open = (options: BrowserContextOptions = {}, url = demo.world.platform) =>
    openTab(browser, url, { colorScheme: 'light', locale: 'en-GB', ...options });

  it.each([
    ['operator-profile', pavel, '/start', []],
    ['operator-bot', pavel, '/bots', ['[data-callback="bot:7000000002"]']],
    ['operator-order', ada, '/orders', ['[data-callback="order:1"]']],
    ['operator-chart', ada, '/orders', ['[data-callback="order:1"]', '[data-callback^="chart:"]']],
    [
      'operator-targeting',
      ada,
      '/orders',
      ['[data-callback="order:1"]', '[data-callback^="tg:"]', '[data-callback*="countries"]'],
    ],
    ['operator-moderation', mira, '/queue', ['[data-callback="mod:card:4"]']],
  ] as [string, number, string, string[]][])(
    '%s',
    async (name, user, command, presses) => {
      const tab = await open(asPhone);
      const { page } = tab;
      const asked = await demo.platform.say(user, demo.world.operator_bot, command);
      const { id } = (await demo.platform.overview()).bots.find(
        (one) => one.username === demo.world.operator_bot,
      ) ?? { id: 0 };
      await page.goto(`${demo.world.phone}#/${String(user)}/bot/${String(id)}`);
      const screen = await demo.platform.waitForMessage(user, id, undefined, { after: asked });
      const shown = page.locator(`#messages > [data-key="${String(screen.message_id)}"]`);
      for (const selector of presses) {
        const before = await page.locator('#messages').innerText();
        await shown.locator(selector).first().click();
        await expect.poll(() => page.locator('#messages').innerText(), { timeout: 10_000 }).not.toBe(before);
      }
      await shown.waitFor();
      await page.locator('#messages [aria-busy="true"]').first().waitFor({ state: 'detached' });
      // A picture that the bot sent is there before ours is taken.
      await page.waitForFunction(
        `Promise.all([...document.images].map((image) => image.decode()))
          .then((decoded) => decoded.length === document.images.length, () => false)`,
      );
      await page.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
      );
      await picture(page, name);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
    60_000,
  );

  it.each([
    [
      'statistic',
      { viewport: { width: 1280, height: 1100 } },
      () => 'action=bots&bot_id=7000000002&lang=en',
      'publisher',
    ],
    [
      'statistic-phone',
      { viewport: { width: 390, height: 800 }, colorScheme: 'dark' },
      () => `action=ads&ads_id=${String(demo.world.orders[0]?.order_id)}&lang=ru`,
      'advertiser',
    ],
  ] as [string, BrowserContextOptions, () => string, 'publisher' | 'advertiser'][])(
    '%s',
    async (name, options, query, person): Promise<void> => {
      const tab = await open(options, demo.world.api);
      const token = demo.world[person].statistics_token;
      await tab.page.goto(`${demo.world.api}/statistic?${query()}&api_token=${token}`);
      await tab.page.locator('.page .chart').waitFor();
      await loaded(tab.page);
      await picture(tab.page, name);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
    60_000,
  );
});
