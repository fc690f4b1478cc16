/** Trust in the operator bot and at the terminal: what waits, what moderators say, and what publishers are told. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import { settlementNotifications } from '../../core/subscriptions/settlement.js';
import { addBot, addOrder, chargeShown, deposit, PRICE, settle, show } from '../contract/makers.js';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { Visitor } from './operator-stage.js';
import {
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const PLAIN_BOT = 7_700;
const SUBSCRIBERS = 3;
const SHARE = (PRICE * 7n) / 10n;

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({
    NEW_PUBLISHER_HOLD_HOURS: '72',
    WITHDRAWAL_HOURS: '24',
    HOLD_HOURS: '24',
    QUALITY_HOLD: '1',
  });
  bot = await stage.startBot();
  await setScene(stage);
  const identity = { botId: PLAIN_BOT, name: 'Plain bot', nickname: 'plain_bot', settings: {} };
  await stage.service.bots.add(publisherId, identity);
  const { store } = stage;
  await deposit(store, advertiserId, 100n * PRICE);
  const { orderId } = await addOrder(
    store,
    { link: 'https://t.me/held', linkKey: 't.me/held' },
    advertiserId,
  );
  const nowMs = Date.now();
  for (let userId = 1; userId <= SUBSCRIBERS; userId += 1) {
    await show(store, userId, orderId, PLAIN_BOT, nowMs);
    await settle(store, orderId, userId, { nowMs, decide: heldForTrust });
  }
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await bot.stop();
  await stage.close();
});

function heldForTrust(facts: SettlementFacts) {
  const settlement = chargeShown()(facts);
  return settlement.kind === 'counted' ? { ...settlement, isHeldForTrust: true } : settlement;
}

const held = async () => (await stage.service.wallet.balance(publisherId)).heldMicros;

describe('trust', () => {
  it('a moderator sees what is held, trusts the bot, and its owner is told', async () => {
    const mira = new Visitor(stage, moderator.id);
    const paula = new Visitor(stage, publisherId);
    await Promise.all([mira.say('/start'), paula.say('/start')]);
    await mira.say('/queue');
    await mira.go('Trust in bots', 'wait for trust: 1');
    const card = await mira.go('@plain_bot', 'Held until you decide');
    expect(card.text).toContain(`for ${String(SUBSCRIBERS)} subscribers`);
    expect(await mira.press('✅ Trust')).toMatchObject({ note: 'trusted' });
    await paula.shows('@plain_bot is trusted now');
    expect(await stage.store.trust.heldOf(PLAIN_BOT)).toMatchObject({ subscribers: SUBSCRIBERS });
    expect(await stage.service.trust.settleHeld()).toBeLessThanOrEqual(SUBSCRIBERS);
    await stage.until(async () => (await stage.store.trust.heldOf(PLAIN_BOT)).subscribers === 0);
    expect(await held(), 'a new publisher waits on').toBe(3n * SHARE);
  });

  it('refusing asks once more, and gives the money back', async () => {
    const mira = new Visitor(stage, moderator.id);
    const paula = new Visitor(stage, publisherId);
    await Promise.all([mira.say('/start'), paula.say('/start')]);
    const before = await stage.service.wallet.balance(advertiserId);
    await mira.say('/queue');
    await mira.go('Trust in bots', 'wait for trust');
    await mira.go('@plain_bot', 'Held until you decide');
    await mira.go('⛔️ Refuse', 'cannot be undone');
    expect(await stage.service.bots.info(publisherId, PLAIN_BOT)).toMatchObject({
      bot: { trust: 'unknown' },
    });
    await mira.go('Yes, refuse it', 'refused');
    await paula.shows('goes back to the advertisers');
    await stage.service.trust.settleHeld();
    await stage.until(async () => (await held()) === 0n);
    const after = await stage.service.wallet.balance(advertiserId);
    expect(after.availableMicros - before.availableMicros).toBe(3n * PRICE);
    await paula.say('/bots');
    await paula.go('plain_bot', 'does not trust this bot');
  });

  it('a card from before another moderator’s word decides nothing, and shows it', async () => {
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    await mira.say('/queue');
    await mira.go('Trust in bots', 'wait for trust');
    await mira.go('@plain_bot', 'Held until you decide');
    const trust = () => stage.service.bots.info(publisherId, PLAIN_BOT).then(({ bot: { trust } }) => trust);
    await stage.service.trust.bot(PLAIN_BOT, 'refused', null);
    expect(await mira.press('✅ Trust')).toMatchObject({
      isAlert: true,
      note: expect.stringContaining('meanwhile') as unknown,
    });
    expect(await trust()).toBe('refused');
    // The card shows the refusal now.
    await mira.press('✅ Trust');
    expect(await trust()).toBe('trusted');
    await mira.go('⛔️ Refuse', 'cannot be undone');
    await mira.go('Yes, refuse it', 'refused');
    expect(await trust()).toBe('refused');
  });

  it('refusing a publisher refuses all bots, and gives back what any of them has on hold', async () => {
    const { service, store } = stage;
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const before = await service.wallet.balance(advertiserId);
    await mira.say('/queue');
    await mira.go('New publishers', 'with money on hold: 1');
    await mira.go(/Person 801|Paula/, 'not trusted yet');
    const asked = await mira.go('⛔️ Refuse', 'cannot be undone');
    const bots = await store.bots.ofAccount(publisherId, 10);
    expect(asked.text).toContain(`all bots of Person 801: ${String(bots.length)}?`);
    expect(asked.text).toContain('for 3 subscribers go back');
    expect(await mira.press('Yes, refuse it')).toMatchObject({
      note: `refused: ${String(bots.length)} bots`,
    });
    await service.trust.settleHeld();
    await stage.until(async () => (await held()) === 0n);
    const after = await service.wallet.balance(advertiserId);
    expect(after.availableMicros - before.availableMicros).toBe(3n * PRICE);
    expect((await store.bots.ofAccount(publisherId, 10)).every(({ trust }) => trust === 'refused')).toBe(
      true,
    );
    // Done again, nothing is left to refuse.
    expect(await service.trust.refuseAccount(publisherId, moderator.id)).toMatchObject({ bots: 0 });
    await expect(service.trust.refuseAccount(publisherId, publisherId)).rejects.toThrow();
  });

  it('a publisher reads what is held, why, and what to do', async () => {
    const paula = new Visitor(stage, publisherId);
    await paula.say('/start');
    const wallet = await paula.say('/wallet');
    expect(wallet.text).toMatch(/@plain_bot: .* for 3 subscribers wait for a moderator/);
    expect(wallet.text).not.toContain('low quality');
    await paula.say('/bots');
    const card = await paula.go('plain_bot', 'works without its token');
    expect(card.text).toMatch(/at most 2.?000 lists and 100 subscribers a day\. Send me its token/);
    await stage.service.trust.bot(PLAIN_BOT, 'trusted', null);
    await stage.service.trust.settleHeld();
    await stage.until(async () => (await stage.store.trust.heldOf(PLAIN_BOT)).subscribers === 0);
    await paula.shows('is trusted now');
    expect((await paula.say('/wallet')).text).toMatch(/You are a new publisher: .* 72 hours after/);
    await stage.service.trust.account(publisherId, true, null);
    await paula.shows('Your account is approved');
    const { text } = await paula.say('/wallet');
    expect(text).not.toContain('new publisher');
    expect(text).toContain('What a bot of low quality earns is on hold for longer');
  });

  it('a publisher of many bots that wait still opens the wallet, and a moderator their card', async () => {
    const { store } = stage;
    const nowMs = Date.now();
    const many = { link: 'https://t.me/many', linkKey: 't.me/many', quantityAll: 100 };
    const { orderId } = await addOrder(store, many, advertiserId);
    for (let number = 1; number <= 60; number += 1) {
      const botId = PLAIN_BOT + number;
      await addBot(store, botId, publisherId, { tokenCipher: null });
      await show(store, 100 + number, orderId, botId, nowMs);
      await settle(store, orderId, 100 + number, { nowMs, decide: heldForTrust });
    }
    const paula = new Visitor(stage, publisherId);
    await paula.say('/start');
    expect((await paula.say('/wallet')).text).toContain('and 56 more');
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    await mira.say('/queue');
    await mira.go('New publishers', 'with money on hold: 1');
    const card = await mira.go('Petra', 'not trusted yet');
    expect(card.text).toContain('and 51 more');
  });

  it('a new publisher is trusted, and no longer', async () => {
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    await mira.say('/queue');
    await mira.go('New publishers', 'with money on hold: 1');
    await mira.go(/Person 801|Paula/, 'not trusted yet');
    await mira.press('✅ Trust');
    expect(await stage.store.accounts.find(publisherId)).toMatchObject({ isTrusted: true });
    await mira.press('Trust no longer');
    expect(await stage.store.accounts.find(publisherId)).toMatchObject({ isTrusted: false });
  });

  it('the terminal lists, trusts and refuses', async () => {
    stubAdminEnvironment(stage);
    const listed = await admin('trust', 'list');
    expect(listed).toMatch(/^ *7700 {2}@plain_bot +801 .* 3$/m);
    expect(listed).toMatch(/^1 of 1 bots\.$/m);
    expect(listed).toMatch(/^1 of 1 new publishers\.$/m);
    expect(await admin('trust', 'refuse', 'bot', String(PLAIN_BOT), '--yes')).toContain('is refused');
    expect(await admin('trust', 'bot', String(PLAIN_BOT))).toContain('is trusted');
    expect(await admin('trust', 'account', String(publisherId))).toContain('is trusted');
    expect(await stage.store.accounts.find(publisherId)).toMatchObject({ isTrusted: true });
    expect(await admin('trust', 'account', String(publisherId), '--no-longer')).toContain(
      'not trusted any more',
    );
    expect(await failing('trust', 'bot', '1')).toContain('There is no bot 1');
    expect(await failing('trust', 'refuse', 'link', '1', '--yes')).toContain(
      'Allowed choices are bot, account',
    );
    const refused = await admin('trust', 'refuse', 'account', String(publisherId), '--yes');
    expect(refused).toMatch(/^Refused: 2 bots of Person 801 \(801\)\. .* for 3 subscribers back\./);
    const userId = 4242;
    const visit = { userId, fingerprint: 'one', address: '203.0.113.9' };
    await stage.store.audience.noteVisit(visit, 0, Date.now());
    await stage.store.audience.learn(userId, { languageCode: 'en' }, Date.now(), {});
    await stage.store.audience.markSuspicious({ fingerprint: 'one', address: null }, 0, Date.UTC(2100, 0, 1));
    expect(await admin('trust', 'user', String(userId))).toContain('is suspicious until 2100-01-01');
    expect(await admin('trust', 'user', String(userId), '--clear')).toContain('is not suspicious any more');
    expect(await admin('trust', 'user', String(userId))).toContain('is not suspicious.');
    const log = await stage.store.moderationLog.page({ beforeId: null, limit: 10 });
    const bots = await stage.store.bots.ofAccount(publisherId, 10);
    expect(log.map((line) => line.action)).toEqual([
      'suspicion_cleared',
      ...bots.map(() => 'bot_refused'),
      ...['account_untrusted', 'account_trusted', 'bot_trusted', 'bot_refused'],
    ]);
  });
});

describe('a withdrawal', () => {
  it('is paid no sooner than after its hours, and says so', async () => {
    const { service, store } = stage;
    await deposit(store, publisherId, parseMoney('500'));
    const amountMicros = parseMoney('300');
    const asking = await service.withdrawals.ask(publisherId, {
      amountMicros,
      details: 'Card',
      requestKey: 'a',
    });
    if (asking.kind !== 'asked') throw new Error(`it was not asked for: ${asking.kind}`);
    const { withdrawalId, askedAtMs, payableAtMs } = asking.withdrawal;
    expect(payableAtMs - askedAtMs).toBe(24 * 3_600_000);
    stubAdminEnvironment(stage);
    expect(await admin('withdrawals')).toContain('Payable from');
    expect(await failing('pay-withdrawal', '--id', String(withdrawalId), '--amount', '1', '--yes')).toContain(
      'It may be paid from',
    );
    expect(
      await service.withdrawals.pay(null, withdrawalId, {
        seenMicros: asking.withdrawal.amountMicros,
        note: '',
      }),
    ).toMatchObject({ kind: 'early' });
    const paula = new Visitor(stage, publisherId);
    await paula.say('/start');
    await paula.say('/wallet');
    await paula.go('Withdrawals', 'latest first');
    await paula.go('#1', 'at the earliest');
    expect(await admin('refuse-withdrawal', '--id', String(withdrawalId), '--note', 'No', '--yes')).toContain(
      'refused',
    );
  });

  it('that charges took of says how much, and one that is used up says so', async () => {
    const { service, store } = stage;
    const { availableMicros } = await service.wallet.balance(advertiserId);
    const wanted = { amountMicros: availableMicros, details: 'Card', requestKey: 'b' };
    const asking = await service.withdrawals.ask(advertiserId, wanted);
    if (asking.kind !== 'asked') throw new Error(`it was not asked for: ${asking.kind}`);
    const { withdrawalId } = asking.withdrawal;
    const { orders } = await service.orders.list(advertiserId, {
      search: '',
      inArchive: false,
      status: null,
      offset: 0,
      limit: 10,
    });
    const orderId = orders[0]?.orderId ?? 0;
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const nowMs = Date.now();
    const take = async (userId: number, priceMicros: bigint) => {
      await show(store, userId, orderId, PLAIN_BOT, nowMs);
      const decide = (facts: SettlementFacts) => {
        const settlement = chargeShown()({ ...facts, walletMicros: priceMicros });
        if (settlement.kind !== 'counted') return settlement;
        const takenFrom = [{ withdrawalId, amountMicros: priceMicros }];
        return { ...settlement, priceMicros, publisherMicros: 0n, feeMicros: priceMicros, takenFrom };
      };
      const notifications = (facts: SettlementFacts, settlement: Settlement) =>
        settlementNotifications(facts, settlement, { moderatorIds: [], day: 0 });
      await settle(store, orderId, userId, { nowMs, decide, notifications });
    };
    await take(11, PRICE);
    const notification = await albert.shows('which is now for what is left of it');
    expect(notification.text).toContain(`withdrawal #${String(withdrawalId)}`);
    const card = await albert.go('Open the withdrawal', 'Subscribers of your orders took');
    expect(card.text).toContain('waiting');
    await take(12, availableMicros - PRICE);
    await albert.press('Withdrawals', card);
    expect((await albert.go('#1', 'Subscribers of your orders took')).text).toContain('used up');
    expect(await service.withdrawals.pay(null, withdrawalId, { seenMicros: 0n, note: '' })).toMatchObject({
      kind: 'already',
    });
  });
});

describe('a bot that takes joins over', () => {
  const JOINS = 20;
  const RIVAL = 803;
  const ALL_DAY = 556;

  /** Users in contact with both bots: one shows the order, then the other does, and the one again; then they join. */
  const live = async () => {
    const { client, service, store } = stage;
    await client.users({ id: RIVAL, first_name: 'Rita', language_code: 'en' });
    await service.accounts.open({ accountId: RIVAL, firstName: 'Rita', username: '', language: 'en' });
    const token = `${String(ALL_DAY)}:all-day-asker-all-day-asker`;
    await client.bots({ token, username: 'all_day_bot', first_name: 'All day' });
    await service.bots.add(RIVAL, { token, settings: {} });
    const place = { link: 'https://t.me/taken', linkKey: 't.me/taken', quantityAll: 50 };
    const resource = {
      resourceId: '-1009',
      name: 'Taken',
      logoFileId: '',
      takesJoinRequests: false,
      checkerBotId: null,
      inviteLink: '',
    };
    const { orderId } = await addOrder(store, { ...place, resource }, advertiserId);
    const nowMs = Date.now();
    for (let userId = 101; userId <= 100 + JOINS; userId += 1) {
      await show(store, userId, orderId, ALL_DAY, nowMs - 25 * 3_600_000, { proof: 'contact' });
      await show(store, userId, orderId, 555, nowMs - 60_000, { proof: 'contact' });
      await show(store, userId, orderId, ALL_DAY, nowMs - 30_000, { proof: 'contact' });
      await service.membership.observe({
        userId,
        resourceId: '-1009',
        state: 'in',
        updateId: userId,
        atMs: nowMs,
        wasIn: false,
        chat: { title: 'Taken' },
      });
    }
  };

  it('is told to moderators, and is on its card and at the terminal', async () => {
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    await live();
    const notification = await mira.shows('showed the sponsor again after');
    expect(notification.text).toContain('@all_day_bot: of 10 joins it was paid for today, 10 (100 %)');
    const card = await mira.go('Open the bot', 'Paid joins it took over');
    expect(card.text).toContain('100 % of 20 (30 days)');
    stubAdminEnvironment(stage);
    const said = JSON.parse(await admin('trust', 'list', '--json')) as { taken_over: unknown };
    // The bot that it took them from is not among them.
    expect(said.taken_over).toEqual([
      { bot_id: ALL_DAY, username: 'all_day_bot', user_id: RIVAL, subscribers: 20, taken_over: 20 },
    ]);
  });
});

