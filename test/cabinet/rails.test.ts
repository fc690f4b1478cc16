/** Promise: who pays in by Crypto Pay sees it in the wallet without a reload, and takes earnings out the same way. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { openYooKassa, type YooKassa } from '../../emulator/yookassa/server.js';
import { closeTabs, openTab, sharedBrowser } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { sqlOver } from '../support/database.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';
import { confirmWithdrawal, people, signIn } from './demo-user.js';

const LIMIT_MS = 90_000;

describeInBrowser('payment rails', () => {
  let demo: RunningDemo;
  let browser: Browser;
  let rail: CryptoPay;
  let cards: YooKassa;
  beforeAll(async () => {
    [rail, cards] = await Promise.all([openCryptoPay(), openYooKassa()]);
    const environment = {
      ...{ CRYPTO_PAY_TOKEN: rail.token, CRYPTO_PAY_ROOT: rail.url, PAYOUT_MAX: '1000' },
      ...{ PAYOUT_ACCOUNT_DAY_MAX: '1000', PAYOUT_DAY_MAX: '1000', WITHDRAWAL_MIN: '100' },
      ...{ YOOKASSA_SHOP_ID: cards.shopId, YOOKASSA_SECRET_KEY: cards.secretKey, YOOKASSA_ROOT: cards.url },
      ...{ REFERRAL_PERCENT: '20' },
    };
    [demo, browser] = await Promise.all([startDemo({ environment }), sharedBrowser()]);
    for (const { access_key } of [demo.world.advertiser, demo.world.publisher])
      await call(`${demo.world.api}/account`, access_key, { action: 'update', language: 'en' });
  }, LIMIT_MS);
  afterAll(async () => {
    await closeTabs(browser);
    await demo.stop();
    await removeFolder(demo.folder);
    await Promise.all([rail.close(), cards.close()]);
  });

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

  it(
    'a deposit is asked for, paid at the rail, and in the wallet; the page goes on by itself',
    async () => {
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
    },
    LIMIT_MS,
  );

  it(
    'a way of payment that can be taken back says that it waits for approval, and opens with it',
    async () => {
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
    },
    LIMIT_MS,
  );

  it(
    'earnings are asked for to one’s own account, confirmed in the chat, and sent by themselves',
    async () => {
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
      await expect.poll(() => rail.ledger.transfers.length, { timeout: 30_000 }).toBe(1);
      expect(rail.ledger.transfers[0]).toMatchObject({ user_id: people.pavel, amount: '1.5', asset: 'USDT' });
      await page.getByText('Withdrawals', { exact: true }).click();
      await page.getByText('Paid', { exact: true }).first().waitFor();
    },
    LIMIT_MS,
  );

  it(
    'the page of referrals has both links, the terms, and what came of them',
    async () => {
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
    },
    LIMIT_MS,
  );
});
