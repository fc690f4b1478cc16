/** Payments in stars given back: once, whatever is lost on the way, and only what is still there. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkedLanguages } from '../../words/index.js';
import { parseMoney } from '../../core/money.js';
import { admin, introduceAccounts, moneyActions, moneySettings, secondAdmin } from './money-actions.js';
import { Visitor } from './operator-stage.js';
import { openServiceStage, publisherId, type RunningBot, type ServiceStage } from './service-stage.js';
import { operatorName } from './stage.js';

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({
    ...moneySettings,
    STARS_RATE: '2',
  });
  bot = await stage.startBot();
  await introduceAccounts(stage);
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const { arrive, askFor, balance, isSound } = moneyActions(() => stage);

describe.each(checkedLanguages)('in %s', (language) => {
  it('a payment in stars is given back, and the payer is told', async () => {
    await pay(50);
    const payer = new Visitor(stage, publisherId);
    const { visitor, words } = await arrive(admin.id, language);
    await visitor.forge(`purse:${String(publisherId)}`);
    await visitor.press(words.text('button-star-payments'));
    await visitor.press(/50 ⭐️/);
    await visitor.shows(/100[.,]00/);
    const { note, isAlert } = await visitor.press(words.text('button-refund-yes'));
    expect({ note, isAlert }).toEqual({ note: words.text('refund-done'), isAlert: false });
    expect((await visitor.screen()).text).toContain(words.text('refund-state-done').trim());
    expect(await balance()).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
    const [payment] = await stage.client.payments(publisherId, operatorName);
    expect(payment?.status).toBe('refunded');
    await payer.shows('50 ⭐️ is given back');
    expect(await isSound()).toBe(true);
  });
});

/** Petra pays so many stars, two roubles each. */
async function pay(stars: number): Promise<void> {
  const visitor = new Visitor(stage, publisherId);
  await visitor.say('/wallet');
  await visitor.go('Deposit', 'How many stars');
  await visitor.say(String(stars));
  await visitor.shows('An invoice');
  const invoice = (await visitor.messages()).findLast((message) => message.invoice !== undefined);
  const query = await stage.client.pay(publisherId, operatorName, invoice?.message_id ?? 0);
  await stage.client.waitForPayment(publisherId, operatorName, query);
  await visitor.shows('are booked');
}

describe('refunds', () => {
  const chargeOf = async () => (await stage.service.refunds.payments(null, publisherId))[0]?.chargeId ?? '';

  it('what is spent is not given back', async () => {
    await pay(50);
    await askFor('60');
    const chargeId = await chargeOf();
    expect(await stage.service.refunds.refund(admin.id, chargeId)).toMatchObject({
      kind: 'spent',
      availableMicros: parseMoney('40'),
    });
    const [payment] = await stage.client.payments(publisherId, operatorName);
    expect(payment?.status).toBe('paid');
  });

  it('two who press at once, and the platform’s own word, book it once', async () => {
    await pay(50);
    const chargeId = await chargeOf();
    const outcomes = await Promise.all(
      [admin.id, secondAdmin.id].map((id) => stage.service.refunds.refund(id, chargeId)),
    );
    expect(outcomes.every(({ kind }) => kind === 'refunded' || kind === 'already')).toBe(true);
    await stage.service.refunds.refunded(chargeId);
    const lines = await stage.service.wallet.history(publisherId, { beforeEntryId: null, limit: 9 });
    expect(lines.map(({ kind }) => kind)).toEqual(['refund_paid', 'refund', 'deposit']);
    expect(await isSound()).toBe(true);
  });

  it('a refund whose answer was lost is waiting, and gone on with', async () => {
    await pay(50);
    const chargeId = await chargeOf();
    await stage.client.faults({ method: 'refundStarPayment', kind: '502', times: 9 });
    expect(await stage.service.refunds.refund(admin.id, chargeId)).toMatchObject({ kind: 'waiting' });
    expect(await balance()).toMatchObject({ availableMicros: 0n, reservedMicros: parseMoney('100') });
    await stage.client.clearFaults();
    expect(await stage.service.refunds.refund(null, chargeId)).toMatchObject({ kind: 'refunded' });
    expect(await balance()).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
    expect(await isSound()).toBe(true);
  });

  it('a refund that a crash left in the middle is gone on with by maintenance', async () => {
    await pay(50);
    await stage.store.starPayments.beginRefund(await chargeOf(), admin.id, Date.now() - 120_000);
    expect(await stage.service.refunds.finishWaiting()).toBe(1);
    expect(await stage.service.refunds.finishWaiting()).toBe(0);
    expect((await stage.client.payments(publisherId, operatorName))[0]?.status).toBe('refunded');
    expect(await balance()).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
    expect(await isSound()).toBe(true);
  });

  it('a refund that was done, and the reply lost, is done', async () => {
    await pay(50);
    await stage.client.faults({ method: 'refundStarPayment', kind: 'drop' });
    expect(await stage.service.refunds.refund(admin.id, await chargeOf())).toMatchObject({
      kind: 'refunded',
    });
    expect(await balance()).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
  });

  it('one that overtakes its payment leaves with it, and the payer is told', async () => {
    const { service } = stage;
    const payer = new Visitor(stage, publisherId);
    await payer.say('/start');
    await service.refunds.refunded('early');
    const stars = { chargeId: 'early', count: 50 };
    const deposit = { reference: 'xtr:early', note: '50 ⭐️', bookedBy: null, stars };
    // Told twice, as after a crash.
    for (const isNew of [true, false])
      expect(await service.wallet.credit(publisherId, parseMoney('100'), deposit)).toMatchObject({ isNew });
    await service.refunds.refunded('early');
    expect(await balance()).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
    await payer.shows('50 ⭐️ is given back');
    const told = (await payer.messages()).filter(({ text }) => text?.includes('is given back') === true);
    expect(told).toHaveLength(1);
    expect(await isSound()).toBe(true);
  });

  it('what the platform refuses goes back into the wallet', async () => {
    await stage.store.ledger.deposit(
      publisherId,
      parseMoney('100'),
      { reference: 'xtr:none', note: '', bookedBy: null, stars: { chargeId: 'none', count: 50 } },
      Date.now(),
    );
    expect(await stage.service.refunds.refund(admin.id, 'none')).toMatchObject({
      kind: 'refused',
      payment: { refundNote: expect.stringContaining('CHARGE_NOT_FOUND') as unknown },
    });
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('100'), reservedMicros: 0n });
    expect(await isSound()).toBe(true);
  });

  it('an invoice of another rate is refused before it is paid', async () => {
    const visitor = new Visitor(stage, publisherId);
    await visitor.say('/wallet');
    await visitor.go('Deposit', 'How many stars');
    await visitor.say('50');
    await visitor.shows('An invoice');
    const invoice = (await visitor.messages()).findLast((message) => message.invoice !== undefined);
    Object.assign(stage.settings, { STARS_RATE: '3' });
    const query = await stage.client.pay(publisherId, operatorName, invoice?.message_id ?? 0);
    const paid = await stage.client.waitForPayment(publisherId, operatorName, query);
    expect(paid.status).toBe('refused');
    expect(await balance()).toMatchObject({ availableMicros: 0n });
  });
});
