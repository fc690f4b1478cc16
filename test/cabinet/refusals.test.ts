/** A command that the service refuses: the page says why, wherever it was given; and why events do not arrive. */
import { beforeAll, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { claimAll, subscribers } from '../contract/event-claims.js';
import { addBot, addOrder, chargeShown, deposit, ownChat, PRICE, settle, show } from '../contract/makers.js';
import { usePageStage } from './page-stage.js';

const BOT = 'plain_refused_bot';
const BOT_ID = 7_654_321;

/** Each is pressed on the page; where `isSure`, the question that follows is answered with the same word. */
const commands = [
  { who: 'publisher', page: `/bots/${String(BOT_ID)}`, press: 'Archive', action: 'update' },
  {
    who: 'publisher',
    page: `/bots/${String(BOT_ID)}/code`,
    press: 'Replace',
    isSure: true,
    action: 'change_api_key',
  },
  { who: 'publisher', page: '/account', press: 'Sign out', action: 'sign_out' },
  { who: 'publisher', page: '/account', press: 'Replace', isSure: true, action: 'replace_key' },
  {
    who: 'publisher',
    page: '/wallet',
    tab: 'Withdrawals',
    press: 'Cancel',
    isSure: true,
    action: 'cancel_withdrawal',
  },
  {
    who: 'moderator',
    page: '/moderation/trust',
    tab: 'New publishers',
    press: 'Approve',
    action: 'decide_publisher',
  },
  {
    who: 'moderator',
    page: '/moderation/trust',
    tab: 'New publishers',
    press: 'Reject',
    isSure: true,
    action: 'refuse_publisher',
  },
  { who: 'moderator', page: '/moderation', press: 'Block the link', isSure: true, action: 'block_link' },
] as const;

describeInBrowser('a refused command', () => {
  const at = usePageStage({ WITHDRAWAL_MIN: '1' });
  let publisher: number;

  beforeAll(async () => {
    publisher = Number(at.scene.names.get('publisher', 'id'));
    const { bots, withdrawals } = at.stage.service;
    await bots.add(publisher, { botId: BOT_ID, name: 'Plain', nickname: BOT, settings: {} });
    await at.scene.happen({ balance: '30', of: 'publisher' });
    const wanted = { amountMicros: parseMoney('20'), details: 'Card 1', requestKey: 'once' };
    expect((await withdrawals.ask(publisher, wanted)).kind).toBe('asked');
    await at.order('refused');
    await earn();
  });

  /** A new publisher has something on hold. */
  async function earn(): Promise<void> {
    const { store, clock } = at.stage;
    const nowMs = clock.now();
    await deposit(store, at.ada, 10n * PRICE);
    const { orderId } = await addOrder(store, ownChat(78), at.ada);
    await show(store, 71, orderId, BOT_ID, nowMs);
    await settle(store, orderId, 71, { nowMs, decide: chargeShown({ holdUntilMs: nowMs + 3_600_000 }) });
  }

  it.each(commands)('$action by $who at $page: $press', async (command) => {
    const tab = await at.open();
    const { page } = tab;
    await page.route(/\/(?:account|bots|moderation|trust|wallet)$/, async (route) => {
      const isIt = route.request().postData()?.includes(`"action":"${command.action}"`) === true;
      if (!isIt) return route.continue();
      return route.fulfill({
        status: 403,
        json: { status: 'error', message: 'no' },
      });
    });
    await at.enter(tab, command.page, command.who === 'moderator' ? moderatorId : publisher);
    if ('tab' in command) await page.getByText(command.tab, { exact: true }).click();
    await page.getByRole('button', { name: command.press, exact: true }).first().click();
    if ('isSure' in command)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: command.press, exact: true })
        .first()
        .click();
    await page.locator('.toast.bad').waitFor();
    await tab.close();
  });

  it('why events of some bot do not arrive is said in words, and what waits can be tried at once', async () => {
    const { store } = at.stage;
    const [nowMs, botId] = [at.stage.clock.now(), 7002];
    await addBot(store, botId, at.ada);
    await store.events.setWebhook(at.ada, botId, 'sealed', nowMs);
    const { id } = await at.order('with-events');
    await subscribers(store, id, [42], botId);
    const failure = { reason: 'timeout', retryAtMs: nowMs + 60_000, giveUpBeforeMs: 0 };
    for (const claimed of await claimAll(store, nowMs))
      await store.events.failed(claimed, failure, nowMs, () => []);
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, '/account');
    await page.getByText(/^Not delivered since .*: the server did not answer in time\./).waitFor();
    // Their number may stay.
    await page.getByRole('button', { name: 'Waiting: 1 · Retry now' }).click();
    await page.getByText('It is being tried now.').waitFor();
    await tab.close();
  }, 60_000);
});
