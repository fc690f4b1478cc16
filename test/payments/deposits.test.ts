/** Deposits by a payment rail: booked once, no matter who reports them, and nothing is lost that was paid. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { RailDeposit } from '../../core/ports/rail-store.js';
import { Refusal } from '../../emulator/crypto-pay/ledger.js';
import { noticeOf, openPaymentStage, type PaymentStage } from './stage.js';

const ADA = 31;
const HOUR_MS = 3_600_000;
let stage: PaymentStage;

beforeEach(async () => {
  stage = await openPaymentStage();
  await stage.earner(ADA, '0');
});
afterEach(() => stage.close());

const ask = (amount = '800'): Promise<RailDeposit> =>
  stage.service.deposits.ask(ADA, { rail: 'crypto_pay', amountMicros: parseMoney(amount) });
const numberOf = (deposit: RailDeposit) => Number(deposit.invoiceId);
const stateOf = async ({ depositId }: RailDeposit) =>
  (await stage.service.deposits.info(ADA, depositId)).state;
const kept = () => stage.sql<{ state: string; note: string }>('SELECT state, note FROM rail_deposits');

/** Brings the notices that wait, as the api does. */
async function bringNotices(more: { repeats?: number; isForged?: boolean } = {}): Promise<string[]> {
  const { notices } = stage.rail;
  const taken: string[] = [];
  for (const { body } of notices.waiting)
    for (let round = 0; round <= (more.repeats ?? 0); round += 1) {
      const signature = notices.signatureOf(body, more.isForged === true ? 'another' : undefined);
      taken.push(await stage.service.deposits.notice('crypto_pay', noticeOf(body, signature)));
    }
  return taken;
}

it('is made over the service’s currency, and leads to where it is paid', async () => {
  const deposit = await ask();
  expect(deposit).toMatchObject({ state: 'open', amountMicros: 800_000_000n });
  expect(deposit.url).toContain('t.me/CryptoBot');
  expect(stage.rail.ledger.invoices).toMatchObject([
    { currency_type: 'fiat', fiat: 'RUB', amount: '800', status: 'active' },
  ]);
});

