/** What moderators and administrators do on the page about users and wallets, in a browser. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { axeFaults, expectReadable, isTooWide, loaded, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { addOrder, chargeShown, deposit, ownChat, PRICE, settle, show, suspect } from '../contract/makers.js';
import { partOf } from '../support/part.js';
import { usePageStage } from './page-stage.js';

const EMMA = 302;

/** Whether the tab that is shown can be seen whole. */
const isTabInSight = (page: Page): Promise<boolean> =>
  page.evaluate(`(() => {
    const { left, right } = document.querySelector('[role=tab][aria-selected=true]')?.getBoundingClientRect() ?? {};
    return left >= 0 && right <= innerWidth;
  })()`);

describeInBrowser('on the page', () => {
  const at = usePageStage({ ADMIN_IDS: String(moderatorId), WITHDRAWAL_MIN: '1' });

  it.each(partOf(widths, 1))(
    'a moderator ends the suspicion of a user, %i px wide, and the log names the user',
    async (width) => {
      const { store, clock } = at.stage;
      await suspect(store, EMMA, clock.now());
      const tab = await at.open(width);
      const { page } = tab;
      await at.enter(tab, '/moderation/trust', moderatorId);
      await page.getByText('Users', { exact: true }).click();
      const id = page.getByRole('textbox', { name: 'User id' });
      await id.fill('303');
      await id.press('Enter');
      await page.getByText('Not under suspicion').waitFor();
      await id.fill(String(EMMA));
      await id.press('Enter');
      await page.getByText(/^Under suspicion until /).waitFor();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Clear suspicion' }).click();
      await page.getByText('Not under suspicion').waitFor();
      expect((await store.audience.find(EMMA))?.suspiciousUntilMs).toBeNull();
      await page.getByRole('tab', { name: 'Log' }).click();
      await page
        .getByRole('row', { name: `cleared the user’s suspicion ${String(EMMA)}` })
        .first()
        .waitFor();
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
    60_000,
  );

  it('a payment that is confirmed twice is booked and reported once', async () => {
    const tab = await at.open();
    const { page } = tab;
    // The dialog fades then, and can be pressed while it does.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await at.enter(tab, `/payouts/wallets/${String(at.ada)}`, moderatorId);
    await page.getByRole('textbox', { name: 'Amount' }).fill('5');
    await page.getByRole('textbox', { name: /^Reason/ }).fill('A gift.');
    await page.getByRole('button', { name: 'Credit', exact: true }).click();
    let adjustments = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('"adjust"') === true) adjustments += 1;
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Credit' }).dblclick();
    await page.getByText('Booked.').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(adjustments).toBe(1);
    await tab.close();
  }, 60_000);

  it('a moderator blocks a link, and unblocks it where its order is found', async () => {
    const { id } = await at.order('blocked-by-mistake');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/moderation', moderatorId);
    const isBlocked = async () => (await at.stage.service.moderation.card(moderatorId, id))?.isLinkBlocked;
    await page.getByRole('button', { name: 'Block the link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block the link' }).click();
    await expect.poll(isBlocked).toBe(true);
    await page.getByRole('tab', { name: 'Orders' }).click();
    const number = page.getByRole('textbox', { name: 'Order number' });
    await number.fill(String(id));
    await number.press('Enter');
    await page.getByText('This link is blocked.').waitFor();
    await page.getByRole('button', { name: 'Unblock the link' }).click();
    await page.getByText('The link can be ordered again.').waitFor();
    expect(await isBlocked()).toBe(false);
    await page.getByText('This link is blocked.').waitFor({ state: 'detached' });
    await tab.close();
  }, 60_000);

  it.each(partOf(widths, 1))(
    'an administrator adjusts a wallet, %i px wide, and the question says what is left',
    async (width) => {
      await at.scene.happen({ balance: '30', of: 'publisher' });
      const publisher = Number(at.scene.names.get('publisher', 'id'));
      const { wallet } = at.stage.service;
      const before = (await wallet.balance(publisher)).availableMicros;
      const tab = await at.open(width);
      const { page } = tab;
      await at.enter(tab, '/moderation/accounts', moderatorId);
      await page
        .getByRole('row', { name: String(publisher) })
        .getByRole('link', { name: 'Wallet' })
        .click();
      await page.getByText('Debit', { exact: true }).click();
      const take = page.getByRole('button', { name: 'Debit' });
      expect(await take.isDisabled()).toBe(true);
      await page.getByRole('textbox', { name: 'Amount' }).fill('1050.5');
      await page.getByRole('textbox', { name: 'Reason, for the owner' }).fill('Paid twice');
      await loaded(page);
      await expectReadable(page);
      await take.click();
      const question = page.getByRole('dialog');
      const { firstName } = (await at.stage.service.accounts.profile(publisher)).account;
      await question.getByText(`Debit ₽1,050.50 from ${firstName}? (${String(publisher)})`).waitFor();
      const asked = await question.innerText();
      expect(asked).toContain('Paid twice');
      const after = before - parseMoney('1050.5');
      const left = `-₽${(-Number(after) / 1e6).toLocaleString('en', { minimumFractionDigits: 2 })}`;
      expect(asked).toContain(left);
      expect(asked).toContain('This is a debt.');
      await expectReadable(page);
      expect((await wallet.balance(publisher)).availableMicros).toBe(before);
      await question.getByRole('button', { name: 'Debit' }).click();
      await page.getByText('Booked. The owner is notified.').waitFor();
      expect((await wallet.balance(publisher)).availableMicros).toBe(after);
      const [line] = await wallet.history(publisher, { beforeEntryId: null, limit: 1 });
      expect(line).toMatchObject({ kind: 'adjustment', note: 'Paid twice' });
      await page.getByText(left).waitFor();
      // What it did is given back, for the next one.
      await page.getByText('Credit', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Amount' }).fill('1050.5');
      await page.getByRole('textbox', { name: 'Reason, for the owner' }).fill('A mistake');
      await page.getByRole('button', { name: 'Credit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Credit' }).click();
      await expect.poll(async () => (await wallet.balance(publisher)).availableMicros).toBe(before);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
    60_000,
  );

  it('an administrator whose first answer was lost, and who then changes the amount, reads that nothing more is booked', async () => {
    const publisher = Number(at.scene.names.get('publisher', 'id'));
    const { wallet } = at.stage.service;
    const before = (await wallet.balance(publisher)).availableMicros;
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/payouts/wallets/${String(publisher)}`, moderatorId);
    const book = async (amount: string) => {
      await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
      await page.getByRole('textbox', { name: 'Reason, for the owner' }).fill('A gift');
      await page.getByRole('button', { name: 'Credit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Credit' }).click();
    };
    let isLost = false;
    await page.route('**/payouts', async (route) => {
      if (isLost || route.request().postData()?.includes('"adjust"') !== true) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await book('5');
    await page.getByRole('alert').first().waitFor();
    const after = before + parseMoney('5');
    expect((await wallet.balance(publisher)).availableMicros).toBe(after);
    await book('6');
    await page.locator('.toast.bad', { hasText: 'An earlier attempt was booked' }).waitFor();
    expect((await wallet.balance(publisher)).availableMicros).toBe(after);
    await wallet.adjust(moderatorId, publisher, -parseMoney('5'), { reference: 'back', note: 'A mistake' });
    await tab.close();
  }, 60_000);

  it('an administrator reads what became of a payout, also once it has left the list', async () => {
    const publisher = Number(at.scene.names.get('publisher', 'id'));
    const { withdrawals } = at.stage.service;
    await at.scene.happen({ balance: '30', of: 'publisher' });
    const wanted = { amountMicros: parseMoney('20'), details: 'Card 1', requestKey: 'once' };
    expect((await withdrawals.ask(publisher, wanted)).kind).toBe('asked');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/payouts', moderatorId);
    await page.getByText('Card 1').first().waitFor();
    // On a slow line the list is there before the rest of what the decision has changed.
    const gone = page.getByText('Card 1').first().waitFor({ state: 'detached' });
    await page.route('**/payouts', async (route) => {
      if (route.request().postData()?.includes('"card"') === true) await gone;
      return route.continue();
    });
    await page.getByRole('button', { name: 'Reject' }).click();
    const question = page.getByRole('dialog');
    await question.getByLabel('Reason, for the owner').fill('No such card.');
    await question.getByRole('button', { name: 'Reject' }).click();
    await page.locator('.toast', { hasText: 'Decided' }).waitFor();
    await gone;
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 60_000);

  it('the note of a decided payout stands under its name', async () => {
    const publisher = Number(at.scene.names.get('publisher', 'id'));
    const { withdrawals } = at.stage.service;
    await at.scene.happen({ balance: '30', of: 'publisher' });
    const wanted = { amountMicros: parseMoney('20'), details: 'Card 2', requestKey: 'noted' };
    const asked = await withdrawals.ask(publisher, wanted);
    if (asked.kind !== 'asked') throw new Error(asked.kind);
    await withdrawals.refuse(moderatorId, asked.withdrawal.withdrawalId, 'Give another card.');
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/payouts', moderatorId);
    await page.getByText('Refused', { exact: true }).click();
    await page.getByText('Give another card.').waitFor();
    const named = page.locator('dt:text-is("Note") + dd');
    expect(await named.allTextContents()).toContain('Give another card.');
    await tab.close();
  }, 60_000);

  it.each(partOf(widths, 1))(
    'a moderator pauses an order, %i px wide, its owner reads why, and it goes on again',
    async (width) => {
      const { service } = at.stage;
      const advertiser = Number(at.scene.names.get('advertiser', 'id'));
      const wanted = {
        link: `https://example.org/weeds-${String(width)}`,
        adsType: 'resource',
        name: 'Weeds',
        quantityAll: 10,
      } as const;
      const { orderId } = await service.orders.create(advertiser, wanted);
      await service.moderation.approve(
        null,
        orderId,
        (await service.orders.info(advertiser, orderId)).revision,
      );
      const tab = await at.open(width);
      const { page } = tab;
      await at.enter(tab, '/moderation/orders', moderatorId);
      const number = page.getByRole('textbox', { name: 'Order number' });
      await number.fill(String(orderId));
      await number.press('Enter');
      await page.getByRole('button', { name: 'Pause' }).click();
      const question = page.getByRole('dialog');
      await question.getByText(`Order #${String(orderId)} “Weeds” is not shown`).waitFor();
      await question.getByLabel('Reason, for the owner').fill('It sells weeds.');
      await expectReadable(page);
      await question.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('It sells weeds.').waitFor();
      await expectReadable(page);
      expect(await service.orders.info(advertiser, orderId)).toMatchObject({
        pauseReason: 'moderator:It sells weeds.',
      });
      const owners = await at.open(width);
      await at.enter(owners, `/orders/${String(orderId)}`, advertiser);
      await owners.page.getByText('Paused by a moderator').waitFor();
      await owners.page.getByText('It sells weeds.').waitFor();
      await expectReadable(owners.page);
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByText('It sells weeds.').waitFor({ state: 'detached' });
      expect((await service.orders.info(advertiser, orderId)).pauseReason).toBeNull();
      await page.getByRole('tab', { name: 'Log' }).click();
      const theirs = page.getByRole('row', { name: 'paused the order' });
      const approvals = page.getByRole('row', { name: 'approved' });
      await approvals.first().waitFor();
      await theirs.first().getByRole('button').click();
      await approvals.first().waitFor({ state: 'detached' });
      await theirs.first().waitFor();
      await expectReadable(page);
      await page.getByRole('button', { name: 'All moderators' }).click();
      await approvals.first().waitFor();
      expect([...tab.complaints, ...owners.complaints]).toEqual([]);
      await Promise.all([tab.close(), owners.close()]);
    },
    60_000,
  );

  it.each(partOf(widths, 1))(
    'a moderator reads why a join was paid for, %i px wide',
    async (width) => {
      const { store, clock } = at.stage;
      const bot = `bot_at_${String(width)}`;
      await at.scene.happen({ publisher_bot: bot });
      await deposit(store, at.ada, 10n * PRICE);
      const { orderId } = await addOrder(store, ownChat(width), at.ada);
      const userId = width;
      await show(store, userId, orderId, Number(at.scene.names.get(bot, 'id')), clock.now());
      await settle(store, orderId, userId, { nowMs: clock.now(), decide: chargeShown() });
      const tab = await at.open(width);
      const { page } = tab;
      await at.enter(tab, '/moderation/disputes', moderatorId);
      await expect.poll(() => isTabInSight(page)).toBe(true);
      await page.getByRole('textbox', { name: 'User id' }).fill(String(userId));
      await page.getByRole('textbox', { name: 'Order number' }).fill(String(orderId));
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByText('It is paid for.').waitFor();
      await page.getByRole('row', { name: 'shown first' }).first().waitFor();
      await page.getByRole('row', { name: 'charge' }).first().waitFor();
      await expectReadable(page);
      await page.goto(`${at.stage.url}/cabinet/moderation/status`);
      await expect.poll(() => isTabInSight(page)).toBe(true);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
    60_000,
  );

  it('the question before a block names the person, and a moderator blocks anybody but themselves', async () => {
    const { accounts } = at.stage.service;
    const publisher = Number(at.scene.names.get('publisher', 'id'));
    const isBlocked = async (id: number) => (await accounts.profile(id)).account.isBlocked;
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab, '/moderation/accounts', moderatorId);
    const block = async (id: number) => {
      const { firstName } = (await accounts.profile(id)).account;
      await page
        .getByRole('row', { name: String(id) })
        .getByRole('button', { name: 'Block' })
        .click();
      const question = page.getByRole('dialog');
      await question.getByText(`Keys and sessions of ${firstName} (${String(id)}) end at once`).waitFor();
      expect(await isTooWide(page)).toBe(false);
      await question.getByLabel('Reason, shown to the owner').fill('Bought subscribers.');
      await question.getByRole('button', { name: 'Block' }).click();
    };
    await block(moderatorId);
    await page.getByText('You cannot block yourself.').waitFor();
    expect(await isBlocked(moderatorId)).toBe(false);
    const theirs = await at.open(390);
    await at.enter(theirs, '', publisher);
    await block(publisher);
    await page
      .getByRole('row', { name: String(publisher) })
      .getByRole('button', { name: 'Unblock' })
      .waitFor();
    expect(await isBlocked(publisher)).toBe(true);
    await theirs.page.reload();
    await theirs.page.getByRole('heading', { name: 'Your account is blocked' }).waitFor();
    await theirs.page.getByText('Reason: Bought subscribers.').waitFor();
    expect(await axeFaults(theirs.page)).toEqual([]);
    await accounts.unblock(null, publisher);
    await theirs.page.clock.runFor(20_000);
    await theirs.page.getByRole('navigation').waitFor();
    await theirs.close();
    await tab.close();
  }, 60_000);
});
