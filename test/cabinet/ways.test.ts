/**
 * The ways of an advertiser, a moderator and a publisher through the cabinet, from signing in to money, in a real browser
 * over the demo: real processes, the operator bot, the emulated platform.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, isTooWide, loaded, launch, openTab, type Tab } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { picture } from '../support/pictures.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';
import { partOf } from '../support/part.js';
import { agree, confirmWithdrawal, enter, people, signIn } from './demo-user.js';

const NORA = 2999;
const CHANNEL = { title: 'Gardening every day', username: 'gardening_cabinet' };

/** Bytes of the page and its files as they came, packed. */
const LOADED = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(({ name }) => name.includes('/cabinet')).reduce((sum, { transferSize }) => sum + transferSize, 0)`;

describeInBrowser('the cabinet', () => {
  let demo: RunningDemo;
  let browser: Browser;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    const environment = { WITHDRAWAL_MIN: '1' };
    [demo, browser] = await Promise.all([startDemo({ environment }), launch()]);
    const { platform, world } = demo;
    const { id } = await platform.chats({ type: 'channel', ...CHANNEL });
    await platform.members({ chat: id, user: `@${world.operator_bot}`, status: 'administrator' });
    await platform.users({ id: NORA, first_name: 'Nora', language_code: 'en' });
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await demo.stop();
    await removeFolder(demo.folder);
  });

  const open = async (options: Parameters<typeof openTab>[2] = {}): Promise<Tab> => {
    const tab = await openTab(browser, demo.world.api, { width: 1280, locale: 'en-GB', ...options });
    tabs.push(tab);
    return tab;
  };

  it('leads an advertiser, a moderator and a publisher from signing in to money', async () => {
    const { platform, world } = demo;
    for (const { access_key } of [world.advertiser, world.publisher])
      await call(`${world.api}/account`, access_key, { action: 'update', language: 'en' });
    const ada = await open();
    await signIn(demo, ada.page, people.ada);
    // All that came over the line until the overview stood there, the sign-in too.
    expect(await ada.page.evaluate(LOADED)).toBeLessThan(200_000);
    await ada.page.getByRole('link', { name: 'New order' }).first().click();
    await ada.page.getByRole('textbox', { name: 'Link' }).fill(`https://t.me/${CHANNEL.username}`);
    // What the link leads to is found while it is typed.
    await ada.page.getByText(CHANNEL.title).first().waitFor();
    await ada.page.getByRole('textbox', { name: 'Subscribers' }).fill('20');
    await ada.page.getByRole('textbox', { name: 'Base price' }).fill('4');
    const price = ada.page.locator('.sticky .figure');
    await expect.poll(() => price.textContent()).toBe('₽4.00');
    // Price and reach move with every demand.
    const search = ada.page.getByRole('textbox', { name: 'Add a filter' });
    await search.fill('first name');
    await ada.page.getByRole('option', { name: 'First name' }).first().click();
    await expect.poll(() => price.textContent()).toBe('₽4.40');
    await ada.page.getByText('+₽0.40').waitFor();
    await ada.page.getByRole('button', { name: 'Clear: First name' }).click();
    await ada.page.getByRole('button', { name: 'All languages' }).click();
    // The week is painted; a reload loses nothing of what was typed.
    await ada.page.getByRole('button', { name: 'Sun' }).click();
    await ada.page.reload();
    expect(await ada.page.getByRole('button', { name: 'Sun' }).getAttribute('aria-pressed')).toBe('false');
    await ada.page.getByRole('button', { name: 'Sun' }).click();
    expect(await ada.page.getByRole('textbox', { name: 'Link' }).inputValue()).toContain(CHANNEL.username);
    await picture(ada.page, 'cabinet-order');
    await ada.page.getByRole('button', { name: 'Send for moderation' }).click();
    const state = ada.page.locator('.page > .row .tag').first();
    await expect.poll(() => state.textContent()).toBe('In moderation');
    const orderId = Number(/orders\/(\d+)/.exec(ada.page.url())?.[1]);

    const mira = await open({ colorScheme: 'dark' });
    await signIn(demo, mira.page, people.mira);
    await speak(mira.page, 'en');
    await mira.page.reload();
    await mira.page.getByRole('link', { name: /Moderation/ }).click();
    await mira.page.getByRole('button', { name: CHANNEL.title }).click();
    await mira.page.getByText('Earlier orders').waitFor();
    await picture(mira.page, 'cabinet-queue');
    await mira.page.keyboard.press('a');
    await mira.page.getByRole('button', { name: CHANNEL.title }).waitFor({ state: 'detached' });
    // The advertiser's page hears of it by itself.
    await expect.poll(() => state.textContent(), { timeout: 15_000 }).toBe('Running');

    const pavel = await open();
    await signIn(demo, pavel.page, people.pavel);
    await pavel.page.getByRole('link', { name: 'Bots', exact: true }).click();
    await pavel.page.getByRole('link', { name: 'Recipes' }).click();
    await pavel.page.getByRole('textbox', { name: 'Text of the block' }).fill('Hello from <b>Pavel</b>');
    await pavel.page.locator('.bubble', { hasText: 'Hello from Pavel' }).waitFor();
    await pavel.page.getByRole('textbox', { name: 'Sponsors per list' }).fill('2');
    await expect.poll(() => pavel.page.locator('.phone .keys span').count()).toBe(3);
    await picture(pavel.page, 'cabinet-bot');
    await pavel.page.getByRole('button', { name: 'Save' }).click();
    await pavel.page.getByText('Saved', { exact: true }).waitFor();

    const bot = world.publisher.bots[0];
    if (bot === undefined) throw new Error('The demo has no bot.');
    const who = { chat_id: NORA, user_id: NORA, first_name: 'Nora', language_code: 'en' };
    const only = { exclude_ads_ids: world.orders.map((order) => order.order_id) };
    await platform.say(NORA, bot.username, '/start');
    const statusOf = async () =>
      (await call(`${world.api}/get-sponsors`, bot.api_key, { ...who, ...only })).body['status'];
    // The api hears of the approved order by itself.
    await expect.poll(statusOf, { timeout: 15_000 }).toBe('warning');
    // A join counts for what was shown: where it comes before the block is in the chat, nobody brought it.
    await platform.waitForMessage(NORA, bot.username, ({ reply_markup }) => reply_markup !== undefined);
    await platform.join(NORA, `@${CHANNEL.username}`);
    await expect.poll(statusOf).toBe('ok');
    await pavel.page.getByRole('link', { name: 'Wallet' }).click();
    await pavel.page.getByRole('cell', { name: 'Subscriber' }).first().waitFor({ timeout: 15_000 });
    await pavel.page.getByRole('textbox', { name: 'Amount' }).fill('2');
    await pavel.page.getByRole('textbox', { name: 'Payout details' }).fill('Card 4000 1234');
    await pavel.page.getByRole('button', { name: 'Withdraw' }).click();
    await pavel.page.getByText('Confirm it in the chat').waitFor();
    await confirmWithdrawal(demo, people.pavel);
    await pavel.page.getByText('Withdrawals', { exact: true }).click();
    await pavel.page.getByText('Card 4000 1234').waitFor({ timeout: 15_000 });
    await picture(pavel.page, 'cabinet-wallet');

    await mira.page.getByRole('link', { name: /Payouts/ }).click();
    await mira.page.getByText('Card 4000 1234').waitFor();
    await mira.page.getByRole('button', { name: /^I am paying / }).click();
    await mira.page.getByText('Being paid', { exact: true }).click();
    await mira.page.getByRole('button', { name: 'Paid', exact: true }).click();
    await mira.page.getByRole('dialog').getByRole('button', { name: 'Paid' }).click();
    await mira.page.getByText('No payouts are due').waitFor();
    await expect
      .poll(() => pavel.page.locator('td .tag').first().textContent(), { timeout: 15_000 })
      .toBe('Paid');

    // What changes the order meanwhile, and nothing that the form shows, is nothing to ask about.
    const keys = demo.world.advertiser;
    const change = (fields: object) =>
      call(`${world.api}/orders`, keys.access_key, { action: 'update', order_id: orderId, ...fields });
    const name = ada.page.getByRole('textbox', { name: 'Internal name' });
    const save = ada.page.getByRole('button', { name: 'Save changes' });
    await name.fill('Mine alone');
    for (const quantity of [21, 20]) await change({ quantity_all: quantity });
    await save.click();
    await ada.page.getByRole('heading', { name: 'Mine alone', exact: true }).waitFor();

    // Another window changes the order; the first is told what differs, and keeps what was typed.
    await name.fill('Mine');
    await change({ name: 'Theirs', quantity_all: 30 });
    await save.click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByText('Theirs', { exact: true }).last().waitFor();
    for (const quantity of [31, 30]) await change({ quantity_all: quantity });
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await ada.page.getByRole('heading', { name: 'Mine', exact: true }).waitFor();

    // A session that ends brings the sign-in, and then the same page with what was typed.
    await ada.page.getByRole('textbox', { name: 'Internal name' }).fill('Still here');
    await ada.context.clearCookies();
    const ended = ada.page.getByText('Your session has ended');
    // The page reads what has changed by itself, and may meet the end before the press: then the button is covered.
    const stop = ada.page.getByRole('button', { name: 'Stop' });
    await stop.click({ timeout: 5_000 }).catch(() => undefined);
    await ended.waitFor();
    await agree(demo, ada.page, people.ada);
    const kept = ada.page.getByRole('textbox', { name: 'Internal name' });
    await kept.waitFor({ timeout: 15_000 });
    expect(await kept.inputValue()).toBe('Still here');

    for (const tab of [ada, mira, pavel]) expect(tab.outside).toEqual([]);
    const isRefusal = (words: string) => /401|409/.test(words);
    expect(
      [ada, mira, pavel].flatMap(({ complaints }) => complaints).filter((words) => !isRefusal(words)),
    ).toEqual([]);
  }, 150_000);

  const all = {
    ada: [
      '',
      '/orders',
      '/orders/new',
      '/orders/1',
      '/orders/1/figures',
      '/orders/1/report',
      '/figures/orders',
      '/wallet',
      '/account',
      '/account/referrals',
    ],
    pavel: ['', '/figures', '/code', '/events', '/exclusions'].map((tab) => `/bots/7000000002${tab}`),
    mira: ['', '/trust', '/accounts', '/log', '/status'].map((tab) => `/moderation${tab}`),
  };
  const looks = [
    { width: 390, colorScheme: 'light', locale: 'ru-RU', pages: all },
    { width: 1280, colorScheme: 'dark', locale: 'en-GB', pages: all },
    { width: 320, colorScheme: 'dark', locale: 'en-GB', pages: all },
    { width: 1280, colorScheme: 'light', locale: 'ru-RU', pages: all },
    {
      width: 1920,
      colorScheme: 'light',
      locale: 'en-GB',
      pages: {
        ada: ['', '/orders/1'],
        pavel: ['/bots', '/bots/7000000002'],
        mira: ['/moderation', '/payouts'],
      },
    },
  ] as const;

  // The pictures of the documents are of the first two.
  it.each(process.env['PICTURES'] === '1' ? looks.slice(0, 2) : partOf(looks, 1))(
    'can be read and used by everybody at $width, $colorScheme, $locale',
    async ({ pages, ...look }) => {
      const tab = await open(look);
      const { page } = tab;
      for (const person of ['ada', 'pavel', 'mira'] as const) {
        await enter(demo, page, people[person]);
        await speak(page, look.locale.slice(0, 2));
        for (const path of pages[person]) {
          await page.goto(`${demo.world.api}/cabinet${path}`);
          await page.locator('h1').waitFor();
          await loaded(page);
          expect(await axeFaults(page), `${path} ${look.colorScheme}`).toEqual([]);
          expect(await isTooWide(page), `${path} ${String(look.width)}`).toBe(false);
          // A chart comes after the page that it stands on.
          if (path !== '' && !path.includes('/figures')) expect(await lateScripts(page), path).toEqual([]);
          await tab.keep(`cabinet${path.replaceAll('/', '-')}-${person}`);
          if (person === 'ada' && path === '') await picture(page, `cabinet-${String(look.width)}`);
        }
      }
      expect(tab.outside).toEqual([]);
      expect(tab.complaints).toEqual([]);
    },
    90_000,
  );

  /** Scripts that the page as it came does not name, and so asks for one round trip later, as it may for a chart. */
  function lateScripts(page: Page): Promise<string[]> {
    return page.evaluate(`fetch(location.href).then((response) => response.text()).then((html) =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js') && !html.includes(path)))`);
  }

  /** The language of who is signed in here, as the page of the account sets it. */
  async function speak(page: Page, language: string): Promise<void> {
    const body = JSON.stringify({ action: 'update', language });
    const headers = { 'Content-Type': 'application/json' };
    await page.evaluate(`fetch('/account', ${JSON.stringify({ method: 'POST', body, headers })})`);
  }
});
