/** What happens while somebody is busy on a page: others decide, answers come late, and a call fails. */
import { expect, it } from 'vitest';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { addBot } from '../contract/makers.js';
import { lookInto } from '../support/database.js';
import { addRow } from '../support/row.js';
import { held, usePageStage } from './page-stage.js';

describeInBrowser('meanwhile', () => {
  const at = usePageStage({ ADMIN_IDS: String(moderatorId), ORDERS_WAITING_MAX: '100' });

  const decisionOf = async (orderId: number) =>
    (await at.stage.service.moderation.card(moderatorId, orderId))?.order.decision;
  const approve = async (orderId: number): Promise<void> => {
    const { moderation } = at.stage.service;
    const card = await moderation.card(moderatorId, orderId);
    await moderation.approve(moderatorId, orderId, card?.order.revision ?? 0);
  };

  /** Lets through all that waits, so that the queue begins with what a test adds. */
  const emptyQueue = async (): Promise<void> => {
    const { orders } = await at.stage.service.moderation.queue(moderatorId, { offset: 0, limit: 100 });
    for (const { orderId } of orders) await approve(orderId);
  };

  it('a moderator decides about the order that they read, also when another moderator was first', async () => {
    await emptyQueue();
    const [first, second] = [await at.order('first-one'), await at.order('second-one')];
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/moderation', moderatorId);
    await page.getByRole('heading', { name: 'first-one' }).waitFor();
    await page.keyboard.press('r');
    const reason = page.getByRole('dialog').getByRole('textbox');
    await reason.fill('Not a channel for us.');
    await approve(first.id);
    await page.getByRole('button', { name: /first-one/, includeHidden: true }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByText('Somebody decided first, or the owner changed it.').waitFor();
    expect(await decisionOf(second.id)).toBe('waiting');
    // The next one is a press away, and its decision does not bring its moderator back from a third.
    await page.getByRole('button', { name: /second-one/ }).click();
    await page.getByRole('heading', { name: 'second-one' }).waitFor();
    await page.keyboard.press('a');
    await expect.poll(() => decisionOf(second.id)).toBe('approved');
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 60_000);

  it('a bot that another moderator refused meanwhile stays refused, and goes from the list', async () => {
    const { service, store, settings } = at.stage;
    const botId = 90_001;
    await addBot(store, botId, at.ada, { tokenCipher: null });
    const { toDay: day } = service.imports.historyRange();
    await lookInto(settings.DATABASE_URL, (sql) =>
      addRow(sql, 'bot_days', { bot_id: botId, day, requests_sponsors: 1 }),
    );
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/moderation/trust', moderatorId);
    const letGo = await held(page, '**/trust', 'decide_bot');
    const card = page.getByText('@bot90001');
    await card.waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await service.trust.bot(botId, 'refused', moderatorId);
    // The list is renewed by then.
    await card.waitFor({ state: 'detached' });
    letGo();
    await page.getByText('It was changed meanwhile.').waitFor();
    expect(await store.bots.find(botId)).toMatchObject({ trust: 'refused' });
    await tab.close();
  }, 60_000);

  it('an account that another moderator refused meanwhile stays refused', async () => {
    const { service, store } = at.stage;
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/moderation/accounts/${String(at.ada)}`, moderatorId);
    const letGo = await held(page, '**/trust', 'decide_publisher');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await service.trust.account(at.ada, false, moderatorId);
    letGo();
    await page.getByText('It was changed meanwhile.').waitFor();
    expect(await store.accounts.find(at.ada)).toMatchObject({ isTrusted: false });
    await tab.close();
  }, 60_000);

  it('the keys of the queue decide as its buttons do, with the theme that is chosen', async () => {
    const { id } = await at.order('themed-by-key');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/moderation', moderatorId);
    await page.getByRole('button', { name: /themed-by-key/ }).click();
    await page.getByRole('heading', { name: 'themed-by-key' }).waitFor();
    const theme = page.getByRole('combobox', { name: 'Topic' });
    await theme.press('Enter');
    await page.getByRole('option').nth(1).waitFor();
    await theme.press('ArrowDown');
    await theme.press('Enter');
    await expect.poll(() => theme.inputValue()).not.toBe('');
    await page.getByRole('button', { name: /^Approve/ }).focus();
    await page.keyboard.press('a');
    await expect.poll(() => decisionOf(id)).toBe('approved');
    const card = await at.stage.service.moderation.card(moderatorId, id);
    expect(card?.order.theme).not.toBeNull();
    await tab.close();
  }, 60_000);

  it('a reason that was typed is there again when the decision could not be sent', async () => {
    const order = await at.order('paused-one');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/moderation/orders/${String(order.id)}`, moderatorId);
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await pause.click();
    const reason = page.getByRole('dialog').getByRole('textbox');
    await reason.fill('The channel is closed.');
    await page.route('**/moderation', async (route) => {
      const isPause = route.request().postData()?.includes('"pause"') === true;
      if (isPause) await route.abort();
      else await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('does not answer').first().waitFor();
    await pause.click();
    expect(await reason.inputValue()).toBe('The channel is closed.');
    await tab.close();
  }, 60_000);

  it('a page that was only looked at shows the order as it was changed since', async () => {
    const order = await at.order('looked-at');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/orders/${String(order.id)}`);
    const name = page.getByLabel('Internal name');
    await name.waitFor();
    // What is found of the link is filled in a moment after it is shown.
    await page.clock.runFor(1_000);
    await page.getByText('Found', { exact: true }).waitFor();
    await order.rename('changed-since');
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('changed-since');
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await tab.close();
  }, 60_000);

  it('the type that was chosen for a link stays, also after a reload and where the order is opened', async () => {
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders/new');
    const kind = page.getByRole('combobox', { name: 'Type' });
    const isKept = async () => {
      await page.clock.runFor(1_000);
      await page.getByText('Found', { exact: true }).waitFor();
      expect(await kind.inputValue()).toBe('Page without a check');
    };
    await page.getByRole('textbox', { name: 'Link' }).fill('https://t.me/token_kept_bot');
    await page.clock.runFor(1_000);
    await expect.poll(() => kind.inputValue()).toBe('Bot');
    await kind.click();
    await page.getByRole('option', { name: 'Page without a check' }).click();
    await page.reload();
    await isKept();
    await page.getByRole('button', { name: 'Send for moderation' }).click();
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.waitFor();
    await isKept();
    expect(await save.isDisabled()).toBe(true);
    await tab.close();
  }, 60_000);

  it('an order that was stopped while it was being changed is saved without a question', async () => {
    const order = await at.order('stopped-meanwhile');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/orders/${String(order.id)}`);
    await page.getByLabel('Daily limit').fill('50');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const saved = async () => {
      const { quantityDay, isOn } = await at.stage.service.orders.info(at.ada, order.id);
      return { quantityDay, isOn };
    };
    await expect.poll(saved).toEqual({ quantityDay: 50, isOn: false });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await tab.close();
  }, 60_000);

  it('an order whose answer to a save was lost is saved again without a question', async () => {
    const order = await at.order('lost-answer');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/orders/${String(order.id)}`);
    await page.getByLabel('Daily limit').fill('44');
    let isLost = false;
    await page.route('**/orders', async (route) => {
      if (isLost || route.request().postData()?.includes('"action":"update"') !== true)
        return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await page.getByText('The service does not answer.').waitFor();
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await at.stage.service.orders.info(at.ada, order.id)).quantityDay).toBe(44);
    await tab.close();
  }, 60_000);

  it('what somebody else changed meanwhile is named as the form names it', async () => {
    const order = await at.order('contested');
    const tab = await at.open(360);
    const { page } = tab;
    await at.enter(tab, `/orders/${String(order.id)}`);
    await page.getByLabel('Subscribers', { exact: true }).fill('1500');
    const { orders } = at.stage.service;
    await orders.update(at.ada, order.id, {
      quantityAll: 2_000,
      schedule: { excludedDays: [6, 7] },
      targeting: { languages: null, gender: 'female' },
    });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Theirs', { exact: true }).waitFor();
    const rows = await dialog.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.split(/\s*\t\s*/))).toEqual([
      ['What', 'Mine', 'Theirs'],
      ['Subscribers', '1,500', '2,000'],
      ['Audience', expect.stringMatching(/^Languages: Russian, /), 'All languages, Gender: women'],
      ['Schedule', 'Mon Tue Wed Thu Fri Sat Sun', 'Mon Tue Wed Thu Fri'],
    ]);
    await tab.close();
  }, 60_000);

  it('a list is as it was left after Back and after a reload', async () => {
    for (let number = 1; number <= 20; number += 1) await at.order(`listed-${String(number)}`);
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders');
    const search = page.getByRole('textbox', { name: 'Name or link' });
    await search.pressSequentially('listed');
    await page.clock.runFor(1_000);
    await page.getByRole('radiogroup').getByText('In moderation').click();
    await page.getByText('Found: 20').waitFor();
    await page.evaluate(`document.querySelector('.rows').scrollTo(0, 500)`);
    await page.getByRole('link', { name: 'listed-8' }).click();
    await page.getByRole('heading', { name: 'listed-8' }).waitFor();
    const isAsLeft = async (): Promise<void> => {
      await page.getByText('Found: 20').waitFor();
      expect(await search.inputValue()).toBe('listed');
      expect(await page.getByRole('radio', { name: 'In moderation' }).isChecked()).toBe(true);
      await expect.poll(() => page.evaluate(`document.querySelector('.rows').scrollTop`)).toBe(500);
    };
    await page.goBack();
    await isAsLeft();
    await page.reload();
    await isAsLeft();
    // The way to the section leads to all of the list.
    await page.getByRole('link', { name: 'Orders' }).click();
    await expect.poll(() => search.inputValue()).toBe('');
    expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true);
    await tab.close();
  }, 60_000);

  it('an order of a long queue opens where its moderator sees it, on a phone, too', async () => {
    await emptyQueue();
    for (let number = 1; number <= 20; number += 1) await at.order(`queued-${String(number)}`);
    const tab = await at.open(360);
    const { page } = tab;
    await at.enter(tab, '/moderation', moderatorId);
    await page.getByRole('button', { name: /queued-12/ }).click();
    const opened = page.getByRole('heading', { name: 'queued-12' });
    await opened.waitFor();
    const { y = Infinity } = (await opened.boundingBox()) ?? {};
    expect(y).toBeLessThan(600);
    await tab.close();
  }, 60_000);

  it('a report that is no more is said to be, and is asked for no longer', async () => {
    const order = await at.order('reported-one');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/orders/${String(order.id)}/report`);
    await page.route('**/orders', async (route) => {
      const isCheck = route.request().postData()?.includes('check_report') === true;
      if (isCheck)
        await route.fulfill({ status: 404, json: { status: 'error', code: 404, message: 'No such task' } });
      else await route.continue();
    });
    const make = page.getByRole('button', { name: 'Create an Excel report' });
    await make.click();
    await page.getByRole('alert').waitFor();
    expect(await make.getAttribute('data-loading')).toBeNull();
    await tab.close();
  }, 60_000);

  it('orders that were refused together with others stay chosen, and it is said why', async () => {
    const [good, bad] = [await at.order('good-one'), await at.order('bad-one')];
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/orders');
    const boxOf = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    await boxOf('good-one').check();
    await boxOf('bad-one').check();
    await page.route('**/orders', async (route) => {
      const { action, order_id: orderId } = route.request().postDataJSON() as Record<string, unknown>;
      const faults = [{ topic: 'orders_waiting' }];
      const refusal = { status: 'error', code: 429, message: 'Refused', faults };
      if (action === 'update' && orderId === bad.id) await route.fulfill({ status: 429, json: refusal });
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Stop' }).click();
    await page.getByText('Done: 1, refused: 1. Many of your orders wait for the moderators.').waitFor();
    await expect.poll(() => boxOf('good-one').isChecked()).toBe(false);
    expect(await boxOf('bad-one').isChecked()).toBe(true);
    expect((await at.stage.service.orders.info(at.ada, good.id)).isOn).toBe(false);
    await tab.close();
  }, 60_000);
});
