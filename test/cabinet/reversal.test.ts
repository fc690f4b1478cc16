/** Fraud found later, taken back by an administrator on the page of an account, in a browser. */
import { expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { createReversals } from '../../core/reversals/index.js';
import { expectReadable, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { addOrder, chargeShown, deposit, ownChat, PRICE, settle, show } from '../contract/makers.js';
import { partOf } from '../support/part.js';
import { usePageStage } from './page-stage.js';

const ADMINISTRATOR = 1902;
const TITLE = 'Reverse charges as fraud';

describeInBrowser('on the page of an account', () => {
  const at = usePageStage({
    ADMIN_IDS: String(ADMINISTRATOR),
    MODERATOR_IDS: `${String(moderatorId)},${String(ADMINISTRATOR)}`,
  });

  const publisher = () => Number(at.scene.names.get('publisher', 'id'));
  const balance = async () => (await at.stage.service.wallet.balance(at.ada)).availableMicros;
  const joins = async (orderId: number, botId: number, userIds: readonly number[]) => {
    const nowMs = at.stage.clock.now();
    const day = dayNumberOf(nowMs, at.stage.service.settings.SERVICE_TIMEZONE);
    for (const userId of userIds) {
      await show(at.stage.store, userId, orderId, botId, nowMs);
      await settle(at.stage.store, orderId, userId, { nowMs, day, decide: chargeShown() });
    }
  };

  /** What the bot process does. @param steps of one join each, after which it is stopped */
  const finish = async (steps = Infinity) => {
    const { store, clock, service } = at.stage;
    const stopping = new AbortController();
    let count = 0;
    const reverse: typeof store.reversals.reverse = (...given) => {
      count += 1;
      if (count === steps) stopping.abort();
      return store.reversals.reverse(...given);
    };
    const counted = { ...store, reversals: { ...store.reversals, reverse } };
    const { finishBegun } = createReversals({ store: counted, clock, settings: service.settings }, 1);
    await finishBegun(stopping.signal);
  };

  it.each(partOf(widths, 1))(
    'an administrator sees the sums, says why, leaves, and finds reversed what was seen, %i px wide',
    async (width) => {
      const { service, store, url } = at.stage;
      const bot = `bought_${String(width)}`;
      await at.scene.happen({ publisher_bot: bot });
      const botId = Number(at.scene.names.get(bot, 'id'));
      await deposit(store, at.ada, 10n * PRICE);
      const { orderId } = await addOrder(store, ownChat(width), at.ada);
      await joins(orderId, botId, [width, width + 1]);
      await service.accounts.open({
        accountId: ADMINISTRATOR,
        firstName: 'Olga',
        username: '',
        language: 'en',
      });
      const tab = await at.open(width);
      const { page } = tab;
      await at.enter(tab, `/moderation/accounts/${String(publisher())}`, ADMINISTRATOR);
      const panel = page.getByRole('region', { name: TITLE });
      const choose = async () => {
        await panel.getByLabel('Joins of').selectOption(String(botId));
        await panel.getByLabel('Reason, shown to the advertisers and the publisher').fill('Bought users');
        await panel.getByRole('button', { name: 'Show amounts' }).click();
      };
      await choose();
      await panel.getByText(`#${String(orderId)}`).waitFor();
      await expectReadable(page);
      const before = await balance();
      const question = page.getByRole('dialog');
      const take = async (amount: string) => {
        await panel.getByRole('button', { name: `Reverse ${amount}` }).click();
        await question.getByText(`${amount} in all goes back to the advertisers`).waitFor();
        await expectReadable(page);
        await question.getByRole('button', { name: `Reverse ${amount}` }).click();
      };
      // One more came since: the sum that was seen is refused, and the current one is shown.
      await joins(orderId, botId, [width + 2]);
      await take('₽4.00');
      await page.getByText('The amount has changed.').first().waitFor();
      expect(await balance()).toBe(before - PRICE);
      await take('₽6.00');
      await panel.getByText('Under way: 0 joins for ₽0.00 so far.').waitFor();
      await expectReadable(page);
      // The tab is closed, and the process that would do it is stopped after a step.
      await page.goto('about:blank');
      await finish(1);
      await page.goto(`${url}/cabinet/moderation/accounts/${String(publisher())}`);
      await panel.getByText('Under way: 1 join for ₽2.00 so far.').waitFor();
      await finish();
      await panel.getByText('Reversed: 3 joins for ₽6.00.').waitFor();
      expect(await balance()).toBe(before + 2n * PRICE);
      await expectReadable(page);
      await choose();
      await panel.getByText('There is nothing to reverse.').waitFor();
      await page.goto(`${url}/cabinet/moderation/log`);
      await page.getByRole('row', { name: 'reversed charges as fraud' }).first().waitFor();
      expect(tab.complaints.filter((each) => !each.includes('409'))).toEqual([]);
      await tab.close();
    },
    60_000,
  );

  it('a moderator who is no administrator has no such panel', async () => {
    const tab = await at.open();
    await at.enter(tab, `/moderation/accounts/${String(publisher())}`, moderatorId);
    await tab.page.getByRole('region', { name: 'Notes and decisions' }).waitFor();
    expect(await tab.page.getByRole('region', { name: TITLE }).count()).toBe(0);
    await tab.close();
  }, 60_000);
});
