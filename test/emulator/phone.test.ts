/** The phone page in a real browser: a person writes, presses, joins and opens a web app, and sees what comes of it. */
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bot, InlineKeyboard, Keyboard } from 'grammy';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pairsOf } from '../support/part.js';
import { describeInBrowser, launchBrowser, type TestBrowser } from '../browser.js';
import { ann, token, usePlatform } from './stage.js';

const screenshots = 'test/artifacts/phone';

describeInBrowser('the phone page', () => {
  const stage = usePlatform();
  let browser: TestBrowser;
  let page: Page;
  let bot: Bot;
  let site: Server;
  let siteUrl: string;
  const problems: string[] = [];

  beforeAll(() => {
    mkdirSync(screenshots, { recursive: true });
  });

  beforeEach(async () => {
    problems.length = 0;
    site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(form(stage.platform.url)),
    );
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await stage.client.chats({
      type: 'channel',
      title: 'Slow Travel',
      username: 'slow_travel',
      audience: 1_200,
    });
    bot = shopBot(stage.platform.url, `${siteUrl}/form`);
    await bot.api.setMyCommands([{ command: 'get', description: 'Get it' }]);
    void bot.start();
  });
  afterEach(async () => {
    await browser.close();
    await bot.stop();
    site.close();
    site.closeAllConnections();
    expect(problems).toEqual([]);
  });

  /** Opens the page as this screen shows it; what it complains of, or asks of other hosts, fails the test. */
  async function open(width: number, colorScheme: 'light' | 'dark', hash = ''): Promise<void> {
    browser = await launchBrowser({ viewport: { width, height: 820 }, colorScheme });
    page = await browser.context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
    page.on('request', (request) => {
      if (!/^(data:|http:\/\/127\.0\.0\.1:)/.test(request.url())) problems.push(`asked ${request.url()}`);
    });
    await page.goto(`${stage.platform.url}/${hash}`);
  }

  const said = (text: string) => page.locator('#messages').getByText(text);

  test.each(pairsOf([1280, 390], ['light', 'dark'] as const))(
    'press a button, join a channel, press again (%i px, %s)',
    async (width, scheme) => {
      await open(width, scheme);
      await page.getByRole('button', { name: 'Shop' }).click();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await said('Subscribe first, Ann').waitFor();
      await page.getByRole('button', { name: 'I have subscribed' }).click();
      await page.getByText('Not yet').waitFor();
      await page.screenshot({ path: `${screenshots}/block-${width}-${scheme}.png` });
      await page.getByRole('button', { name: 'Slow Travel' }).last().click();
      await page.locator('#chat-note', { hasText: '1,200 subscribers' }).waitFor();
      await page.getByRole('button', { name: 'Join', exact: true }).click();
      await page.getByText('You are in this channel').waitFor();
      expect(
        await stage.client.leave(ann, '@slow_travel').then(() => stage.client.join(ann, '@slow_travel')),
      ).toBe('member');
      await page.goBack();
      await page.getByRole('button', { name: 'I have subscribed' }).click();
      await said('Welcome in').waitFor();
      expect(await page.getByRole('button', { name: 'I have subscribed' }).count()).toBe(0);
    },
  );

  test('typed messages, the commands menu and keyboards reach the bot', async () => {
    await stage.client.say(ann, '@shop_bot', '/keyboard');
    await open(1280, 'light', `#/${ann}/bot/100`);
    await page.getByRole('textbox', { name: 'Message' }).fill('<img src=x onerror=alert(1)>');
    await page.keyboard.press('Enter');
    await said('You said <img src=x onerror=alert(1)>').waitFor();
    await page.getByRole('button', { name: 'Yes please' }).click();
    await said('You said Yes please').waitFor();
    await page.getByRole('button', { name: 'Choose a channel' }).click();
    await page.locator('#sheet').getByRole('button', { name: 'Slow Travel' }).click();
    await said('You chose Slow Travel').waitFor();
    await page.getByRole('button', { name: 'Commands' }).click();
    await page.getByRole('menuitem', { name: '/get' }).click();
    await said('Subscribe first, Ann').waitFor();
  });

  test('a web app opens signed, and its main button closes it', async () => {
    await stage.client.say(ann, '@shop_bot', '/start');
    await open(390, 'dark', `#/${ann}/bot/100`);
    await page.getByRole('button', { name: 'Open the form' }).click();
    const frame = page.frameLocator('#sheet iframe');
    await frame.getByText('Hello Ann, hash 64, dark').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('#sheet').waitFor({ state: 'hidden' });
  });

  test('private invite links ask to join, and deep links start bots', async () => {
    const { id, invite_link } = await stage.client.chats({
      type: 'channel',
      title: 'Closed',
      join_requests: true,
    });
    await stage.client.members({ chat: id, user: 100, status: 'administrator' });
    await open(1280, 'light', `#/${ann}`);
    const search = page.getByRole('searchbox');
    await search.fill(invite_link);
    await search.press('Enter');
    await page.getByRole('button', { name: 'Request to join' }).click();
    await page.getByText('Request sent').waitFor();
    await bot.api.approveChatJoinRequest(id, ann);
    await page.getByText('You are in this channel').waitFor();
    await page.goto(`${stage.platform.url}/t.me/shop_bot?start=ref42`);
    await said('Subscribe first, Ann').waitFor();
    expect((await stage.client.messages(ann, '@shop_bot'))[0]?.text).toBe('/start ref42');
  });

  test('the guide takes a newcomer to a person and a chat', async () => {
    await stage.client.users({ id: 8, first_name: 'Bob' });
    await stage.client.guide({
      title: 'Try it',
      steps: [{ title: 'Be Bob, a buyer', text: 'Press Start.', user_id: 8, bot: 'shop_bot' }],
    });
    await open(1280, 'light');
    await page.getByRole('button', { name: 'Show me', exact: true }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await said('Subscribe first, Bob').waitFor();
  });
});

