/** A payout whose rail never answers again ends by an administrator's word, once the rail was asked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { ADMINISTRATOR, openPaymentStage, type PaymentStage } from './stage.js';

const ADA = 51;
const HOUR_MS = 3_600_000;
const AMOUNT = parseMoney('1000');
let stage: PaymentStage;
let withdrawalId = 0;
let askedAtMs = 0;

beforeEach(async () => {
  stage = await openPaymentStage();
  await stage.earner(ADA, '9000');
  stage.rail.world.users.add(ADA);
  const wanted = { amountMicros: AMOUNT, details: '', rail: 'crypto_pay', requestKey: 'k' } as const;
  const asking = await stage.service.withdrawals.ask(ADA, wanted);
  if (asking.kind !== 'asked') throw new Error(asking.kind);
  ({ withdrawalId, askedAtMs } = asking.withdrawal);
});
afterEach(() => stage.close());

const run = () => stage.service.payouts.run();
const state = async () => (await stage.service.withdrawals.info(ADA, withdrawalId)).state;
const wasSent = (note = 'Seen in @CryptoBot.') =>
  stage.service.withdrawals.pay(ADMINISTRATOR, withdrawalId, { seenMicros: AMOUNT, note });
const wasNotSent = (note = 'Their support says so.') =>
  stage.service.withdrawals.takeBack(ADMINISTRATOR, withdrawalId, note);
const goSilent = () => {
  stage.rail.faultOf = () => 'silent';
};
/** The rail took the transfer, or did not, and was never heard again. */
async function loseAnswer(isSent: boolean): Promise<void> {
  stage.rail.faultOf = (method) => {
    if (method !== 'transfer') return null;
    goSilent();
    return isSent ? 'lost' : 'silent';
  };
  await run();
  expect(await state()).toBe('sending');
}

describe('a rail that is silent', () => {
  it('was asked to send it a moment ago: no word counts yet', async () => {
    await loseAnswer(true);
    stage.pass(HOUR_MS);
    await expect(wasSent()).rejects.toMatchObject({ kind: 'conflict' });
    stage.pass(1);
    expect(await wasSent()).toMatchObject({ kind: 'decided', withdrawal: { state: 'paid' } });
  });

  it('has sent it by an administrator’s word: it is booked on the rail’s account, and agrees later', async () => {
    await loseAnswer(true);
    stage.pass(2 * HOUR_MS);
    await expect(wasSent('')).rejects.toMatchObject({ kind: 'invalid' });
    await wasSent();
    expect(await stage.railBalance()).toBe(-AMOUNT);
    expect(stage.logged.join('\n')).toContain('a payout was settled by word');
    stage.rail.faultOf = null;
    stage.pass(HOUR_MS);
    await run();
    expect(await stage.service.reconciliation.run()).toBe(0);
    expect(stage.rail.ledger.transfers).toHaveLength(1);
    expect(await stage.service.wallet.check()).toMatchObject({ postingsMicros: 0n, reservesOff: 0 });
  });

  it('by word sent what it did not: the comparison shows it once the rail answers', async () => {
    await loseAnswer(false);
    stage.pass(2 * HOUR_MS);
    await wasSent();
    stage.rail.faultOf = null;
    stage.pass(HOUR_MS);
    expect(await stage.service.reconciliation.run()).toBe(1);
    expect(await stage.service.reconciliation.differences(ADMINISTRATOR)).toMatchObject([
      { about: `transfer of withdrawal ${String(withdrawalId)}`, theirs: 'no transfer' },
    ]);
  });

  it('has not sent it by word: it waits, is logged, not sent by itself, and can be paid by hand', async () => {
    await loseAnswer(false);
    stage.pass(2 * HOUR_MS);
    expect(await wasNotSent()).toMatchObject({ kind: 'decided', withdrawal: { state: 'waiting' } });
    expect((await stage.sql<{ count: number }>('SELECT count(*) AS count FROM moderation_log'))[0]).toEqual({
      count: 1,
    });
    stage.rail.faultOf = null;
    await run();
    expect([await state(), stage.rail.ledger.transfers]).toEqual(['waiting', []]);
    expect(await wasSent('By bank.')).toMatchObject({ kind: 'decided', withdrawal: { state: 'paid' } });
    expect(await stage.railBalance()).toBe(0n);
  });

  it('by word did not send what it did: the comparison shows the transfer', async () => {
    await loseAnswer(true);
    stage.pass(2 * HOUR_MS);
    await wasNotSent();
    stage.rail.faultOf = null;
    expect(await stage.service.reconciliation.run()).toBe(1);
  });

  it('has left this service: the word counts without a question', async () => {
    await loseAnswer(true);
    stage.pass(2 * HOUR_MS);
    const calls = stage.rail.calls.length;
    expect(
      await stage.withRails(() => []).withdrawals.takeBack(ADMINISTRATOR, withdrawalId, 'Gone.'),
    ).toMatchObject({
      kind: 'decided',
    });
    expect(stage.rail.calls).toHaveLength(calls);
  });
});

describe('a rail that answers', () => {
  it('and has sent it is believed, whatever the word', async () => {
    await loseAnswer(true);
    stage.pass(2 * HOUR_MS);
    stage.rail.faultOf = null;
    await expect(wasNotSent()).rejects.toThrow('it was sent');
    expect(await state()).toBe('paid');
  });

  it('and has not sent it is believed against “it was sent”', async () => {
    await loseAnswer(false);
    stage.pass(2 * HOUR_MS);
    stage.rail.faultOf = null;
    await expect(wasSent()).rejects.toThrow('it was not sent');
    expect(await state()).toBe('sending');
    expect((await wasNotSent()).kind).toBe('decided');
  });

  it('and has sent it to somebody else leaves it to the administrator', async () => {
    await loseAnswer(false);
    stage.rail.faultOf = null;
    stage.rail.world.users.add(999);
    const spend_id = `w${String(withdrawalId)}-${String(askedAtMs)}`;
    stage.rail.ledger.transfer({ user_id: 999, asset: 'USDT', amount: '12.5', spend_id });
    await run();
    stage.pass(2 * HOUR_MS);
    expect(await wasNotSent()).toMatchObject({ kind: 'decided' });
  });
});

it('one that is settled while its process was about to send it is not sent', async () => {
  await loseAnswer(false);
  stage.pass(2 * HOUR_MS);
  // The rail is heard again, says that it has nothing, and before it is asked to send, the word comes.
  stage.rail.faultOf = null;
  const { tryPayout } = stage.store.rails;
  const late = stage.over({
    ...stage.store,
    rails: {
      ...stage.store.rails,
      tryPayout: async (...given) => {
        await wasNotSent();
        return tryPayout(...given);
      },
    },
  });
  await late.payouts.run();
  expect([await state(), stage.rail.ledger.transfers]).toEqual(['waiting', []]);
});

it('who is no administrator says nothing of it', async () => {
  await loseAnswer(true);
  stage.pass(2 * HOUR_MS);
  await expect(stage.service.withdrawals.takeBack(ADA, withdrawalId, 'mine')).rejects.toMatchObject({
    kind: 'forbidden',
  });
});
