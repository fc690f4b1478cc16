/** Moving about the cabinet: addresses where nothing is, and a keyboard or a screen reader in the place of a mouse, or large text. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { axeFaults, isTooWide, loaded } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { deposit } from '../contract/makers.js';
import { held, usePageStage } from './page-stage.js';

describeInBrowser('moving about the cabinet', () => {
  const at = usePageStage();

  it('finds nothing at an address whose number is none, and asks the service for nothing', async () => {
    const tab = await at.open();
    const { page } = tab;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('null') === true) asked.push(request.postData() ?? '');
    });
    await at.enter(tab, '', moderatorId);
    const wrong = [
      '/orders/abc',
      '/orders/0/figures',
      '/orders/1e3',
      '/orders/99999999999999999999',
      '/bots/abc',
      '/bots/-1',
      '/figures/abc',
      '/moderation/accounts/abc',
      '/moderation/orders/abc',
      '/payouts/wallets/1.5',
    ];
    for (const address of wrong) {
      await page.goto(`${at.stage.url}/cabinet${address}`);
      await page.getByText('Nothing at this address.').waitFor({ timeout: 5_000 });
      expect(await page.getByRole('heading', { level: 1 }).textContent(), address).toBe('404');
    }
    for (const address of [
      '/orders/',
      '/bots/',
      '/figures/bots/',
      '/moderation/status/blocks_failed',
      '/payouts/',
    ]) {
      await page.goto(`${at.stage.url}/cabinet${address}`);
      await page.locator('h1').waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent(), address).not.toBe('404');
    }
    expect(asked).toEqual([]);
    await tab.close();
  }, 60_000);

  it('lets a screen reader press the days of a week, which sends a click alone', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders/new');
    const sunday = page.getByRole('button', { name: 'Sun' });
    const isShown = () => sunday.getAttribute('aria-pressed');
    await sunday.dispatchEvent('click');
    await expect.poll(isShown).toBe('false');
    for (const [key, shown] of [
      ['Enter', 'true'],
      ['Space', 'false'],
    ] as const) {
      await sunday.press(key);
      await expect.poll(isShown).toBe(shown);
    }
    await sunday.click();
    await expect.poll(isShown).toBe('true');
    await tab.close();
  }, 60_000);

  it('goes on from the new page after a link of the old one was followed by keyboard', async () => {
    const { id } = await at.order('by-keyboard');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders');
    await page.getByRole('link', { name: 'by-keyboard' }).press('Enter');
    await page.getByRole('heading', { name: 'by-keyboard', level: 1 }).waitFor();
    await expect.poll(() => focus(page)).toBe('page');
    expect(new URL(page.url()).pathname).toBe(`/cabinet/orders/${String(id)}`);
    // Who goes along the tabs of a page stays on them.
    await page.getByRole('tab', { name: 'Settings' }).press('ArrowRight');
    await page.waitForURL(/\/figures$/);
    expect(await focus(page)).not.toBe('page');
    await tab.close();
  }, 60_000);

  it('keeps the focus on a button while it works, and on the page where the button is gone', async () => {
    const { id } = await at.order('kept-focus');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/orders/${String(id)}`);
    const letGo = await held(page, '**/orders', 'update');
    await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
    await page.locator('[data-loading]').first().waitFor();
    // The browser takes the focus from what is off when it draws next.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('BODY');
    letGo();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await expect.poll(focused).toBe('Start');
    // A menu gives it back by itself.
    await page.getByRole('button', { name: 'Actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter');
    await page.getByText('Archived', { exact: true }).waitFor();
    await expect.poll(focused).toBe('Actions');
    await page.getByLabel('Daily limit').fill('50');
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    await expect.poll(() => focus(page)).toBe('page');
    // One that goes while it works.
    await deposit(at.stage.store, at.ada, parseMoney('100'));
    await page.goto(`${at.stage.url}/cabinet/wallet`);
    await page.getByLabel('Amount').fill('100');
    await page.getByRole('textbox', { name: 'Payout details' }).fill('Card 4000 1234');
    await page.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await page.getByText('Confirm it in the chat').waitFor();
    await expect.poll(() => focus(page)).toBe('page');
    await tab.close();
  }, 60_000);

  it('has a screen reader say how many orders a search found, and that a withdrawal waits in the chat', async () => {
    await deposit(at.stage.store, at.ada, parseMoney('100'));
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders');
    await page.getByRole('textbox', { name: 'Name or link' }).fill('nothing-of-this-name');
    const said = (text: string) => page.getByRole('status').filter({ hasText: text });
    await said('Found: 0').waitFor();
    await page.goto(`${at.stage.url}/cabinet/wallet`);
    await page.getByLabel('Amount').fill('100');
    await page.getByRole('textbox', { name: 'Payout details' }).fill('Card 4000 1234');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await said('Confirm it in the chat').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await tab.close();
  }, 60_000);

  it('shows its words whole where text alone is twice as large', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/figures/orders');
    await page.locator('.reading').waitFor();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const cut = `[...document.querySelectorAll('.brand, .way, .reading')]
      .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)
      .map((part) => part.textContent)`;
    await expect.poll(() => page.evaluate(cut)).toEqual([]);
    await tab.close();
  }, 60_000);

  it('cuts no word and no field of a phone where text alone is twice as large', async () => {
    await deposit(at.stage.store, at.ada, parseMoney('100'));
    await at.order('as-long-as-names-of-orders-are');
    const tab = await at.open(390);
    const { page } = tab;
    await page.addInitScript(
      "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))",
    );
    const cut = `[...document.querySelectorAll('.mantine-Button-label, .mantine-SegmentedControl-root, .week button, td, .order-line:not(.title)')]
      .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)
      .map((part) => part.textContent)`;
    await at.enter(tab);
    for (const path of ['/orders', '/orders/new', '/figures/orders', '/wallet']) {
      await page.goto(`${at.stage.url}/cabinet${path}`);
      await page.locator('[role=listitem], .week, .reading, .opener').first().waitFor();
      await loaded(page);
      expect(await page.evaluate(cut), path).toEqual([]);
      expect(await isTooWide(page), path).toBe(false);
    }
    await tab.close();
  }, 60_000);

  it('shows what is chosen in forced colours, too', async () => {
    const tab = await at.open();
    const { page } = tab;
    const { id } = await at.order('in-forced-colours');
    await page.emulateMedia({ forcedColors: 'active' });
    await at.enter(tab, `/orders/${String(id)}/figures`);
    await page.locator('.reading').waitFor();
    const plain = `((of) => ['.way[aria-current]', '.mantine-SegmentedControl-label[data-active]', '[role=tab][data-active]']
      .filter((chosen) => of(document.querySelector(chosen)) === of(document.body)))
      ((part) => getComputedStyle(part).backgroundColor.replace(/^rgba\\(.*, 0\\)$/, getComputedStyle(document.body).backgroundColor))`;
    expect(await page.evaluate(plain)).toEqual([]);
    await tab.close();
  }, 60_000);

  const focus = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');
});
