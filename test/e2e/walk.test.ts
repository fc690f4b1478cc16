/**
 * A newcomer's walk, in a real browser: what the README says first, the five steps of the demo, a first bot and a first order of
 * one's own. What is pressed is known by what it does, not by its words.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Bot } from 'grammy';
import type { Message } from 'grammy/types';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sponsors } from '../../docs/examples/grammy-middleware.js';
import { launch, openTab, type Tab } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { runAdmin } from '../support/admin.js';
import { buttonsOf } from '../support/people.js';
import { picture } from '../support/pictures.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../..', name), 'utf8');
const readme = read('README.md');
const people = {
  emma: 2001,
  ruslan: 2002,
  olena: 2004,
  ben: 2006,
  pavel: 1002,
  ada: 1003,
  mira: 1001,
} as const;
const LINK_CHOICE = 'say:choose:0';
/** A dialogue that has not come to its end after so many answers asks in a circle. */
const MOST_QUESTIONS = 15;

/** One messenger, and the hands that use it. */
class Phone {
  readonly #url: string;
  constructor(
    readonly page: Page,
    url: string,
  ) {
    this.#url = url;
  }

  async open(user: number, bot: string): Promise<void> {
    await this.page.goto(`${this.#url}t.me/${bot}`);
    await this.page.locator('#chat-note', { hasText: `@${bot}` }).waitFor();
    if ((await this.page.locator('#me-name').getAttribute('data-user')) !== String(user)) {
      await this.page.locator('#me').click();
      await this.page.locator(`#people [data-user="${String(user)}"]`).click();
    }
    await this.isSeenBy(user, bot);
  }

  /** Resolves when this person's chat with the bot is there. */
  async isSeenBy(user: number, bot = ''): Promise<void> {
    await this.page.locator(`#me-name[data-user="${String(user)}"]`).waitFor();
    await this.page.locator('#chat-note', { hasText: `@${bot}` }).waitFor();
  }

  async say(text: string): Promise<void> {
    const start = this.page.locator('#foot').getByRole('button', { name: 'Start', exact: true });
    const input = this.page.getByRole('textbox', { name: 'Message' });
    await start.or(input).first().waitFor();
    if (await start.isVisible()) await start.click();
    await input.fill(text);
    await input.press('Enter');
    await this.page.locator('#messages .own').getByText(text, { exact: true }).last().waitFor();
  }

  /** The newest button that sends this, alone or with a request behind it. */
  button(data: string) {
    return this.page.locator(`#messages [data-callback^="${data}"]`).last();
  }

