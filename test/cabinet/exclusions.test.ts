/** Promise: a publisher keeps a sponsor out of a bot without looking up its number, and an order is found by its number. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeTabs, openTab, sharedBrowser } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';
import { people, signIn } from './demo-user.js';

const NORA = 2998;

describeInBrowser('exclusions', () => {
  let demo: RunningDemo;
  let browser: Browser;
  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
    for (const { access_key } of [demo.world.advertiser, demo.world.publisher])
      await call(`${demo.world.api}/account`, access_key, { action: 'update', language: 'en' });
  }, 90_000);
  afterAll(async () => {
    await closeTabs(browser);
    await demo.stop();
    await removeFolder(demo.folder);
  });

  /** A user of the first bot joins two sponsors, and both pay. */
  async function joinTwo(): Promise<void> {
    const { platform, world } = demo;
    const [bot] = world.publisher.bots;
    if (bot === undefined) throw new Error('The demo has no bot.');
    await platform.users({ id: NORA, first_name: 'Nora', language_code: 'en' });
    await platform.say(NORA, bot.username, '/start');
    const user = { chat_id: NORA, user_id: NORA, first_name: 'Nora', language_code: 'en', get_links: 1 };
    const ask = () => call(`${world.api}/get-sponsors`, bot.api_key, user);
    const { sponsors } = (await ask()).body['additional'] as { sponsors: { link: string }[] };
    const names = sponsors.flatMap(({ link }) => /^https:\/\/t\.me\/(\w+)$/.exec(link)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names.slice(0, 2)) await platform.join(NORA, `@${name}`);
    const figures = { action: 'bots', bot_id: bot.bot_id };
    const paid = async () => {
      const { body } = await call(`${world.api}/figures`, world.publisher.access_key, figures);
      return (body['result'] as { sponsors: unknown[] }).sponsors.length;
    };
    await expect.poll(paid, { timeout: 15_000 }).toBe(2);
  }

  it('are chosen next to the sponsors that paid, from a list, or by number', async () => {
    await joinTwo();
    const { page } = await openTab(browser, demo.world.api, { width: 1280, locale: 'en-GB' });
    await signIn(demo, page, people.pavel);
    const botId = String(demo.world.publisher.bots[0]?.bot_id);
    await page.goto(`${demo.world.api}/cabinet/bots/${botId}/figures`);
    const rows = page.locator('.panel', { hasText: 'Sponsors that paid' }).locator('tbody tr');
    const [first, second] = [rows.nth(0), rows.nth(1)];
    const numberIn = async (row: Locator) =>
      (await row.locator('.soft').first().textContent())?.slice(1) ?? '';
    const [next, other] = [await numberIn(first), await numberIn(second)];
    await first.getByRole('button', { name: 'Exclude' }).click();
    await first.getByRole('button', { name: 'Include again' }).waitFor();
    await page.getByRole('tab', { name: 'Exclusions' }).click();
    await page.getByText(`#${next}`).waitFor();
    const field = page.getByLabel('Sponsor or order number').first();
    await field.fill('nothing');
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('Choose a sponsor from the list').waitFor();
    await field.fill(`#${other}`);
    await page.getByRole('option', { name: `#${other}` }).click();
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.locator('.between', { hasText: `#${other}` }).waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('finds an order by its number, and counts nothing before it knows', async () => {
    const { page } = await openTab(browser, demo.world.api, { width: 1280, locale: 'en-GB' });
    await signIn(demo, page, people.ada);
    const asked = await call(`${demo.world.api}/orders`, demo.world.advertiser.access_key, {
      action: 'list',
    });
    const { orders } = asked.body['response'] as { orders: { order_id: number; name: string }[] };
    const wanted = orders.at(-1);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/orders', async (route) => {
      if (route.request().method() === 'POST') await answered;
      await route.continue();
    });
    await page.goto(`${demo.world.api}/cabinet/orders`);
    await page.getByLabel('Select all found').waitFor();
    expect(await page.getByText(/^Found: /).count()).toBe(0);
    answer();
    await page.getByText(`Found: ${String(orders.length)}`).waitFor();
    await page
      .getByRole('textbox')
      .first()
      .fill(`#${String(wanted?.order_id)}`);
    await page.getByText('Found: 1').waitFor();
    await page
      .getByText(wanted?.name ?? '')
      .first()
      .waitFor();
  });
});