describe('a payment', () => {
  it('is booked by its notice, once, however often that comes; the service bears the fee', async () => {
    const deposit = await ask();
    stage.rail.pay(numberOf(deposit));
    expect(await bringNotices({ repeats: 2 })).toEqual(['taken', 'taken', 'taken']);
    expect(await stage.balanceOf(ADA)).toBe(800_000_000n);
    // 3 % of 10 USDT, at 80.
    expect(await stage.railBalance()).toBe(776_000_000n);
    expect(await stateOf(deposit)).toBe('paid');
    expect((await stage.service.wallet.history(ADA, { beforeEntryId: null, limit: 5 }))[0]).toMatchObject({
      kind: 'deposit',
      amountMicros: 800_000_000n,
      note: '10.00000000 USDT',
    });
    expect(await stage.service.wallet.check()).toMatchObject({ postingsMicros: 0n, balancesMicros: 0n });
  });

  it('of the largest amount that a wallet takes is booked', async () => {
    stage.rail.pay(numberOf(await ask('8000000000')));
    expect(await bringNotices()).toEqual(['taken']);
    expect(await stage.balanceOf(ADA)).toBe(parseMoney('8000000000'));
  });

  it('is booked once by notices that come at the same time, and a question', async () => {
    stage.rail.pay(numberOf(await ask()));
    await Promise.all([
      bringNotices(),
      bringNotices(),
      stage.service.deposits.refresh(),
      stage.service.reconciliation.run(),
    ]);
    expect(await stage.balanceOf(ADA)).toBe(800_000_000n);
    expect(await stage.railBalance()).toBe(776_000_000n);
  });

  it('is booked without any notice, by asking', async () => {
    const deposit = await ask();
    stage.rail.pay(numberOf(deposit), 'TON');
    expect(await stage.service.deposits.refresh()).toBe(1);
    expect(await stage.service.deposits.refresh()).toBe(0);
    await bringNotices();
    expect(await stage.balanceOf(ADA)).toBe(800_000_000n);
  });

  it('is booked where its fee is so small that JSON writes it with an exponent', async () => {
    stage.rail.world.rates.set('BTC/RUB', 8_000_000);
    const [bitcoin, other] = [await ask('100'), await ask('800')];
    stage.rail.pay(numberOf(bitcoin), 'BTC');
    stage.rail.pay(numberOf(other));
    expect(stage.rail.ledger.invoices[0]?.fee_amount).toBe(3.8e-7);
    expect(await stage.service.deposits.refresh()).toBe(2);
    expect(await bringNotices()).toEqual(['taken', 'taken']);
    expect(await stage.balanceOf(ADA)).toBe(900_000_000n);
    // 0.00000038 of 0.0000125 BTC, and 3 % of 10 USDT.
    expect(await stage.railBalance()).toBe(872_960_000n);
    expect(await stage.service.reconciliation.run()).toBe(0);
  });

  it('is not believed where somebody else signed its notice', async () => {
    stage.rail.pay(numberOf(await ask()));
    expect(await bringNotices({ isForged: true })).toEqual(['refused']);
    const [notice] = stage.rail.notices.waiting;
    const changed = Buffer.from((notice?.body ?? '').replace('"amount":"800"', '"amount":"900"'));
    const signature = stage.rail.notices.signatureOf(notice?.body ?? '');
    expect(await stage.service.deposits.notice('crypto_pay', noticeOf(changed, signature))).toBe('refused');
    expect(await stage.service.deposits.notice('crypto_pay', noticeOf(changed, ''))).toBe('refused');
    expect(await stage.service.deposits.notice('stripe', noticeOf(changed, signature))).toBe('refused');
    expect(await stage.balanceOf(ADA)).toBe(0n);
  });

  it('whose invoice is not known by its number here is booked when the rail is compared', async () => {
    stage.rail.fault('createInvoice', 'lost');
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
    // The payer met the invoice all the same: its link reached them some other way.
    stage.rail.pay(stage.rail.ledger.invoices[0]?.invoice_id ?? 0);
    expect(await stage.service.reconciliation.run()).toBe(0);
    expect(await stage.balanceOf(ADA)).toBe(800_000_000n);
    expect(stage.logged.join('\n')).toContain('a payment that was not reported is booked');
  });

  it('that is older than a restored backup is booked for its payer', async () => {
    const deposit = await ask();
    await stage.sql('DELETE FROM rail_deposits');
    stage.rail.pay(numberOf(deposit));
    expect(await bringNotices()).toEqual(['taken']);
    expect(await stage.balanceOf(ADA)).toBe(800_000_000n);
    expect(await kept()).toMatchObject([{ state: 'paid' }]);
  });

  it('of another installation with the same merchant is not booked here, and is shown', async () => {
    const other = await openPaymentStage({
      SECRETS_KEY: Buffer.alloc(32, 4).toString('base64'),
      CRYPTO_PAY_TOKEN: stage.rail.token,
      CRYPTO_PAY_ROOT: stage.rail.url,
    });
    try {
      await other.earner(ADA, '0');
      await other.service.deposits.ask(ADA, { rail: 'crypto_pay', amountMicros: parseMoney('800') });
      stage.rail.pay(stage.rail.ledger.invoices[0]?.invoice_id ?? 0);
      expect(await bringNotices()).toEqual(['taken']);
      expect(await stage.service.reconciliation.run()).toBe(1);
      expect(await stage.balanceOf(ADA)).toBe(0n);
      await other.service.deposits.refresh();
      expect(await other.balanceOf(ADA)).toBe(800_000_000n);
    } finally {
      await other.close();
    }
  });

  it('booked days late agrees with the rail, also when that is out of what is compared', async () => {
    const deposit = await ask();
    stage.rail.pay(numberOf(deposit));
    stage.pass(4 * 24 * HOUR_MS);
    await stage.service.deposits.refresh();
    for (let day = 0; day < 9; day += 1) {
      expect(await stage.service.reconciliation.run()).toBe(0);
      stage.pass(24 * HOUR_MS);
    }
    expect(await stage.balanceOf(ADA)).toBe(800_000_000n);
  });

  it('after the end of its deposit here is booked', async () => {
    const deposit = await ask();
    stage.rail.pay(numberOf(deposit));
    await stage.store.rails.expireDeposit(deposit.requestKey, 0);
    await bringNotices();
    expect(await stage.balanceOf(ADA)).toBe(800_000_000n);
    expect(await stateOf(deposit)).toBe('paid');
  });

  it('is booked out of a list without end, by which nothing else is compared', async () => {
    const [one, other] = [await ask(), await ask('900')];
    stage.rail.pay(numberOf(one));
    stage.rail.pay(numberOf(other));
    await bringNotices();
    stage.pass(2 * 86_400_000);
    const third = await ask('700');
    stage.rail.pay(numberOf(third));
    const endless = stage.withRails((rails) =>
      rails.map((rail) => ({
        ...rail,
        paidInvoices: async (sinceMs, from) => {
          const page = await rail.paidInvoices(sinceMs, null);
          if (page.kind !== 'certain') return page;
          const items = page.value.items.filter(
            ({ invoiceId }) => from === null && invoiceId === third.invoiceId,
          );
          return { kind: 'certain', value: { items, next: 'more' } };
        },
      })),
    );
    expect(await endless.reconciliation.run()).toBe(0);
    expect(await stage.balanceOf(ADA)).toBe(2_400_000_000n);
    expect(await stage.service.reconciliation.differences(900)).toEqual([]);
    expect(stage.logged).toContain('a payment rail has more than is compared {"rail":"crypto_pay"}');
  });

  it('of another amount or currency than was asked for is not booked, and a person hears of it', async () => {
    const [one, other] = [await ask(), await ask('900')];
    const [first, second] = stage.rail.ledger.invoices;
    Object.assign(first ?? {}, { amount: '80' });
    Object.assign(second ?? {}, { fiat: 'USD' });
    stage.rail.pay(numberOf(one));
    stage.rail.pay(numberOf(other));
    await bringNotices();
    expect(await stage.balanceOf(ADA)).toBe(0n);
    expect(await stage.service.reconciliation.run()).toBe(2);
    expect(await stage.service.reconciliation.differences(900)).toMatchObject([
      { about: `invoice ${one.invoiceId ?? ''}`, ours: 'nothing booked' },
      { about: `invoice ${other.invoiceId ?? ''}`, ours: 'nothing booked' },
    ]);
  });
});

