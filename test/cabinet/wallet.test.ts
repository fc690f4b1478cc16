/** The wallet's page: days that open to their lines, filters, and the statement of a month. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../core/days.js';
import { parseMoney } from '../../core/money.js';
import { expectFine, expectReadable, loaded, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import {
  addBot,
  addOrder,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  ownChat,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from '../contract/makers.js';
import { partOf } from '../support/part.js';
import { usePageStage } from './page-stage.js';

const START_MS = Date.UTC(2050, 0, 20, 12);
const USER = 4711;

describeInBrowser('the wallet', () => {
  const at = usePageStage({
    OPERATOR_DETAILS: 'Garden Ltd, Riga',
    SERVICE_TIMEZONE: 'America/Havana',
    WITHDRAWAL_HOURS: '24',
  });
  beforeAll(async () => {
    const { clock, store, service } = at.stage;
    await openAccount(store, PUBLISHER);
    await addBot(store);
    clock.setTo(START_MS);
    const credit = (reference: string, amount: string) =>
      service.wallet.credit(at.ada, parseMoney(amount), {
        reference,
        note: `Card ${reference}`,
        bookedBy: null,
      });
    await credit('1', '100');
    clock.pass(3 * DAY_MS);
    await credit('2', '7.5');
    const { orderId } = await addOrder(store, ownChat(5), at.ada);
    for (const userId of [USER, USER + 1]) {
      await show(store, userId, orderId, BOT, clock.now());
      await settle(store, orderId, userId, { nowMs: clock.now(), decide: chargeShown() });
    }
  });

  const signedIn = async (width?: number) => {
    const tab = await at.open(width);
    // The browser's clock and the service's are of one time.
    await tab.page.clock.setSystemTime(at.stage.clock.now());
    await at.signIn(tab);
    return tab;
  };

  const walletOf = async (page: Page, language: 'en' | 'ru' | 'kk') => {
    await at.stage.service.accounts.setLanguage(at.ada, language);
    await page.goto(`${at.stage.url}/cabinet/wallet`);
    await loaded(page);
  };

  it.each(partOf(widths, 1))(
    'opens a day to its subscribers, %i px wide, in both languages',
    async (width) => {
      const tab = await at.open(width);
      const { page } = tab;
      await at.signIn(tab);
      await walletOf(page, 'en');
      await expectFine(tab, 'wallet');
      const expectKept = async (name: string) => {
        await tab.keep(name);
        await expectReadable(page);
      };
      const history = page.getByRole('region', { name: 'History' });
      const day = history.getByRole('row', { name: '23 Jan 2050' });
      const said = (await day.innerText()).replace(/\s+/g, ' ');
      expect(said).toContain('Deposits: 1 · Subscribers: 2');
      expect(said).toContain('₽103.50');
      expect(await history.getByText(`user ${String(USER)}`).count()).toBe(0);
      await day.getByRole('button', { name: '23 Jan 2050' }).click();
      await history.getByText(`user ${String(USER)} `).waitFor();
      expect(await history.locator('.line').count()).toBe(3);
      await expectKept('wallet-days');
      await walletOf(page, 'ru');
      await page.getByRole('button', { name: '23 янв. 2050 г.' }).click();
      await page.getByText(`пользователь ${String(USER)} `).waitFor();
      await expectKept('wallet-days-ru');
      await tab.close();
    },
    60_000,
  );

  it('shows one kind, and days between dates', async () => {
    const tab = await signedIn();
    const { page } = tab;
    await walletOf(page, 'en');
    const history = page.getByRole('region', { name: 'History' });
    const rows = history.locator('tbody tr');
    await history.getByLabel('Type').selectOption({ label: 'Subscribers' });
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(1);
    expect(await rows.first().innerText()).not.toContain('Deposits');
    await history.getByRole('button', { name: '23 Jan 2050' }).click();
    await expect.poll(() => history.locator('.line').count()).toBe(2);
    await history.getByLabel('Type').selectOption({ label: 'All' });
    await history.getByLabel('To', { exact: true }).fill('2050-01-22');
    await expect.poll(() => history.getByText('20 Jan 2050').count()).toBe(1);
    expect(await history.getByText('23 Jan 2050').count()).toBe(0);
    await history.getByLabel('From', { exact: true }).fill('2050-01-21');
    await history.getByText('Nothing matches these filters.').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 60_000);

  it('gives the statement of a month as a file', async () => {
    const tab = await signedIn();
    const { page } = tab;
    await walletOf(page, 'en');
    await page.getByLabel('Month of the statement').selectOption({ label: 'January 2050' });
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Statement' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`statement-${String(at.ada)}-2050-01.xlsx`);
    const [sheet] = await readXlsxFile(await readFile(await file.path()));
    const cells = (sheet?.data ?? []).map((row) => row.filter((cell) => cell !== null));
    expect(cells).toContainEqual(['Details', 'Garden Ltd, Riga']);
    expect(cells).toContainEqual(['At the end', 103.5]);
    // Chromium has no months of Kazakh: by itself it writes M01, and numbers as in English.
    await walletOf(page, 'kk');
    expect(await page.locator('option[value="2050-01"]').textContent()).toMatch(/^(01\.2050|.*қаңтар)$/);
    expect((await page.locator('tbody').innerText()).replace(/\s+/g, ' ')).toContain('103,50 ₽');
    await tab.close();
  }, 60_000);

  it('offers the statement of no month that has not begun where the service is', async () => {
    const tab = await signedIn();
    const months = tab.page.getByLabel('Month of the statement').locator('option');
    for (const [now, first] of [
      ['2050-02-01T04:59Z', '2050-01'],
      ['2050-02-01T05:01Z', '2050-02'],
      ['2050-03-31T12:00Z', '2050-03'],
    ] as const) {
      await tab.page.clock.setSystemTime(now);
      await walletOf(tab.page, 'en');
      expect(await months.first().getAttribute('value')).toBe(first);
      expect(await months.count()).toBe(24);
    }
    expect(await months.nth(13).getAttribute('value')).toBe('2049-02');
    await tab.close();
  }, 60_000);

  it('says when a withdrawal can be paid, and when it came into its state', async () => {
    const { clock, service } = at.stage;
    const person = await at.scene.person('wanda');
    await deposit(at.stage.store, person, 100n * PRICE);
    const wanted = { amountMicros: 50n * PRICE, details: 'Card 1', requestKey: 'wallet-1' };
    const asked = await service.withdrawals.ask(person, wanted);
    if (!('withdrawal' in asked)) throw new Error('it was not asked for');
    clock.pass(DAY_MS / 2);
    await service.withdrawals.cancel(person, asked.withdrawal.withdrawalId);
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/wallet?list=withdrawals', person);
    await page.getByText('At least ₽100.00 · paid no earlier than 24 h after your request').waitFor();
    const row = page.getByRole('row', { name: 'Cancelled' });
    const [when, status] = await row.getByRole('cell').allInnerTexts();
    const hourOf = (text = '') => Number(/(\d+):\d\d/.exec(text)?.[1]);
    expect((hourOf(status) - hourOf(when) + 24) % 24, `${String(when)}, ${String(status)}`).toBe(12);
    await tab.close();
  }, 60_000);

  it('shows released money in the side bar as soon as in the wallet', async () => {
    const { store, clock } = at.stage;
    const [publisher, advertiser] = [await at.scene.person('rita'), await at.scene.person('paul')];
    const [botId, holdMs] = [8_102, 3_600_000];
    await addBot(store, botId, publisher, { nickname: 'rita_bot' });
    await deposit(store, advertiser, 10n * PRICE);
    const { orderId } = await addOrder(store, ownChat(6), advertiser);
    await show(store, 83, orderId, botId, clock.now());
    const decide = chargeShown({ holdUntilMs: clock.now() + holdMs });
    await settle(store, orderId, 83, { nowMs: clock.now(), decide });
    await store.flush();
    const tab = await at.open();
    const { page, context } = tab;
    // Nothing says that something changed, and no poll asks: the stream is about to open.
    await context.route('**/live', () => undefined);
    await at.enter(tab, '', publisher);
    const side = page.locator('.side .foot');
    await side.getByText('₽0.00').waitFor();
    await loaded(page);
    await store.subscriptions.releaseHolds(clock.now() + holdMs, 1);
    // What the overview knows of the wallet is too old by then.
    await page.clock.fastForward(11_000);
    await page.getByRole('link', { name: 'Wallet', exact: true }).click();
    await page.locator('.panel', { hasText: 'Available' }).getByText('₽1.40').waitFor();
    await side.getByText('₽1.40').waitFor({ timeout: 10_000 });
    await tab.close();
  }, 60_000);
});
