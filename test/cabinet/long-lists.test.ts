/** Lists that fill more than a page: every line of them can be reached. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { addBot, deposit, openAccount } from '../contract/makers.js';
import { lookInto } from '../support/database.js';
import { addRow } from '../support/row.js';
import { usePageStage } from './page-stage.js';

const PUBLISHER = 900;

const turn = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

describeInBrowser('long lists', () => {
  const at = usePageStage({ ADMIN_IDS: String(moderatorId), WITHDRAWAL_MIN: '1' });

  it('shows an administrator the oldest of more decided withdrawals than a page holds', async () => {
    const { service, store, settings } = at.stage;
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, parseMoney('30'));
    const wanted = { amountMicros: parseMoney('20'), details: 'The oldest card', requestKey: 'oldest' };
    const asked = await service.withdrawals.ask(PUBLISHER, wanted);
    if (asked.kind !== 'asked') throw new Error(asked.kind);
    const { withdrawalId } = asked.withdrawal;
    await service.withdrawals.cancel(PUBLISHER, withdrawalId);
    await lookInto(settings.DATABASE_URL, async (sql) => {
      const [oldest] = await sql<{ details_cipher: string }>(
        'SELECT details_cipher FROM withdrawals WHERE withdrawal_id = ?',
        withdrawalId,
      );
      const row = { account_id: PUBLISHER, state: 'cancelled', details_cipher: oldest?.details_cipher ?? '' };
      for (let number = 1; number <= 100; number += 1)
        await addRow(sql, 'withdrawals', { ...row, withdrawal_id: withdrawalId + number });
    });
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/payouts?state=cancelled', moderatorId);
    await page.getByText('100 of 101').waitFor();
    await turn(page);
    await page.getByText(`#${String(withdrawalId)} ·`).waitFor();
    await page.getByText('Waiting', { exact: true }).click();
    await page.getByText('No payouts are due').waitFor();
    await page.getByText('Cancelled', { exact: true }).click();
    await page.getByText('100 of 101').waitFor();
    await tab.close();
  }, 60_000);

  it('shows a moderator the last of more waiting bots than a page holds', async () => {
    const { service, store, settings } = at.stage;
    const { toDay: day } = service.imports.historyRange();
    for (let number = 1; number <= 51; number += 1) {
      const botId = 90_000 + number;
      await addBot(store, botId, at.ada, { tokenCipher: null });
      await lookInto(settings.DATABASE_URL, (sql) =>
        addRow(sql, 'bot_days', { bot_id: botId, day, requests_sponsors: 1 }),
      );
    }
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/moderation/trust', moderatorId);
    await turn(page);
    await page.getByText('@bot90051').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    // The page that was emptied leads back.
    await page.getByText('@bot90051').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await page.getByText('@bot90001').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 60_000);

  it('shows a moderator the last of more new publishers than a page holds', async () => {
    const { store, settings } = at.stage;
    for (let number = 1; number <= 51; number += 1) {
      await openAccount(store, 5_000 + number);
      await lookInto(settings.DATABASE_URL, (sql) =>
        addRow(sql, 'ledger_accounts', { kind: 'hold', owner_id: 5_000 + number, balance_micros: 1_000_000 }),
      );
    }
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/moderation/trust?who=publishers', moderatorId);
    await page.getByText('Person 5001').waitFor();
    await turn(page);
    await page.getByText('Person 5051').waitFor();
    await tab.close();
  }, 60_000);

  it('shows a publisher the last of more bots than a page holds, and that a search found none', async () => {
    const { store } = at.stage;
    await openAccount(store, 7_000);
    for (let number = 1; number <= 101; number += 1) await addBot(store, 95_000 + number, 7_000);
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/bots', 7_000);
    await page.getByText('100 of 101').waitFor();
    await turn(page);
    await page.getByText('@bot95001').waitFor();
    await page.getByRole('textbox', { name: 'Name or @username' }).fill('no such bot');
    await page.getByText('Nothing was found.').waitFor();
    await tab.close();
  }, 60_000);
});
