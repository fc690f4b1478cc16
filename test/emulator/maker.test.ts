/** What a person makes on the phone page: bots with their tokens, channels, groups, names and rights; and how the guide ticks off. */
import { Api } from 'grammy';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pairsOf } from '../support/part.js';
import { launch, openTab, axeFaults, type Tab, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { ann, usePlatform } from './stage.js';

describeInBrowser('the phone page, for those who make something', () => {
  const stage = usePlatform();
  let browser: Browser;
  let tab: Tab;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    tab = await openTab(browser, stage.platform.url, { width: 1280 });
    return async () => {
      // A name that is refused shows on the console, too.
      expect(tab.complaints.filter((words) => !/status of 40[09]/.test(words))).toEqual([]);
      expect(tab.outside).toEqual([]);
      await tab.close();
    };
  });

  const button = (name: string | RegExp) => tab.page.getByRole('button', { name });
  async function make(what: RegExp, fields: Record<string, string>, submit: RegExp): Promise<void> {
    await button('Make a bot, channel or group').click();
    await button(what).click();
    for (const [label, value] of Object.entries(fields))
      await tab.page.getByLabel(label, { exact: true }).fill(value);
    await button(submit).click();
  }
  const tokenShown = async () => (await tab.page.locator('#sheet .token').first().textContent()) ?? '';

  it('makes a bot, whose token works, is copied, and can be replaced', async () => {
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.page.goto(`${stage.platform.url}/#/${String(ann)}`);
    await make(/^New bot/, { Name: 'My Bakery', Username: 'my_bakery' }, /^Make the bot/);
    await tab.page.getByText('must end in "bot"').waitFor();
    await tab.page.getByLabel('Username').fill('@shop_bot');
    await button('Make the bot').click();
    await tab.page.getByText('@shop_bot is taken').waitFor();
    await tab.page.getByLabel('Username').fill('my_bakery_bot');
    await button('Make the bot').click();
    await tab.page.getByText('This is its token').waitFor();
    const token = await tokenShown();
    await button('Copy').click();
    await button('Copied').waitFor();
    expect(await tab.page.evaluate('navigator.clipboard.readText()')).toBe(token);
    const api = (secret: string) => new Api(secret, { apiRoot: stage.platform.url });
    expect(await api(token).getMe()).toMatchObject({ username: 'my_bakery_bot', first_name: 'My Bakery' });

    await button('Open the bot').click();
    await button('Change').click();
    await tab.page.getByLabel('Name', { exact: true }).fill('Our Bakery');
    await button('Save').click();
    await tab.page.locator('#chat-name', { hasText: 'Our Bakery' }).waitFor();
    await button('Change').click();
    await button('Get another token').click();
    await tab.page.getByText('Another token', { exact: true }).waitFor();
    expect(await tokenShown()).not.toBe(token);
    await expect(api(token).getMe()).rejects.toThrow('401');
    expect(await api(await tokenShown()).getMe()).toMatchObject({ first_name: 'Our Bakery' });
  });

  it.each([
    ['channel', /^New channel/, /^Make the channel/],
    ['supergroup', /^New group/, /^Make the group/],
  ] as const)('makes a %s, renames it, and gives and takes rights', async (type, what, submit) => {
    await tab.page.goto(`${stage.platform.url}/#/${String(ann)}`);
    await make(what, { Title: 'Bakery News', 'Public name': 'bakery_news' }, submit);
    const right = tab.page.getByRole('switch', { name: '@shop_bot' });
    await right.check();
    const statusOf = async (id: number) =>
      (await stage.client.membersOf('@bakery_news')).find(({ user }) => user === id)?.status;
    await expect.poll(() => statusOf(100)).toBe('administrator');
    expect(await statusOf(ann)).toBe('administrator');
    await right.uncheck();
    await expect.poll(() => statusOf(100)).toBe('left');
    await tab.page.getByLabel('Title').fill('Bread News');
    await tab.page.getByLabel('Public name').fill('bread_news');
    await button('Save').click();
    await tab.page.locator('#chat-name', { hasText: 'Bread News' }).waitFor();
    const [chat] = (await stage.client.overview()).chats;
    expect(chat).toMatchObject({ type, title: 'Bread News', username: 'bread_news', owner_id: ann });
    // A name that is there already stays with who has it.
    await make(what, { Title: 'Other News', 'Public name': 'bread_news' }, submit);
    await tab.page.getByText('@bread_news is taken').waitFor();
    expect((await stage.client.overview()).chats).toHaveLength(1);
  });

  it('knows the bots also of somebody who begins before the page has loaded them', async () => {
    let load = (): void => undefined;
    const mayLoad = new Promise<void>((resolve) => (load = resolve));
    await tab.page.route('**/emulator/inbox?*', async (route) => {
      await mayLoad;
      // The connection that it was held on may have been closed for resting by now.
      await route.fulfill({ response: await route.fetch({ maxRetries: 1 }) });
    });
    await tab.page.goto(`${stage.platform.url}/#/${String(ann)}`);
    await button('Make a bot, channel or group').click();
    await button(/^New channel/).click();
    load();
    await tab.page.getByLabel('Title', { exact: true }).fill('Bakery News');
    await button(/^Make the channel/).click();
    await tab.page.getByRole('switch', { name: '@shop_bot' }).waitFor();
    // What the page asks from now on may be cut off with the platform.
    await tab.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('lets nobody change what is not theirs', async () => {
    await stage.client.chats({
      type: 'channel',
      title: 'Slow Travel',
      username: 'slow_travel',
      owner_id: 99,
    });
    await tab.page.goto(`${stage.platform.url}/#/${String(ann)}`);
    await button(/Slow Travel/).click();
    await tab.page.locator('#chat-name', { hasText: 'Slow Travel' }).waitFor();
    expect(await button('Change').count()).toBe(0);
    await button(/^Shop/).click();
    await tab.page.locator('#chat-name', { hasText: 'Shop' }).waitFor();
    expect(await button('Change').count()).toBe(0);
    const asked = fetch(`${stage.platform.url}/emulator/bot-maker/token?user=${String(ann)}&bot=@shop_bot`);
    expect((await asked).status).toBe(403);
  });

  const steps = [
    { key: 'one', title: 'Be Ann', text: 'Press Start.', user_id: ann, bot: 'shop_bot' },
    { key: 'two', title: 'Be Ann again', text: 'Press it again.', user_id: ann, bot: 'news_bot' },
  ];

  it('shows a step as done as soon as it is, without a reload, and keeps it so', async () => {
    await stage.client.guide({ title: 'Try it', steps });
    await tab.page.goto(stage.platform.url);
    const guide = tab.page.locator('#guide');
    await guide.getByText('Be Ann again').waitFor();
    expect(await guide.getByText('Done', { exact: true }).count()).toBe(0);
    await stage.client.guideDone('one');
    await guide.getByText('1 of 2 done').waitFor();
    // The demo tells its guide at each start.
    await stage.client.guide({ title: 'Try it again', steps });
    await guide.getByText('Try it again').waitFor();
    expect(await guide.getByText('1 of 2 done').count()).toBe(1);
    await expect(stage.client.guideDone('three')).rejects.toThrow('there are one, two');
  });

  it.each(
    pairsOf(widths, ['dark', 'light'] as const).map(([width, colorScheme]) => ({ width, colorScheme })),
  )('is fine for axe at $width px, $colorScheme', async ({ width, colorScheme }) => {
    await stage.client.guide({ title: 'Try it', steps });
    await stage.client.guideDone('one');
    await stage.client.say(ann, '@shop_bot', '/start');
    await stage.client.chats({ type: 'channel', title: 'News', username: 'news', owner_id: ann });
    await stage.api.setMyCommands([{ command: 'get', description: 'Get it' }]);
    await stage.api.sendMessage(
      ann,
      'Choose, <b>Ann</b>: <a href="https://t.me/news">news</a> <code>1</code>',
      {
        parse_mode: 'HTML',
        reply_markup: {
          inline_keyboard: [
            [
              { text: 'Soup', callback_data: 'soup' },
              { text: 'News', url: 'https://t.me/news' },
            ],
          ],
        },
      },
    );
    await tab.page.setViewportSize({ width, height: 820 });
    await tab.page.emulateMedia({ colorScheme });
    const look = async (what: string) => {
      await tab.keep(`phone-${what}`);
      expect(await axeFaults(tab.page), what).toEqual([]);
    };
    await tab.page.goto(`${stage.platform.url}/#/${String(ann)}`);
    await button(/Shop/).waitFor();
    await look('list');
    await tab.page.locator('#me').click();
    await look('people');
    await tab.page.keyboard.press('Escape');
    await button('Make a bot, channel or group').click();
    await look('new');
    await button(/^New bot/).click();
    await look('new-bot');
    await button('Close').click();
    await button(/Shop/).click();
    await button('Soup').waitFor();
    await look('chat');
    await button('Menu of commands').click();
    await look('commands');
    await tab.page.keyboard.press('Escape');
    const news = (await stage.client.overview()).chats[0]?.id ?? 0;
    await tab.page.goto(`${stage.platform.url}/#/${String(ann)}/chat/${String(news)}`);
    await button('Change').click();
    await tab.page.getByRole('switch').first().waitFor();
    await look('rights');
    await button('Close').click();
    if (width < 1180) {
      if (width < 760) await tab.page.locator('#back').click();
      await button('Guide').click();
      await look('guide');
      await button('Close the guide').click();
    }
  });
});