describe('an invoice', () => {
  it('that is not paid ends after an hour, and cannot be paid then', async () => {
    const deposit = await ask();
    stage.pass(HOUR_MS);
    expect(await stage.service.deposits.refresh()).toBe(1);
    expect(await stateOf(deposit)).toBe('expired');
    expect(() => {
      stage.rail.pay(numberOf(deposit));
    }).toThrow('INVOICE_NOT_ACTIVE');
  });

  it('of a rail that does not answer ends, too', async () => {
    stage.rail.fault('createInvoice', 'html');
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(stage.rail.ledger.invoices).toEqual([]);
    stage.pass(2 * HOUR_MS + 1);
    expect(await stage.service.deposits.refresh()).toBe(1);
    expect(await kept()).toMatchObject([{ state: 'expired' }]);
  });

  it('that the rail refuses says so, in its words', async () => {
    await expect(ask('1')).rejects.toThrow('at least');
    stage.rail.ledger.createInvoice = () => {
      throw new Refusal('AMOUNT_TOO_BIG');
    };
    await expect(ask()).rejects.toThrow('refused it (AMOUNT_TOO_BIG)');
    expect(await kept()).toEqual([{ state: 'refused', note: 'AMOUNT_TOO_BIG' }]);
  });

  it('is made twenty times an hour at most', async () => {
    for (let count = 0; count < 20; count += 1) await ask();
    await expect(ask()).rejects.toMatchObject({ kind: 'limited' });
    stage.pass(HOUR_MS + 1);
    await ask();
  });
});

it('another’s deposit is not there', async () => {
  const deposit = await ask();
  await stage.earner(ADA + 1, '0');
  await expect(stage.service.deposits.info(ADA + 1, deposit.depositId)).rejects.toMatchObject({
    kind: 'forbidden',
  });
});
