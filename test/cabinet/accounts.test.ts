/** Somebody's account as moderators see it, what waits for them, and what was given up. */
import { expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { axeFaults, expectReadable, isTooWide, loaded, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import {
  addBot,
  addOrder,
  BOT,
  chargeShown,
  openAccount,
  ownChat,
  PUBLISHER,
  settle,
  show,
} from '../contract/makers.js';
import { partOf } from '../support/part.js';
import { usePageStage } from './page-stage.js';

describeInBrowser('an account', () => {
  const at = usePageStage();

  it.each(partOf(widths, 1))(
    'is shown with its money, orders, bots, notes and decisions, %i px wide, in both languages',
    async (width) => {
      const { service, store, clock, url } = at.stage;
      const person = 9_000 + width;
      const bot = BOT + width;
      const name = `Olga ${String(width)}`;
      await openAccount(store, person, name);
      await openAccount(store, PUBLISHER).catch(() => undefined);
      await service.wallet.credit(person, parseMoney('100'), {
        reference: `deposit ${String(width)}`,
        note: '',
        bookedBy: null,
      });
      await addBot(store, bot, person, { name: 'Recipes', nickname: `olga_${String(width)}_bot` });
      const { orderId } = await addOrder(store, ownChat(width), person);
      const other = await addOrder(store, ownChat(width + 1), at.ada);
      await service.wallet.credit(at.ada, parseMoney('50'), {
        reference: `ada ${String(width)}`,
        note: '',
        bookedBy: null,
      });
      await show(store, 81, other.orderId, bot, clock.now());
      const held = chargeShown({ holdUntilMs: clock.now() + 3_600_000 });
      await settle(store, other.orderId, 81, { nowMs: clock.now(), decide: held });
      const refused = await service.orders.create(person, {
        link: `https://example.org/${String(width)}`,
        name: 'Weeds',
        adsType: 'resource',
        quantityAll: 10,
      });
      const { revision } = await service.orders.info(person, refused.orderId);
      await service.moderation.reject(moderatorId, refused.orderId, revision, 'It sells weeds.');
      for (const reason of ['Bought subscribers.', 'Bought subscribers again.']) {
        await service.accounts.block(moderatorId, person, reason);
        await service.accounts.unblock(moderatorId, person);
      }
      const tab = await at.open(width);
      const { page } = tab;
      await at.enter(tab, '/moderation/accounts', moderatorId);
      await page.getByRole('textbox', { name: 'Name or id' }).fill(String(person));
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name }).waitFor();
      const region = (name: string) => page.getByRole('region', { name });
      const order = region('Orders: 2').getByRole('link', { name: `#${String(orderId)} ` });
      expect(await region('Bots: 1').innerText()).toContain(`@olga_${String(width)}_bot`);
      const days = await region('Wallet, last days').innerText();
      expect(days).toContain('₽100.00');
      expect(days).toContain('on hold: ₽1.40');
      const notes = region('Notes and decisions');
      const note = notes.getByRole('textbox', { name: 'Note' });
      await note.fill(' Asked for documents. ');
      await notes.getByRole('button', { name: 'Add the note' }).click();
      await notes.getByRole('cell', { name: 'added a note' }).waitFor();
      expect(await note.inputValue()).toBe('');
      const { firstName } = (await service.accounts.profile(moderatorId)).account;
      const lines = await notes.getByRole('row').allInnerTexts();
      expect(lines).toHaveLength(6);
      expect(lines[0]).toContain(`${firstName} added a note`);
      for (const [place, reason] of [
        [0, 'Asked for documents.'],
        [2, 'Bought subscribers again.'],
        [4, 'Bought subscribers.'],
        [5, 'It sells weeds.'],
      ] as const)
        expect(lines[place]).toContain(reason);
      await loaded(page);
      await page.reload();
      await page.getByRole('heading', { name }).waitFor();
      await tab.keep('account');
      await expectReadable(page);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('payments that can be taken back are open').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('button', { name: 'Withdraw approval' }).waitFor();
      expect((await service.accounts.profile(person)).account.isTrusted).toBe(true);
      await order.click();
      await expect.poll(() => page.url()).toBe(`${url}/cabinet/moderation/orders/${String(orderId)}`);
      expect(await page.getByRole('textbox', { name: 'Order number' }).inputValue()).toBe(String(orderId));
      await service.accounts.setLanguage(moderatorId, 'ru');
      await page.goto(`${url}/cabinet/moderation/accounts/${String(person)}`);
      await page.getByRole('cell', { name: 'заметка' }).getByText('Asked for documents.').waitFor();
      await tab.keep('account-ru');
      await expectReadable(page);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
    60_000,
  );

  it('counts all that waits in the badge, and opens the list of what was given up', async () => {
    const { service, store, clock, url } = at.stage;
    const link = 'https://example.org/waits';
    await service.orders.create(at.ada, { link, name: 'Waits', adsType: 'resource', quantityAll: 10 });
    await openAccount(store, 8_001, 'Pia');
    await addBot(store, 8_002, 8_001, { nickname: 'pia_bot' });
    const { orderId } = await addOrder(store, ownChat(8), at.ada);
    await service.wallet.credit(at.ada, parseMoney('5'), { reference: 'pia', note: '', bookedBy: null });
    await show(store, 82, orderId, 8_002, clock.now());
    const held = chargeShown({ holdUntilMs: clock.now() + 3_600_000 });
    await settle(store, orderId, 82, { nowMs: clock.now(), decide: held });
    const waiting = await service.trust.waiting(moderatorId);
    const total = waiting.orders + waiting.bots + waiting.publishers;
    expect(waiting.orders).toBe(1);
    expect(waiting.publishers).toBeGreaterThan(0);
    await store.notifications.queue(
      [{ accountId: at.ada, kind: 'deposit', facts: { amountMicros: '1', note: '' }, dedupeKey: 'lost' }],
      clock.now(),
    );
    const claimed = await store.notifications.claim('test', 100, 60_000, clock.now());
    for (const one of claimed) await store.notifications.failed(one, 'bot was blocked by the user', null);
    const place = { orderId, day: 20_000 };
    const differences = Array.from({ length: 60 }, (_, found) => {
      return { subject: 'order_day_value' as const, place, expected: 7n, found: BigInt(found) };
    });
    const outcome = {
      differences,
      differing: 60,
      differingMoney: 0,
      checked: null,
      fullDay: null,
      entries: 9,
      subscribers: 9,
      orders: 1,
      bots: 1,
    };
    await store.checks.save({ day: 20_001, endedAtMs: clock.now(), tookMs: 5, outcome });
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/moderation/status', moderatorId);
    const way = page.getByRole('link', { name: /^Moderation/ });
    await expect.poll(() => way.innerText()).toContain(String(total));
    const figures = page.locator('.figure, .table td.right');
    await expect.poll(() => figures.count()).toBe(7);
    expect(await figures.getByRole('link').count()).toBe(7);
    await page.locator('.figure').first().getByRole('link').click();
    const running = page.getByRole('region', { name: 'Running orders' });
    await running.getByRole('link', { name: `#${String(orderId)}` }).waitFor();
    await page.getByRole('link', { name: '← Status' }).click();
    await page.getByRole('link', { name: /^Failed deliveries: / }).click();
    await page.getByText('bot was blocked by the user').first().waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: '← Status' }).click();
    await page.getByRole('link', { name: '60 differences' }).click();
    await page.getByText(': expected 7, found 49').waitFor();
    expect(await page.getByRole('link', { name: `#${String(orderId)}` }).count()).toBe(50);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(': expected 7, found 59').waitFor();
    expect(await page.getByRole('link', { name: `#${String(orderId)}` }).count()).toBe(10);
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('link', { name: '← Status' }).click();
    await page.getByRole('link', { name: /^Failed deliveries: / }).click();
    expect(tab.complaints).toEqual([]);
    await page
      .getByRole('link', { name: String(at.ada) })
      .first()
      .click();
    await expect.poll(() => page.url()).toBe(`${url}/cabinet/moderation/accounts/${String(at.ada)}`);
    await page.getByText('No notes or decisions yet.').waitFor();
    await tab.close();
  }, 60_000);
});
