/**
 * An order for a private channel in the cabinet, in a real browser over the demo: the button leads to the messenger's own
 * picker, the channel is chosen there, and the order runs until a join is paid.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeTabs, openTab, sharedBrowser } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';
import { people, signIn } from './demo-user.js';

const NORA = 2999;

describeInBrowser('an order for a private channel', () => {
  let demo: RunningDemo;
  let browser: Browser;

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
    await demo.platform.users({ id: NORA, first_name: 'Nora', language_code: 'en' });
  }, 90_000);
  afterAll(async () => {
    await closeTabs(browser);
    await demo.stop();
    await removeFolder(demo.folder);
  });

  it('is made by the button that opens the picker, approved, and paid for', async () => {
    const { platform, world } = demo;
    const channel = await platform.chats({ type: 'channel', title: 'Secret garden', owner_id: people.ada });
    await call(`${world.api}/account`, world.advertiser.access_key, { action: 'update', language: 'en' });
    const { page } = await openTab(browser, world.api, { width: 1280, locale: 'en-GB' });
    // There is no messenger on this machine: what the page would open in it is done by its person on the emulated one.
    await page.addInitScript('window.open = (url) => { window.opened = String(url); return null; }');
    await signIn(demo, page, people.ada);
    await page.getByRole('link', { name: 'New order' }).first().click();
    const field = page.getByRole('textbox', { name: 'Link' });
    await field.fill(channel.invite_link);
    await page.getByRole('button', { name: 'Choose the channel in our bot' }).click();
    const opened = new URL(String(await page.evaluate('window.opened')));
    expect(opened.href).toContain(`${world.platform}/t.me/${world.operator_bot}?`);
    const start = `/start ${opened.searchParams.get('start') ?? ''}`;
    const begun = await platform.say(people.ada, world.operator_bot, start);
    const isPicker = ({ text }: { text?: string }) => text?.includes('Which channel or group') === true;
    await platform.waitForMessage(people.ada, world.operator_bot, isPicker, { after: begun });
    const after = await platform.shareChat(people.ada, world.operator_bot, 1, channel.id);
    const linkIn = (text = '') => /https:\/\/t\.me\/\+[\w-]+/.exec(text)?.[0] ?? '';
    const hasLink = ({ text }: { text?: string }) => linkIn(text) !== '';
    const said = await platform.waitForMessage(people.ada, world.operator_bot, hasLink, { after });
    await field.fill(linkIn(said.text));
    await page.getByText('Secret garden').first().waitFor();
    await page.getByRole('textbox', { name: 'Subscribers' }).fill('20');
    await page.getByRole('textbox', { name: 'Base price' }).fill('4');
    await page.getByRole('button', { name: 'All languages' }).click();
    await page.getByRole('button', { name: 'Send for moderation' }).click();
    const state = page.locator('.page > .row .tag').first();
    await expect.poll(() => state.textContent()).toBe('In moderation');

    const isCard = ({ text }: { text?: string }) => text?.includes('Secret garden') === true;
    const card = await platform.waitForMessage(people.mira, world.operator_bot, isCard);
    const buttons = (card.reply_markup?.inline_keyboard ?? []).flat();
    const approve = buttons.flatMap((each) => ('callback_data' in each ? [each.callback_data] : []))[0];
    await platform.press(people.mira, world.operator_bot, card.message_id, approve ?? '');
    await expect.poll(() => state.textContent(), { timeout: 15_000 }).toBe('Running');

    const bot = world.publisher.bots[0];
    if (bot === undefined) throw new Error('The demo has no bot.');
    const only = { exclude_ads_ids: world.orders.map((order) => order.order_id) };
    const who = { chat_id: NORA, user_id: NORA, first_name: 'Nora', language_code: 'en', ...only };
    await platform.say(NORA, bot.username, '/start');
    const ask = async () => (await call(`${world.api}/get-sponsors`, bot.api_key, who)).body['status'];
    await expect.poll(ask, { timeout: 15_000 }).toBe('warning');
    const hasButtons = ({ reply_markup: markup }: { reply_markup?: unknown }) => markup !== undefined;
    const block = await platform.waitForMessage(NORA, bot.username, hasButtons);
    const links = (block.reply_markup?.inline_keyboard ?? [])
      .flat()
      .flatMap((each) => ('url' in each ? [each.url] : []));
    expect(links).toEqual([linkIn(said.text)]);
    expect(await platform.join(NORA, links[0] ?? '')).toBe('member');
    await expect.poll(ask, { timeout: 15_000 }).toBe('ok');
    const orderId = Number(/orders\/(\d+)/.exec(page.url())?.[1]);
    const about = { action: 'info', order_id: orderId };
    const read = await call(`${world.api}/orders`, world.advertiser.access_key, about);
    expect(JSON.stringify(read.body)).toMatch(/"quantity_now":1\D/);
  }, 90_000);
});