describe('a payment in stars', () => {
  it('is not given back while impressions of late may cost what would be missing', async () => {
    const { service, store } = stage;
    const spent = await service.wallet.balance(advertiserId);
    const wanted = { amountMicros: spent.availableMicros, details: 'Card', requestKey: 'c' };
    await service.withdrawals.ask(advertiserId, wanted);
    const stars = { chargeId: 'charge-1', count: 500 };
    const booking = { reference: 'xtr:1', note: '', bookedBy: null, stars };
    await store.ledger.deposit(advertiserId, parseMoney('750'), booking, Date.now());
    // The three impressions of the stage are counted a little later.
    await stage.until(async () => (await store.statistics.mayCost(advertiserId, 0)) === 3n * PRICE);
    expect(await service.refunds.refund(null, 'charge-1')).toMatchObject({
      kind: 'needed',
      mayCostMicros: 3n * PRICE,
    });
    stubAdminEnvironment(stage);
    vi.stubEnv('WITHDRAWAL_HOURS', '24');
    expect(await failing('refund', '--charge', 'charge-1', '--yes')).toContain('cannot be given back yet');
    await deposit(store, advertiserId, 3n * PRICE);
    const { kind } = await service.refunds.refund(null, 'charge-1');
    expect(kind, 'what may be needed stays').not.toBe('needed');
  });
});
