/**
 * The cabinet in a browser, over one demo: who pays in by Crypto Pay sees it in the wallet without a reload, and takes earnings out
 * the same way; a publisher keeps a sponsor out of a bot without looking up its number; an order for a private channel leads to
 * the messenger's own picker, and runs until a join is paid.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { openYooKassa, type YooKassa } from '../../emulator/yookassa/server.js';
import { closeTabs, openTab, sharedBrowser } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { sqlOver } from '../support/database.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';
import { confirmWithdrawal, people, signIn } from './demo-user.js';

/** Users of the first bot, who join nothing of each other's. */
const [NORA, NINA] = [2998, 2999];

describeInBrowser('over the demo', () => {
  let demo: RunningDemo;
  let browser: Browser;
  let rail: CryptoPay;
  let cards: YooKassa;
  beforeAll(async () => {
    [rail, cards] = await Promise.all([openCryptoPay(), openYooKassa()]);
    const environment = {
      CRYPTO_PAY_TOKEN: rail.token,
      CRYPTO_PAY_ROOT: rail.url,
      YOOKASSA_SHOP_ID: cards.shopId,
      YOOKASSA_SECRET_KEY: cards.secretKey,
      YOOKASSA_ROOT: cards.url,
      PAYOUT_MAX: '1000',
      PAYOUT_ACCOUNT_DAY_MAX: '1000',
      PAYOUT_DAY_MAX: '1000',
      WITHDRAWAL_MIN: '100',
      REFERRAL_PERCENT: '20',
    };
    [demo, browser] = await Promise.all([startDemo({ environment }), sharedBrowser()]);
    for (const { access_key } of [demo.world.advertiser, demo.world.publisher])
      await call(`${demo.world.api}/account`, access_key, { action: 'update', language: 'en' });
  }, 90_000);
  afterEach(() => closeTabs(browser));
  afterAll(async () => {
    await demo.stop();
    await removeFolder(demo.folder);
    await Promise.all([rail.close(), cards.close()]);
  });

  describe('payment rails', () => {
    const invoices = () => rail.ledger.invoices.map(({ invoice_id }) => invoice_id);
    const available = async (key: string) => {
      const { body } = await call(`${demo.world.api}/wallet`, key, { action: 'info' });
      return (body['result'] as { balance: number }).balance;
    };
    async function openWallet(person: number): Promise<Page> {
      const { page } = await openTab(browser, demo.world.api, { width: 1280, locale: 'en-GB' });
      await signIn(demo, page, person);
      await page.goto(`${demo.world.api}/cabinet/wallet`);
      return page;
    }

    it('a deposit is asked for, paid at the rail, and in the wallet; the page goes on by itself', async () => {
      const key = demo.world.advertiser.access_key;
      const before = await available(key);
      const page = await openWallet(people.ada);
      await page.getByRole('button', { name: 'Top up by Crypto Pay' }).click();
      const panel = page.locator('.panel', { hasText: 'Crypto Pay (@CryptoBot)' });
      const amount = panel.getByLabel('Amount');
      const known = invoices();
      await amount.fill('5');
      await panel.getByRole('button', { name: 'Continue to payment' }).click();
      await panel.getByText('At least').first().waitFor();
      expect(invoices()).toEqual(known);
      await amount.fill('800');
      await panel.getByRole('button', { name: 'Continue to payment' }).click();
      const pay = panel.getByRole('link', { name: 'Pay' });
      await pay.waitFor();
      const number = invoices().find((each) => !known.includes(each)) ?? 0;
      expect(await pay.getAttribute('href')).toBe(`https://t.me/CryptoBot?start=IV${String(number)}`);
      await panel.getByText('Waiting for your payment').waitFor();
      rail.pay(number);
      expect(await rail.notices.deliver(`${demo.world.api}/payments/crypto_pay`)).toEqual([200]);
      await panel.getByText('is in your wallet').waitFor();
      expect(await available(key)).toBe(before + 800);
      await panel.getByRole('button', { name: 'OK' }).click();
      await panel.waitFor({ state: 'detached' });
    });

    it('a way of payment that can be taken back says that it waits for approval, and opens with it', async () => {
      const page = await openWallet(people.ada);
      const open = () => page.getByRole('button', { name: 'Top up by YooKassa' }).click();
      await open();
      const panel = page.locator('.panel', { hasText: 'YooKassa' });
      await panel.getByText('open to accounts that the service has approved').waitFor();
      expect(await panel.getByLabel('Amount').count()).toBe(0);
      const url = `file:${demo.folder}/data/demo/service.db`;
      await sqlOver(url, 'UPDATE accounts SET is_trusted = 1 WHERE account_id = ?', people.ada);
      await page.reload();
      await open();
      await panel.getByLabel('Amount').waitFor();
    });

    it('earnings are asked for to one’s own account, confirmed in the chat, and sent by themselves', async () => {
      const key = demo.world.publisher.access_key;
      rail.world.users.add(people.pavel);
      await call(`${demo.world.api}/wallet`, key, { action: 'deposit', rail: 'crypto_pay', amount: 500 });
      rail.pay(invoices().at(-1) ?? 0);
      await rail.notices.deliver(`${demo.world.api}/payments/crypto_pay`);
      // As if the demo's bot had earned it.
      const { body } = await call(`${demo.world.api}/account`, key, { action: 'info' });
      const accountId = (body['result'] as { account_id: number }).account_id;
      const url = `file:${demo.folder}/data/demo/service.db`;
      await sqlOver(url, 'UPDATE bots SET profit_micros = 500000000 WHERE account_id = ?', accountId);
      await sqlOver(url, 'UPDATE accounts SET is_trusted = 1 WHERE account_id = ?', accountId);
      const page = await openWallet(people.pavel);
      const panel = page.locator('.panel', { hasText: 'Withdraw' }).first();
      await panel.getByLabel('Method', { exact: true }).first().click();
      await page.getByRole('option', { name: 'Crypto Pay (@CryptoBot), to your Telegram account' }).click();
      expect(await panel.getByLabel('Payout details').count()).toBe(0);
      await panel.getByLabel('Amount').fill('120');
      await panel.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('Confirm it in the chat').first().waitFor();
      await confirmWithdrawal(demo, people.pavel);
      await expect.poll(() => rail.ledger.transfers.length).toBe(1);
      expect(rail.ledger.transfers[0]).toMatchObject({ user_id: people.pavel, amount: '1.5', asset: 'USDT' });
      await page.getByText('Withdrawals', { exact: true }).click();
      await page.getByText('Paid', { exact: true }).first().waitFor();
    });

    it('the page of referrals has both links, the terms, and what came of them', async () => {
      const page = await openWallet(people.ada);
      await page.goto(`${demo.world.api}/cabinet/account`);
      await page.getByRole('link', { name: 'Bring others and earn' }).click();
      await page.getByText('20 % of the service’s fee, for 12 months').waitFor();
      await page.getByText(`${demo.world.api}/invite/`).waitFor();
      await page.getByText('Your link has brought no accounts yet').waitFor();
      const code =
        /\?start=(ref_[\w-]+)/.exec((await page.locator('code').first().textContent()) ?? '')?.[1] ?? '';
      expect(code).not.toBe('');
      const newcomer = { id: 7_654, first_name: 'Nora', language_code: 'en' };
      const { platform, world } = demo;
      await platform.users(newcomer);
      const after = await platform.say(newcomer.id, world.operator_bot, `/start ${code}`);
      await platform.waitForMessage(newcomer.id, world.operator_bot, () => true, { after });
      await page.reload();
      await page.getByRole('cell', { name: 'Active' }).waitFor();
    });
  });

  describe('exclusions', () => {
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
      const figures = { action: 'bots', bot_id: bot.bot_id };
      const paid = async () => {
        const { body } = await call(`${world.api}/figures`, world.publisher.access_key, figures);
        return (body['result'] as { sponsors: unknown[] }).sponsors.length;
      };
      const before = await paid();
      for (const name of names.slice(0, 2)) await platform.join(NORA, `@${name}`);
      await expect.poll(paid).toBe(before + 2);
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

    it('of all bots cannot be taken back in one, and the page says where they can', async () => {
      const { world } = demo;
      const [order] = world.orders;
      const set = (is_excluded: 0 | 1) =>
        call(`${world.api}/exclusions`, world.publisher.access_key, {
          action: 'set',
          context: 'publisher',
          ads_id: order?.order_id,
          is_excluded,
        });
      expect((await set(1)).body).toMatchObject({ result: { is_excluded: true } });
      const { page } = await openTab(browser, world.api, { width: 1280, locale: 'en-GB' });
      await signIn(demo, page, people.pavel);
      await page.goto(`${world.api}/cabinet/bots/${String(world.publisher.bots[0]?.bot_id)}/exclusions`);
      const row = page.locator('.between', { hasText: `#${String(order?.order_id)}` });
      await row.getByRole('button', { name: 'Include again' }).click();
      await page.getByText('It is excluded in all your bots.').waitFor();
      await set(0);
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

  describe('an order for a private channel', () => {
    it('is made by the button that opens the picker, approved, and paid for', async () => {
      const { platform, world } = demo;
      await platform.users({ id: NINA, first_name: 'Nina', language_code: 'en' });
      const channel = await platform.chats({ type: 'channel', title: 'Secret garden', owner_id: people.ada });
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
      await expect.poll(() => state.textContent()).toBe('Running');

      const bot = world.publisher.bots[0];
      if (bot === undefined) throw new Error('The demo has no bot.');
      const only = { exclude_ads_ids: world.orders.map((order) => order.order_id) };
      const who = { chat_id: NINA, user_id: NINA, first_name: 'Nina', language_code: 'en', ...only };
      await platform.say(NINA, bot.username, '/start');
      const ask = async () => (await call(`${world.api}/get-sponsors`, bot.api_key, who)).body['status'];
      await expect.poll(ask).toBe('warning');
      const hasButtons = ({ reply_markup: markup }: { reply_markup?: unknown }) => markup !== undefined;
      const block = await platform.waitForMessage(NINA, bot.username, hasButtons);
      const links = (block.reply_markup?.inline_keyboard ?? [])
        .flat()
        .flatMap((each) => ('url' in each ? [each.url] : []));
      expect(links).toEqual([linkIn(said.text)]);
      expect(await platform.join(NINA, links[0] ?? '')).toBe('member');
      await expect.poll(ask).toBe('ok');
      const orderId = Number(/orders\/(\d+)/.exec(page.url())?.[1]);
      const about = { action: 'info', order_id: orderId };
      const read = await call(`${world.api}/orders`, world.advertiser.access_key, about);
      expect(JSON.stringify(read.body)).toMatch(/"quantity_now":1\D/);
    });
  });
});