  /** Presses the newest button that sends this, and waits until that was answered. */
  async press(selector: string): Promise<void> {
    await this.page.locator(`#messages ${selector}`).last().click();
    await this.page.locator('#messages [aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  /** Joins every channel of the newest block, which its bot may change meanwhile. */
  async joinAll(): Promise<void> {
    const block = this.page.locator('#messages .message:has([data-callback^="subgram-op"])').last();
    const links = block.locator('[title^="https://t.me/"]');
    const shown = (): Promise<string[]> =>
      this.page.evaluate(`[...[...document.querySelectorAll('#messages .message')]
        .findLast((message) => message.querySelector('[data-callback^="subgram-op"]'))
        ?.querySelectorAll('[title^="https://t.me/"]') ?? []].map(({ title }) => title)`);
    await links.first().waitFor();
    const joined = new Set<string>();
    for (;;) {
      const next = (await shown()).find((title) => !joined.has(title));
      if (next === undefined) break;
      joined.add(next);
      await block.locator(`[title="${next}"]`).click();
      const join = this.page.getByRole('button', { name: 'Join', exact: true });
      const isIn = this.page.getByText('You are in this');
      await join.or(isIn).first().waitFor();
      if (await join.isVisible()) await join.click();
      await isIn.waitFor();
      await this.page.goBack();
      await links.first().waitFor();
    }
    expect(joined.size).toBeGreaterThan(0);
  }

  async isDone(count: number): Promise<void> {
    await this.page
      .locator('#guide')
      .getByText(`${String(count)} of 5 done`)
      .waitFor();
  }
}

describeInBrowser('a newcomer', () => {
  let demo: RunningDemo;
  let browser: Browser;
  let tab: Tab;
  let phone: Phone;
  let page: Page;

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), launch()]);
    tab = await openTab(browser, demo.world.platform, { width: 1280, colorScheme: 'light', locale: 'en-GB' });
    ({ page } = tab);
    phone = new Phone(page, demo.world.phone);
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await demo.stop();
    await removeFolder(demo.folder);
  });

  const shoot = async (name: string) => {
    await picture(page, `walk-${name}`);
    await page.setViewportSize({ width: 390, height: 760 });
    await picture(page, `walk-${name}-phone`);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const go = async (step: number, user: number) => {
    await page
      .locator('#guide .step')
      .nth(step - 1)
      .locator('.go')
      .click();
    await phone.isSeenBy(user, step > 2 ? operator() : demo.world.publisher.bots[step - 1]?.username);
  };
  const operator = () => demo.world.operator_bot;

  /** Steps 1 and 2: an end user is held back, hears what is missing, joins, and is through. */
  async function passBlock(): Promise<void> {
    await phone.say('/get');
    await phone.button('subgram-op').waitFor();
    await phone.press('[data-callback^="subgram-op"]');
    const alert = page.locator('#alert');
    await alert.getByText('• Night Sky').waitFor();
  }

  async function fiveSteps(): Promise<void> {
    await page.goto(demo.world.phone);
    await page.getByRole('button', { name: 'Show me the first step' }).click();
    await phone.isSeenBy(people.emma, demo.world.publisher.bots[0]?.username);
    await passBlock();
    await shoot('alert');
    await page.locator('#alert').getByRole('button').click();
    await picture(page, 'phone-block');
    await phone.joinAll();
    await phone.press('[data-callback^="subgram-op"]');
    await page.locator('#messages').getByText('Here is what').waitFor();
    await phone.isDone(1);

    await go(2, people.ben);
    await passBlock();
    await page.locator('#alert').getByRole('button').click();
    await phone.joinAll();
    await phone.press('[data-callback^="subgram-op"]');
    await phone.isDone(2);

    await go(3, people.pavel);
    await phone.say('/bots');
    await phone.isDone(3);
    await go(4, people.ada);
    await phone.say('/orders');
    await phone.press('[data-callback^="order:"]');
    await phone.isDone(4);

    await go(5, people.mira);
    await phone.press('[data-callback^="mod:ok:"]');
    await phone.say('/queue');
    await phone.press('[data-callback="mod:trust"]');
    await phone.press('[data-callback="mod:trust-bot:7000000004"]');
    await phone.press('[data-callback^="mod:trust-yes:7000000004:"]');
    await phone.isDone(5);
    await shoot('done');
  }

  /** @returns what the bot runs with */
  async function firstBot(): Promise<{ token: string; key: string; username: string }> {
    const username = 'bens_bakery_bot';
    await phone.open(people.ben, operator());
    await page.locator('#new-button').click();
    await page.getByRole('button', { name: /^New bot/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ben’s Bakery');
    await page.getByLabel('Username').fill(username);
    await page.getByRole('button', { name: 'Make the bot' }).click();
    const token = (await page.locator('#sheet .token').textContent()) ?? '';
    await shoot('token');
    await page.locator('#sheet').getByRole('button', { name: 'Close' }).click();
    await phone.say('/start');
    await phone.say('/bots');
    await phone.press('[data-callback="bot-add"], #messages [data-callback="bot-add-token"]');
    const withToken = page.locator('#messages [data-callback="bot-add-token"]').last();
    // It may ask for the token at once.
    if (await withToken.isVisible()) await withToken.click();
    await page.getByRole('textbox', { name: 'Message' }).fill(token);
    await page.keyboard.press('Enter');
    const card = page.locator('#messages').getByText(`@${username}`).last();
    await card.waitFor();
    const key = page
      .locator('#messages')
      .getByText(/sg_bot_[\w-]+/)
      .last();
    const reveal = page.locator('#messages [data-callback^="bot-key:"]').last();
    await key.or(reveal).first().waitFor();
    if (!(await key.isVisible())) await phone.press('[data-callback^="bot-key:"]');
    await key.waitFor();
    await shoot('bot');
    // Nobody else's eyes: what was typed is taken out of the chat at once.
    expect(await page.locator('#messages').getByText(token).count()).toBe(0);
    return { token, username, key: /sg_bot_[\w-]+/.exec((await key.textContent()) ?? '')?.[0] ?? '' };
  }

  /** With the middleware of the documents in front of it, the bot holds its first user back. */
  async function firstUser({ token, key, username }: Awaited<ReturnType<typeof firstBot>>): Promise<void> {
    const bot = new Bot(token, { client: { apiRoot: demo.world.platform } });
    bot.use(sponsors(bot, demo.world.api, key));
    bot.on('message', (ctx) => ctx.reply('Fresh bread for you.'));
    const running = bot.start();
    try {
      await phone.open(people.ruslan, username);
      await phone.say('/bread');
      await phone.button('subgram-op').waitFor();
      await shoot('own-bot');
      await phone.joinAll();
      await phone.press('[data-callback^="subgram-op"]');
      await page.locator('#messages').getByText('Fresh bread for you.').waitFor();
    } finally {
      await bot.stop();
      await running;
    }
  }

  /** The next question that can be answered by pressing, or the draft that can be sent. */
  async function nextQuestion(before: string) {
    const dataOf = (message: Message) => {
      const all = buttonsOf(message).flatMap((one) => ('callback_data' in one ? [one.callback_data] : []));
      // Instead of a link a chat can be chosen: that question has been answered in writing.
      return (
        all.find((data) => data === 'draft-send') ??
        all.find((data) => data.startsWith('say:') && data !== LINK_CHOICE)
      );
    };
    return demo.platform.waitForChat(people.ben, operator(), (messages) => {
      const last = messages.at(-1);
      const data = last === undefined ? undefined : dataOf(last);
      const { text = '', message_id: id } = last ?? { message_id: 0 };
      if (data === undefined || text === before) return undefined;
      const line = text.split('\n').find((one) => one !== '') ?? '';
      const message = page.locator(`#messages > [data-key="${String(id)}"]`).filter({ hasText: line });
      return { text, data, button: message.locator(`[data-callback="${data}"]`) };
    });
  }

  async function firstOrder(): Promise<void> {
    await phone.open(people.ben, operator());
    await page.locator('#new-button').click();
    await page.getByRole('button', { name: /^New channel/ }).click();
    await page.getByLabel('Title').fill('Bakery News');
    await page.getByLabel('Public name').fill('bens_bakery_news');
    await page.getByRole('button', { name: 'Make the channel' }).click();
    await page.getByRole('switch', { name: `@${operator()}` }).check();
    await shoot('rights');
    await page.locator('#sheet').getByRole('button', { name: 'Close' }).click();
    const said = await runAdmin(demo.folder, ['credit', '--user', String(people.ben), '--amount', '500']);
    expect(said).toContain('Booked');
    expect(read('CONTRIBUTING.md')).toContain('credit --user');

    await phone.open(people.ben, operator());
    await phone.say('/orders');
    await phone.press('[data-callback="order-new"]');
    await page.getByRole('textbox', { name: 'Message' }).fill('https://t.me/bens_bakery_news');
    await page.keyboard.press('Enter');
    let asked = await nextQuestion('');
    for (let count = 0; asked.data !== 'draft-send' && count < MOST_QUESTIONS; count++) {
      await asked.button.click();
      asked = await nextQuestion(asked.text);
    }
    expect(asked.data).toBe('draft-send');
    await shoot('order');
    await phone.press('[data-callback="draft-send"]');
    await page.locator('#messages [data-callback="draft-send"]').waitFor({ state: 'detached' });

    await phone.open(people.mira, operator());
    await phone.press('[data-callback^="mod:ok:"]');
    await phone.open(people.ben, operator());
    await phone.say('/orders');
    await phone.press('[data-callback^="order:"]');
    await page.locator('#messages').getByText('bens_bakery_news').last().waitFor();
    await shoot('order-runs');
  }

  /** It is shown to a user who asks Ben's bot, once the orders of the demo are left out. */
  async function isShown({ key, username }: Awaited<ReturnType<typeof firstBot>>): Promise<void> {
    await demo.platform.say(people.olena, username, '/start');
    const { body } = await call(`${demo.world.api}/get-sponsors`, key, {
      user_id: people.olena,
      chat_id: people.olena,
      language_code: 'uk',
      get_links: 1,
      exclude_ads_ids: [1, 2, 3, 4],
    });
    expect(body).toMatchObject({ status: 'warning', links: ['https://t.me/bens_bakery_news'] });
  }

  it('finds their way from the README to a bot and an order of their own', async () => {
    expect(readme).toContain('npm start');
    for (const [, image = ''] of readme.matchAll(/\]\((docs\/images\/[^)]+)\)/g))
      expect(() => readFileSync(path.resolve(import.meta.dirname, '../..', image))).not.toThrow();
    await fiveSteps();
    const own = await firstBot();
    await firstUser(own);
    await firstOrder();
    await isShown(own);
    expect(tab.outside).toEqual([]);
    expect(tab.complaints).toEqual([]);
  }, 240_000);
});
