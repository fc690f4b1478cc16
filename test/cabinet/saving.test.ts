/** What is typed while a page is saved stays; what was saved is no longer asked about. */
import { expect, it } from 'vitest';
import { describeInBrowser } from '../browser.js';
import { addBot, BOT } from '../contract/makers.js';
import { held, usePageStage } from './page-stage.js';

describeInBrowser('saving', () => {
  const at = usePageStage();

  it('what is typed while an order is saved stays, and is saved next, though the page is left', async () => {
    const order = await at.order('saved-slowly');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/orders/${String(order.id)}`);
    const [name, limit, save] = [
      page.getByLabel('Internal name'),
      page.getByLabel('Daily limit'),
      page.getByRole('button', { name: 'Save changes' }),
    ];
    const answer = await held(page, '**/orders', 'update');
    await limit.fill('50');
    await save.click();
    await name.fill('typed');
    const isAskedAgain = await held(page, '**/orders', 'info');
    const saved = page.waitForResponse('**/orders');
    answer();
    await saved;
    await name.fill('typed-meanwhile');
    isAskedAgain();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect([await name.inputValue(), await limit.inputValue()]).toEqual(['typed-meanwhile', '50']);
    const next = await held(page, '**/orders', 'update');
    await save.click();
    await page.getByRole('link', { name: 'Bots' }).click();
    next();
    const { orders } = at.stage.service;
    await expect.poll(async () => (await orders.info(at.ada, order.id)).name).toBe('typed-meanwhile');
    expect((await orders.info(at.ada, order.id)).quantityDay).toBe(50);
    await page.goBack();
    await expect.poll(() => name.inputValue()).toBe('typed-meanwhile');
    await expect.poll(() => save.isDisabled()).toBe(true);
    await tab.close();
  }, 60_000);

  it('a page that is shown again before its save was answered asks for nothing once it is', async () => {
    const order = await at.order('left-early');
    await addBot(at.stage.store, BOT + 1, at.ada);
    const tab = await at.open();
    const { page } = tab;
    const saves = [
      { path: `/orders/${String(order.id)}`, field: 'Daily limit', save: 'Save changes', call: '**/orders' },
      { path: `/bots/${String(BOT + 1)}`, field: 'List lifetime', save: 'Save', call: '**/bots' },
    ];
    for (const { path, field, save, call } of saves) {
      await at.enter(tab, path);
      const [button, value] = [page.getByRole('button', { name: save, exact: true }), page.getByLabel(field)];
      await value.fill('50');
      const answer = await held(page, call, 'update');
      await button.click();
      await page.getByRole('link', { name: 'Wallet' }).click();
      await page.goBack();
      await button.waitFor();
      answer();
      await page.getByText('Saved', { exact: true }).first().waitFor();
      await expect.poll(() => button.isDisabled()).toBe(true);
      expect(await value.inputValue()).toBe('50');
    }
    await tab.close();
  }, 60_000);

  it('what is typed while a bot is saved stays', async () => {
    const tab = await at.open();
    const { page } = tab;
    await addBot(at.stage.store, BOT, at.ada);
    await at.enter(tab, `/bots/${String(BOT)}`);
    const [most, minutes] = [page.getByLabel('Sponsors per list'), page.getByLabel('List lifetime')];
    const answer = await held(page, '**/bots', 'update');
    await most.fill('3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await minutes.fill('7');
    const isAskedAgain = await held(page, '**/bots', 'info');
    const saved = page.waitForResponse('**/bots');
    answer();
    await saved;
    await minutes.fill('77');
    isAskedAgain();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect([await most.inputValue(), await minutes.inputValue()]).toEqual(['3', '77']);
    await tab.close();
  }, 60_000);

  it('what was pressed without a line is not sent once the line is back', async () => {
    const order = await at.order('without-a-line');
    const tab = await at.open();
    const { page, context } = tab;
    await at.enter(tab, `/orders/${String(order.id)}`);
    await page.getByLabel('Daily limit').fill('50');
    await context.setOffline(true);
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await page.getByText('The service does not answer.').waitFor();
    expect(await page.getByLabel('Daily limit').inputValue()).toBe('50');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    const isBack = page.waitForResponse('**/orders');
    await context.setOffline(false);
    await isBack;
    expect(asked.filter((body) => body.includes('update'))).toEqual([]);
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await tab.close();
  }, 60_000);

  it('an order that was sent is no draft, also where its person left the page meanwhile', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders/new');
    const link = page.getByRole('textbox', { name: 'Link' });
    await link.fill('https://example.org/left-behind');
    await page.clock.runFor(1_000);
    await page.getByText('Found', { exact: true }).waitFor();
    const answer = await held(page, '**/orders', 'create');
    await page.getByRole('button', { name: 'Send for moderation' }).click();
    await page.getByRole('link', { name: 'Bots' }).click();
    answer();
    await page.getByText('The order is waiting for a moderator.').waitFor();
    await page.goBack();
    expect(await link.inputValue()).toBe('');
    await tab.close();
  }, 60_000);
});
