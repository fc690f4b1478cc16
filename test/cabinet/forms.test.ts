/** What forms of the cabinet say before anything is sent, and how long a refusal stays at its field. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { parseMoney } from '../../core/money.js';
import { axeFaults } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import {
  addBot,
  addOrder,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  ownChat,
  PUBLISHER,
  settle,
  show,
} from '../contract/makers.js';
import { usePageStage } from './page-stage.js';

describeInBrowser('a form of the cabinet', () => {
  const at = usePageStage();

  it('says what is missing before it sends an order, in the language of its person', async () => {
    const tab = await at.open(390);
    const { page } = tab;
    await at.signIn(tab);
    await at.stage.service.accounts.setLanguage(at.ada, 'ru');
    const sent = commandsOf(page, '/orders', 'create');
    await page.goto(`${at.stage.url}/cabinet/orders/new`);
    await page.getByRole('textbox', { name: 'Базовая цена' }).fill('0,1');
    const missing = page.getByText('Обязательное поле.');
    expect(await missing.count()).toBe(0);
    await page.getByRole('button', { name: 'Отправить на модерацию' }).click();
    await missing.waitFor();
    await page.getByText(/^Не меньше 0,50\s₽\.$/).waitFor();
    expect(await focused(page)).toBe('Ссылка');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Ссылка' }).fill('https://example.org/checked');
    await missing.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await tab.close();
  }, 60_000);

  it('takes a decimal comma, typed or pasted, in English, too', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders/new');
    const price = page.getByRole('textbox', { name: 'Base price' });
    await price.fill('');
    await price.pressSequentially('2,5');
    expect(await price.inputValue()).toBe('₽2.5');
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (text: string): Promise<string> => {
      await price.fill('');
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await price.press('ControlOrMeta+V');
      return price.inputValue();
    };
    expect(await paste('3,75 ₽')).toBe('₽3.75');
    expect(await paste('1,000')).toBe('₽1,000');
    expect(await paste('1,000.50')).toBe('₽1,000.50');
    await tab.close();
  }, 60_000);

  it('says a refusal as the chat does, and takes it off a field that says something else now', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.signIn(tab);
    await at.stage.service.accounts.setLanguage(at.ada, 'ru');
    await page.goto(`${at.stage.url}/cabinet/orders/new`);
    const link = page.getByRole('textbox', { name: 'Ссылка' });
    await link.fill('https://example.org/corrected');
    await page.getByText('Найдено', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Тип' }).click();
    await page.getByRole('option', { name: 'Канал' }).click();
    const answer = page.waitForResponse('**/orders');
    await page.getByRole('button', { name: 'Отправить на модерацию' }).click();
    expect(await (await answer).json()).toEqual({
      status: 'error',
      code: 400,
      message:
        'link: an order of type channel needs the link of a channel or chat, such as https://t.me/name.',
      error_code: 'invalid_parameter',
      faults: [{ topic: 'link_not_of_channel', field: 'link' }],
    });
    const refusal = page.getByText(wordsIn('ru').text('error-link-not-of-channel'));
    await refusal.waitFor();
    expect(await refusal.count()).toBe(1);
    expect(await focused(page)).toBe('Ссылка');
    await link.fill('https://t.me/corrected');
    await refusal.waitFor({ state: 'detached' });
    await tab.close();
  }, 60_000);

  it('says what a withdrawal may be before it asks for one', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.signIn(tab);
    const sent = commandsOf(page, '/wallet', 'withdraw');
    await page.goto(`${at.stage.url}/cabinet/wallet`);
    // There is no form where there is nothing to withdraw.
    await page.getByText('You can withdraw once ₽100.00 are available.').waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw', exact: true }).count()).toBe(0);
    await deposit(at.stage.store, at.ada, parseMoney('100'));
    await page.reload();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('At least ₽100.00.').waitFor();
    await page.getByText('This field is required.').waitFor();
    expect(sent).toEqual([]);
    await tab.close();
  }, 60_000);

  it('keeps a withdrawal that is being typed when a charge takes too much of the balance', async () => {
    const person = await at.scene.person('wendy');
    await deposit(at.stage.store, person, parseMoney('100'));
    const tab = await at.open();
    const { page } = tab;
    const sent = commandsOf(page, '/wallet', 'withdraw');
    await at.enter(tab, '/wallet', person);
    const [amount, details] = [
      page.getByRole('textbox', { name: 'Amount' }),
      page.getByRole('textbox', { name: 'Payout details' }),
    ];
    await amount.fill('100');
    await details.fill('Card 4711');
    const { store, clock } = at.stage;
    await openAccount(store, PUBLISHER);
    await addBot(store);
    const { orderId } = await addOrder(store, ownChat(7), person);
    await show(store, 84, orderId, BOT, clock.now());
    await settle(store, orderId, 84, { nowMs: clock.now(), decide: chargeShown() });
    const tooLittle = page.getByText('You can withdraw once ₽100.00 are available.');
    await tooLittle.waitFor();
    expect([await amount.inputValue(), await details.inputValue()]).toEqual(['₽100', 'Card 4711']);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    expect(await focused(page)).toBe('Amount');
    expect(sent).toEqual([]);
    // Where nothing is typed, there is no form again.
    await amount.fill('');
    await details.fill('');
    await details.waitFor({ state: 'detached' });
    await tooLittle.waitFor();
    await tab.close();
  }, 60_000);

  it('says that a token is none before it adds a bot', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.signIn(tab);
    const sent = commandsOf(page, '/bots', 'add');
    await page.goto(`${at.stage.url}/cabinet/bots?add=1`);
    await page.getByRole('textbox', { name: 'Bot token' }).fill('@my_bot');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a bot' }).click();
    await page.getByText('A token looks like 123456:ABC').waitFor();
    expect(sent).toEqual([]);
    await tab.close();
  }, 60_000);

  /** Bodies of the commands that the page sends from now on. */
  function commandsOf(page: Page, path: string, action: string): string[] {
    const sent: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (new URL(request.url()).pathname === path && body.includes(`"action":"${action}"`)) sent.push(body);
    });
    return sent;
  }

  /** The label of the field that has the focus. */
  function focused(page: Page): Promise<string> {
    return page.evaluate(`document.activeElement.labels[0].firstChild.textContent`);
  }
});
