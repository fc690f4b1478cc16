/**
 * One order made in the chat, in the cabinet and by the API: `node --import tsx tools/bench/same-order.ts`, after `npm run build`.
 * Counts what a person does, and how long it takes by the keystroke-level model (Card, Moran and Newell): 1.3 s to point and
 * press, 0.28 s a key, 1.35 s to see what a new screen wants; with what the service took in between. Needs Chromium; the table
 * of `docs/cabinet.md` comes from here.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Message } from 'grammy/types';
import { launchBrowser } from '../../test/browser.js';
import { enter, people } from '../../test/cabinet/demo-user.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../../test/support/service-process.js';

const PRESS_SECONDS = 1.3;
const KEY_SECONDS = 0.28;
const SCREEN_SECONDS = 1.35;
/** As `/filters` names it. */
const RUSSIA = 643;
const QUANTITY = '500';
const PRICE = '2.5';

/** What somebody did. */
class Count {
  presses = 0;
  fields = 0;
  keys = 0;
  screens = 1;
  readonly #startedAtMs = performance.now();

  press(): void {
    this.presses += 1;
  }

  type(text: string): void {
    this.fields += 1;
    this.keys += text.length;
  }

  row(name: string): Record<string, string | number> {
    const machine = (performance.now() - this.#startedAtMs) / 1_000;
    const person = this.presses * PRESS_SECONDS + this.keys * KEY_SECONDS + this.screens * SCREEN_SECONDS;
    const { presses, fields, keys, screens } = this;
    return { name, presses, fields, keys, screens, seconds: Math.round(person + machine) };
  }
}

const demo = await startDemo();
const { platform, world } = demo;
await call(`${world.api}/account`, world.advertiser.access_key, { action: 'update', language: 'en' });
for (const way of ['chat', 'cabinet', 'api']) {
  const { id } = await platform.chats({ type: 'channel', title: 'Gardens', username: `gardens_${way}` });
  await platform.members({ chat: id, user: `@${world.operator_bot}`, status: 'administrator' });
}
try {
  const rows = [await inChat(demo), await inCabinet(demo), await byApi()];
  const [chat, ...others] = await Promise.all(['chat', 'cabinet', 'api'].map(orderOn));
  for (const other of others) assert.deepEqual(other, chat);
  console.table(rows);
} finally {
  await demo.stop();
  await removeFolder(demo.folder);
}
process.exit(0);

/** What was ordered, but for where. */
async function orderOn(way: string): Promise<unknown> {
  const listed = { action: 'list', search_query: `gardens_${way}`, limit: 1 };
  const { body } = await call(`${world.api}/orders`, world.advertiser.access_key, listed);
  const [found] = (body['response'] as { orders: { order_id: number }[] }).orders;
  const asked = { action: 'info', order_id: found?.order_id };
  const info = await call(`${world.api}/orders`, world.advertiser.access_key, asked);
  const order = info.body['response'] as Record<string, unknown>;
  const parameters = order['user_parameters'] as Record<string, unknown>;
  return {
    name: order['name'],
    quantity: order['quantity_all'],
    price: order['real_price'],
    status: order['status'],
    countries: parameters['countries'],
    languages: (parameters['languages'] as number[]).toSorted(),
    excluded: (order['order_schedule'] as Record<string, unknown>)['excluded_days'],
  };
}

async function inChat({ platform: client }: RunningDemo): Promise<Record<string, string | number>> {
  const count = new Count();
  const person = people.ada;
  let screen: Message | null = null;
  const shows = async (words: string | RegExp, after = 0): Promise<void> => {
    const has = ({ text = '' }: Message) =>
      typeof words === 'string' ? text.includes(words) : words.test(text);
    screen = await client.waitForMessage(person, world.operator_bot, has, { after });
  };
  const say = async (text: string, words: string | RegExp): Promise<void> => {
    count.type(text);
    count.press();
    count.screens += 1;
    await shows(words, await client.say(person, world.operator_bot, text));
  };
  const press = async (text: string, words?: string | RegExp): Promise<void> => {
    const buttons = (screen?.reply_markup?.inline_keyboard ?? []).flat();
    const button = buttons.find((each) => each.text.includes(text));
    if (screen === null || button === undefined || !('callback_data' in button))
      throw new Error(`No button ${text} among ${buttons.map((each) => each.text).join(' | ')}`);
    count.press();
    if (words !== undefined) count.screens += 1;
    const { message_id } = screen;
    const query = await client.press(person, world.operator_bot, message_id, button.callback_data);
    await client.waitForAnswer(person, world.operator_bot, query);
    if (words !== undefined) await shows(words);
  };
  await say('/orders', /order/i);
  await press('New order', 'What shall be advertised');
  await say('@gardens_chat', 'How many subscribers');
  await say(QUANTITY, 'How many a day');
  await press('No limit', 'How much for a subscriber');
  await say(PRICE, 'New order');
  await press('Targeting', 'Whom shall it');
  await press('Countries', 'Countries');
  await press('Russia');
  await press('Back', 'Countries: Russia');
  await press('Back', 'New order');
  await press('Schedule', 'When shall it');
  await press('Sun', 'Not on: Sun');
  await press('Back', 'New order');
  await press('Send to the moderators', 'with the moderators');
  return count.row('chat');
}

async function inCabinet(running: RunningDemo): Promise<Record<string, string | number>> {
  const browser = await launchBrowser({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const page = await browser.context.newPage();
  await enter(running, page, people.ada);
  const count = new Count();
  await press(count, page.getByRole('link', { name: 'New order' }).first());
  count.screens += 1;
  await type(page, count, 'Link', '@gardens_cabinet');
  await page.getByText('Gardens', { exact: true }).first().waitFor();
  await type(page, count, 'Subscribers', QUANTITY);
  await type(page, count, 'Base price', PRICE);
  await type(page, count, 'Add a demand', 'russia');
  await press(count, page.getByRole('option', { name: /Russia(?!n)/ }).first());
  await press(count, page.getByRole('button', { name: 'Sun' }));
  await press(count, page.getByRole('button', { name: 'Send to moderation' }));
  await page.getByText('In moderation').first().waitFor();
  const row = count.row('cabinet');
  await browser.close();
  return row;
}

async function press(count: Count, place: ReturnType<Page['getByRole']>): Promise<void> {
  count.press();
  await place.click();
}

/** Presses a field and replaces its text. */
async function type(page: Page, count: Count, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name });
  count.press();
  count.type(text);
  await field.click();
  await field.fill(text);
}

/** The fields of the body are what is to be known; a program presses nothing. */
async function byApi(): Promise<Record<string, string | number>> {
  const startedAtMs = performance.now();
  const body = {
    action: 'create',
    link: 'https://t.me/gardens_api',
    name: 'Gardens',
    ads_type: 'channel',
    quantity_all: Number(QUANTITY),
    price: Number(PRICE),
    user_parameters: { countries: [RUSSIA] },
    order_schedule: { excluded_days: [7] },
  };
  const { http, body: said } = await call(`${world.api}/orders`, world.advertiser.access_key, body);
  assert.equal(http, 200, JSON.stringify(said));
  const seconds = Math.round((performance.now() - startedAtMs) / 10) / 100;
  const fields = Object.keys(body).length;
  return { name: 'api', presses: 0, fields, keys: JSON.stringify(body).length, screens: 0, seconds };
}
