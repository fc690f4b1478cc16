/** Payouts by a payment rail: sent once, within the limits, and never a second time while it is unknown how the first ended. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { WithdrawalView } from '../../core/ledger/index.js';
import { defaultBotSettings } from '../../core/terms/index.js';
import { ADMINISTRATOR, openPaymentStage, type PaymentStage } from './stage.js';

const ADA = 41;
const DAY_MS = 86_400_000;
let stage: PaymentStage;
let asked = 0;

beforeEach(async () => {
  stage = await openPaymentStage();
  await stage.earner(ADA, '9000');
  stage.rail.world.users.add(ADA);
});
afterEach(() => stage.close());

async function ask(amount: string, accountId = ADA): Promise<WithdrawalView> {
  asked += 1;
  const wanted = { amountMicros: parseMoney(amount), details: '', rail: 'crypto_pay' as const };
  const asking = await stage.service.withdrawals.ask(accountId, {
    ...wanted,
    requestKey: `k${String(asked)}`,
  });
  if (asking.kind !== 'asked') throw new Error(asking.kind);
  return asking.withdrawal;
}
const run = () => stage.service.payouts.run();
const stateOf = async ({ withdrawalId, accountId }: WithdrawalView) =>
  (await stage.service.withdrawals.info(accountId, withdrawalId)).state;
const calls = (method: string) => stage.rail.calls.filter((each) => each === method).length;
const sums = () => stage.service.wallet.check();

it('is sent to the person’s own account, at the rate of the moment, and booked on the rail’s account', async () => {
  const withdrawal = await ask('1000');
  expect(await run()).toBe(1);
  expect(stage.rail.ledger.transfers).toMatchObject([{ user_id: ADA, asset: 'USDT', amount: '12.5' }]);
  expect(await stateOf(withdrawal)).toBe('paid');
  expect(await stage.railBalance()).toBe(-1_000_000_000n);
  expect(await sums()).toMatchObject({ postingsMicros: 0n, balancesMicros: 0n, reservesOff: 0 });
  expect(await run()).toBe(0);
  expect(stage.rail.ledger.transfers).toHaveLength(1);
});

describe('without an administrator', () => {
  it('no more goes than the limits say: at once, and to one account in a day', async () => {
    const [large, first, second] = [await ask('5001'), await ask('2000'), await ask('1900')];
    await run();
    expect([await stateOf(large), await stateOf(first), await stateOf(second)]).toEqual([
      'waiting',
      'paid',
      'paid',
    ]);
    await stage.earner(ADA + 1, '20000');
    stage.rail.world.users.add(ADA + 1);
    const more = [await ask('4500', ADA + 1), await ask('3501', ADA + 1)];
    await run();
    expect(await Promise.all(more.map(stateOf))).toEqual(['paid', 'waiting']);
    stage.pass(DAY_MS + 1);
    await run();
    expect(await Promise.all(more.map(stateOf))).toEqual(['paid', 'paid']);
  });

  it('nothing goes that was not earned, or to somebody who is not trusted', async () => {
    const MAX = ADA + 3;
    await stage.earner(MAX, '1000');
    stage.rail.world.users.add(MAX);
    await stage.service.wallet.credit(MAX, parseMoney('500'), { reference: 'd', note: '', bookedBy: null });
    const [first, second, third] = [await ask('600', MAX), await ask('400', MAX), await ask('500', MAX)];
    await run();
    // What is left was paid in.
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([
      'paid',
      'paid',
      'waiting',
    ]);
    await stage.earner(ADA + 2, '1000');
    await stage.sql('UPDATE accounts SET is_trusted = 0 WHERE account_id = ?', ADA + 2);
    const untrusted = await ask('900', ADA + 2);
    await run();
    expect(await stateOf(untrusted)).toBe('waiting');
  });

  it('nothing goes to an account that owes: an administrator took back what it waits for', async () => {
    const withdrawal = await ask('1000');
    const rest = { reference: 'taken', note: 'It was not earned.' };
    await stage.service.wallet.adjust(null, ADA, parseMoney('-8000.01'), rest);
    await run();
    expect(await stateOf(withdrawal)).toBe('waiting');
    await stage.service.wallet.adjust(null, ADA, parseMoney('0.01'), { ...rest, reference: 'given' });
    await run();
    expect(await stateOf(withdrawal)).toBe('paid');
  });

  it('what a bot brought its earlier owner is not earned by its next one: nothing goes, and no trust comes of it', async () => {
    const EVE = ADA + 4;
    await stage.service.accounts.open({ accountId: EVE, firstName: 'Eve', username: 'eve', language: 'en' });
    await stage.service.wallet.credit(EVE, parseMoney('500'), { reference: 'd', note: '', bookedBy: null });
    const bot = { botId: ADA + 1_000_000, accountId: EVE, name: 'A bot', nickname: 'a_bot' };
    const proven = { ...bot, tokenCipher: 'new', settings: defaultBotSettings };
    // Some of it by orders of its earlier owner.
    await stage.sql('UPDATE bots SET profit_own_orders_micros = 300000000 WHERE bot_id = ?', bot.botId);
    await stage.store.bots.takeOver(proven, { hash: 'h', cipher: 'c' }, 0, undefined, 'sealed token');
    stage.rail.world.users.add(EVE);
    const [byHand, byRail] = [await ask('100', EVE), await ask('400', EVE)];
    const { withdrawalId, amountMicros: seenMicros } = byHand;
    expect(await stage.service.withdrawals.card(ADMINISTRATOR, withdrawalId)).toMatchObject({
      earnedMicros: 0n,
    });
    await stage.service.withdrawals.pay(ADMINISTRATOR, withdrawalId, { seenMicros, note: '' });
    expect(await stage.store.accounts.find(EVE)).toMatchObject({ isTrusted: false });
    await stage.service.trust.account(EVE, true, null);
    await run();
    expect([await stateOf(byHand), await stateOf(byRail)]).toEqual(['paid', 'waiting']);
    // What it brings from now on is earned.
    await stage.sql('UPDATE bots SET profit_micros = profit_micros + 500000000 WHERE account_id = ?', EVE);
    await run();
    expect(await stateOf(byRail)).toBe('paid');
  });

  it('a payment makes a publisher trusted, but not one that a moderator refused', async () => {
    const { service, store } = stage;
    for (const [refused, accountId] of [false, true].map((each, index) => [each, ADA + 5 + index] as const)) {
      await stage.earner(accountId, '1000');
      await stage.sql('UPDATE accounts SET is_trusted = 0 WHERE account_id = ?', accountId);
      if (refused) await service.trust.refuseAccount(accountId, null);
      const { withdrawalId, amountMicros: seenMicros } = await ask('100', accountId);
      await service.withdrawals.pay(ADMINISTRATOR, withdrawalId, { seenMicros, note: '' });
      expect(await store.accounts.find(accountId)).toMatchObject({ isTrusted: !refused });
    }
  });

  it('nothing goes while payouts are switched off, by an administrator’s press neither', async () => {
    await stage.service.payouts.setOn(ADMINISTRATOR, false);
    const withdrawal = await ask('1000');
    await run();
    const { withdrawalId, amountMicros } = withdrawal;
    expect(await stage.service.payouts.send(ADMINISTRATOR, withdrawalId, amountMicros)).toBe('switched_off');
    expect(await stateOf(withdrawal)).toBe('waiting');
    await stage.service.payouts.setOn(ADMINISTRATOR, true);
    await run();
    expect(await stateOf(withdrawal)).toBe('paid');
    await expect(stage.service.payouts.setOn(ADA, false)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

it('an administrator sends what is beyond the limits, for the amount that they saw', async () => {
  const withdrawal = await ask('6000');
  const { withdrawalId } = withdrawal;
  expect(await stage.service.payouts.send(ADMINISTRATOR, withdrawalId, parseMoney('7000'))).toBe('changed');
  expect(await stage.service.payouts.send(ADMINISTRATOR, withdrawalId, parseMoney('6000'))).toBe('begun');
  expect(await stateOf(withdrawal)).toBe('sending');
  const seen = { seenMicros: parseMoney('6000'), note: 'By hand.' };
  await expect(stage.service.withdrawals.pay(ADMINISTRATOR, withdrawalId, seen)).rejects.toThrow(
    'it was not sent',
  );
  await run();
  expect(await stateOf(withdrawal)).toBe('paid');
});

it('not even an administrator sends it before its hours are over: until then charges may take of it', async () => {
  const other = await openPaymentStage({ WITHDRAWAL_HOURS: '24' });
  await other.earner(ADA, '2000');
  other.rail.world.users.add(ADA);
  const amountMicros = parseMoney('1000');
  const wanted = { amountMicros, details: '', rail: 'crypto_pay' as const, requestKey: 'early' };
  const asking = await other.service.withdrawals.ask(ADA, wanted);
  const withdrawalId = asking.kind === 'asked' ? asking.withdrawal.withdrawalId : 0;
  const send = () => other.service.payouts.send(ADMINISTRATOR, withdrawalId, amountMicros);
  expect(await send()).toBe('early');
  await other.service.payouts.run();
  expect(other.rail.ledger.transfers).toEqual([]);
  other.pass(DAY_MS);
  expect(await send()).toBe('begun');
  await other.close();
});

it('those that a person has to look at keep no other waiting', async () => {
  stage.rail.world.users.add(999);
  const odd = [];
  for (let count = 0; count < 25; count += 1) {
    await stage.earner(2_000 + count, '500');
    const withdrawal = await ask('100', 2_000 + count);
    odd.push(withdrawal);
    const spend_id = `w${String(withdrawal.withdrawalId)}-${String(withdrawal.askedAtMs)}`;
    stage.rail.ledger.transfer({ user_id: 999, asset: 'USDT', amount: '1.25', spend_id });
    await run();
  }
  const withdrawal = await ask('1000');
  for (let round = 0; round < 3; round += 1) await run();
  expect(await stateOf(withdrawal)).toBe('paid');
  expect(await stateOf(odd[0] ?? withdrawal)).toBe('sending');
});

it('thousands that were sent agree with the rail, of which none is reported', async () => {
  const count = 1_200;
  const nowMs = Date.parse('2026-03-02T06:00:00Z');
  for (let number = 1; number <= count; number += 1) {
    const id = 10_000 + number;
    stage.rail.ledger.transfers.push({
      transfer_id: id,
      spend_id: `w${String(id)}-0`,
      user_id: ADA,
      asset: 'USDT',
      amount: '1',
      status: 'completed',
      completed_at: new Date(nowMs).toISOString(),
    });
    await stage.sql(
      `INSERT INTO rail_payouts (withdrawal_id, rail, account_id, amount_micros, asset, asset_amount, state, begun_at_ms, transfer_id, ended_at_ms)
       VALUES (?, 'crypto_pay', ?, 80000000, 'USDT', '1', 'sent', ?, ?, ?)`,
      ...[id, ADA, nowMs, String(id), nowMs],
    );
  }
  expect(await stage.service.reconciliation.run()).toBe(0);
  stage.rail.ledger.transfers.splice(0, 1);
  stage.rail.ledger.transfers.pop();
  stage.pass(3_600_000);
  expect(await stage.service.reconciliation.run()).toBe(2);
});

describe('where the rail', () => {
  it.each(['lost', 'silent', 'html', 'error'] as const)(
    'answers with %s, the transfer is asked about before it is made again',
    async (fault) => {
      const withdrawal = await ask('1000');
      stage.rail.fault('transfer', fault);
      expect(await run()).toBe(0);
      expect(await stateOf(withdrawal)).toBe('sending');
      stage.rail.calls.length = 0;
      expect(await run()).toBe(1);
      expect(stage.rail.calls[0]).toBe('getTransfers');
      expect(stage.rail.ledger.transfers).toHaveLength(1);
      expect(await stateOf(withdrawal)).toBe('paid');
    },
  );

  it('lost the answer and does not answer the question either, nothing is sent', async () => {
    const withdrawal = await ask('1000');
    stage.rail.fault('transfer', 'lost');
    stage.rail.faultOf = (method) =>
      method === 'getTransfers' && stage.rail.calls.includes('transfer') ? 'silent' : null;
    await run();
    await run();
    await run();
    expect(stage.rail.calls.filter((method) => method === 'transfer')).toHaveLength(1);
    stage.rail.faultOf = null;
    await run();
    expect(await stateOf(withdrawal)).toBe('paid');
    expect(stage.rail.ledger.transfers).toHaveLength(1);
  });

  it('refuses, the withdrawal waits for an administrator, who hears why, and it is not tried again by itself', async () => {
    stage.rail.world.balances.set('USDT', 1);
    const withdrawal = await ask('1000');
    expect(await run()).toBe(1);
    expect(await stateOf(withdrawal)).toBe('waiting');
    expect((await stage.service.withdrawals.info(ADA, withdrawal.withdrawalId)).note).toBe(
      'NOT_ENOUGH_COINS',
    );
    const queued = await stage.store.notifications.claim('w', 10, 60_000, Date.now());
    expect(queued.filter(({ kind }) => kind === 'payout_refused')).toMatchObject([
      { accountId: ADMINISTRATOR, facts: { reason: 'NOT_ENOUGH_COINS' } },
    ]);
    stage.rail.world.balances.set('USDT', 1_000);
    await run();
    expect(stage.rail.ledger.transfers).toEqual([]);
    const { withdrawalId, amountMicros } = withdrawal;
    expect(await stage.service.payouts.send(ADMINISTRATOR, withdrawalId, amountMicros)).toBe('begun');
    await run();
    expect(await stateOf(withdrawal)).toBe('paid');
    expect(await sums()).toMatchObject({ postingsMicros: 0n, reservesOff: 0 });
  });

  it('is set to pay in another asset, what was begun is sent in its own, and what was refused in the new one', async () => {
    const [begun, refused] = [await ask('1000'), await ask('2400')];
    stage.rail.faultOf = (method) => (method === 'transfer' && calls('transfer') === 1 ? 'silent' : null);
    stage.rail.world.balances.set('USDT', 20);
    await run();
    expect([await stateOf(begun), await stateOf(refused)]).toEqual(['sending', 'waiting']);
    stage.rail.world.balances.set('TON', 1_000);
    const { payouts } = await stage.restarted({ CRYPTO_PAY_ASSET: 'TON' });
    await payouts.send(ADMINISTRATOR, refused.withdrawalId, refused.amountMicros);
    expect(await payouts.run()).toBe(2);
    expect(stage.rail.ledger.transfers).toMatchObject([
      { asset: 'USDT', amount: '12.5' },
      { asset: 'TON', amount: '10' },
    ]);
    expect([await stateOf(begun), await stateOf(refused)]).toEqual(['paid', 'paid']);
    expect(await sums()).toMatchObject({ postingsMicros: 0n, reservesOff: 0 });
  });

  it('refuses what another process had it make in between, it counts as sent', async () => {
    const withdrawal = await ask('1000');
    const spend_id = `w${String(withdrawal.withdrawalId)}-${String(withdrawal.askedAtMs)}`;
    stage.rail.faultOf = (method) => {
      if (method === 'transfer')
        stage.rail.ledger.transfer({ user_id: ADA, asset: 'USDT', amount: '12.5', spend_id });
      return null;
    };
    expect(await run()).toBe(1);
    expect(await stateOf(withdrawal)).toBe('paid');
    expect(stage.rail.ledger.transfers).toHaveLength(1);
  });

  it('has made the transfer of this id to somebody else, nothing is booked', async () => {
    const withdrawal = await ask('1000');
    stage.rail.world.users.add(999);
    const spend_id = `w${String(withdrawal.withdrawalId)}-${String(withdrawal.askedAtMs)}`;
    stage.rail.ledger.transfer({ user_id: 999, asset: 'USDT', amount: '12.5', spend_id });
    expect(await run()).toBe(0);
    expect(await stateOf(withdrawal)).toBe('sending');
    expect(stage.logged.join('\n')).toContain('a transfer is not the payout of its id');
  });
});

it('what the rail has and the ledger has not is reported once, both sides, and stays as it is', async () => {
  await ask('1000');
  await run();
  stage.rail.ledger.transfer({ user_id: ADA, asset: 'USDT', amount: '5', spend_id: 'by hand' });
  expect(await stage.service.reconciliation.run()).toBe(1);
  expect(await stage.service.reconciliation.run()).toBe(1);
  expect(await stage.service.reconciliation.differences(ADMINISTRATOR)).toMatchObject([
    { about: 'transfer 9002', ours: 'no payout', theirs: `5 USDT to user:${String(ADA)}` },
  ]);
  const queued = await stage.store.notifications.claim('w', 10, 60_000, Date.now());
  expect(queued.filter(({ kind }) => kind === 'rail_difference')).toHaveLength(1);
  stage.rail.ledger.transfers.pop();
  expect(await stage.service.reconciliation.run()).toBe(0);
  expect(await stage.service.reconciliation.differences(ADMINISTRATOR)).toEqual([]);
});

it('what the ledger has and the rail has not is a difference, once the rail must know of it', async () => {
  await ask('1000');
  await run();
  stage.rail.ledger.transfers.length = 0;
  // The rail may have been asked before it was made.
  expect(await stage.service.reconciliation.run()).toBe(0);
  stage.pass(3_600_000);
  expect(await stage.service.reconciliation.run()).toBe(1);
});

it('a rail that does not answer changes nothing that is known of differences', async () => {
  stage.rail.world.users.add(5);
  stage.rail.ledger.transfer({ user_id: 5, asset: 'USDT', amount: '5', spend_id: 'by hand' });
  await stage.service.reconciliation.run();
  stage.rail.fault('getTransfers', 'silent');
  await stage.service.reconciliation.run();
  expect(await stage.service.reconciliation.differences(ADMINISTRATOR)).toHaveLength(1);
});