function shopBot(apiRoot: string, formUrl: string): Bot {
  const bot = new Bot(token, { client: { apiRoot } });
  const keyboard = new InlineKeyboard()
    .url('Slow Travel', 'https://t.me/slow_travel')
    .webApp('Open the form', formUrl)
    .row()
    .text('I have subscribed', 'check');
  bot.command(['start', 'get'], (context) =>
    context.reply(`Subscribe first, <b>${context.from?.first_name ?? ''}</b>`, {
      parse_mode: 'HTML',
      reply_markup: keyboard,
    }),
  );
  bot.command('keyboard', (context) =>
    context.reply('Choose', {
      reply_markup: new Keyboard()
        .text('Yes please')
        .requestChat('Choose a channel', 1, { chat_is_channel: true, request_title: true }),
    }),
  );
  let presses = 0;
  bot.callbackQuery('check', async (context) => {
    presses += 1;
    if (presses === 1) await context.answerCallbackQuery('Not yet');
    else {
      await context.answerCallbackQuery();
      await context.editMessageText('Welcome in');
    }
  });
  bot.on('message:text', (context) => context.reply(`You said ${context.message.text}`));
  return bot;
}

/** A web app as the service's own pages are: it loads the platform's script, greets, and closes on its main button. */
function form(platformUrl: string): string {
  return `<!doctype html><title>Form</title><script src="${platformUrl}/js/telegram-web-app.js"></script><p id="text"></p><script>
    const app = window.Telegram.WebApp;
    app.ready();
    const hash = new URLSearchParams(app.initData).get('hash');
    document.getElementById('text').textContent = 'Hello ' + app.initDataUnsafe.user.first_name + ', hash ' + hash.length + ', ' + app.colorScheme;
    app.MainButton.setText('Done').onClick(() => app.close()).show();
  </script>`;
}
