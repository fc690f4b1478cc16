/** What a rail holds, next to its account in the ledger: money that went by hand is seen, a rate that moves is not. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { ADMINISTRATOR, openPaymentStage, type PaymentStage } from './stage.js';

const ADA = 51;
const HOUR_MS = 3_600_000;
let stage: PaymentStage;

// 100 USDT at 80, of which the rail keeps 3.
beforeEach(async () => {
  stage = await openPaymentStage();
  stage.rail.world.balances.set('USDT', 0);
  await stage.earner(ADA, '9000');
  stage.rail.world.users.add(ADA);
  await pay('8000');
});
afterEach(() => stage.close());

async function pay(amount: string, asset?: string): Promise<void> {
  const wanted = { rail: 'crypto_pay', amountMicros: parseMoney(amount) } as const;
  stage.rail.pay((await stage.service.deposits.ask(ADA, wanted)).invoiceId ?? '', asset);
  await stage.service.deposits.refresh();
}
/** As in the app itself: no list has it. */
function takeByHand(amount: number, asset = 'USDT'): void {
  const { balances } = stage.rail.world;
  balances.set(asset, (balances.get(asset) ?? 0) - amount);
}
const compare = () => stage.service.reconciliation.run();
const differences = () => stage.service.reconciliation.differences(ADMINISTRATOR);

it('a transfer made by hand is reported once, with both sides, and goes when the money is back', async () => {
  expect(await compare()).toBe(0);
  takeByHand(50);
  expect(await compare()).toBe(1);
  expect(await compare()).toBe(1);
  expect(await differences()).toMatchObject([
    { rail: 'crypto_pay', about: 'balance', ours: '₽7,760.00', theirs: '₽3,760.00' },
  ]);
  const queued = await stage.store.notifications.claim('w', 10, 60_000, Date.now());
  expect(queued.filter(({ kind }) => kind === 'rail_difference')).toHaveLength(1);
  takeByHand(-50);
  expect(await compare()).toBe(0);
  expect(await differences()).toEqual([]);
});

it('everything that it holds counts, each asset at its own rate', async () => {
  await pay('2400', 'TON');
  expect(await compare()).toBe(0);
  takeByHand(9, 'TON');
  expect(await compare()).toBe(1);
  expect(await differences()).toMatchObject([{ ours: '₽10,088.00', theirs: '₽7,928.00' }]);
});

it('a rate may move by a tenth', async () => {
  stage.rail.world.rates.set('USDT/RUB', 72.1);
  expect(await compare()).toBe(0);
  stage.rail.world.rates.set('USDT/RUB', 71.9);
  expect(await compare()).toBe(1);
});

it('what is being sent may be gone', async () => {
  const wanted = { amountMicros: parseMoney('4000'), details: '', rail: 'crypto_pay' } as const;
  await stage.service.withdrawals.ask(ADA, { ...wanted, requestKey: 'k' });
  stage.rail.fault('transfer', 'silent');
  expect(await stage.service.payouts.run()).toBe(0);
  takeByHand(50);
  expect(await compare()).toBe(0);
  takeByHand(20);
  expect(await compare()).toBe(1);
});

it('the operator may take the service’s own income out, and no more', async () => {
  // 240 of the deposit are the rail's: 4,000 are left of what was earned.
  await stage.sql(
    "UPDATE ledger_accounts SET balance_micros = balance_micros + 4240000000 WHERE kind = 'fee'",
  );
  takeByHand(50);
  expect(await compare()).toBe(0);
  takeByHand(10);
  expect(await compare()).toBe(1);
});

it('a rail that does not say what it holds, or at which rate, leaves what is known', async () => {
  takeByHand(50);
  await compare();
  takeByHand(-50);
  stage.rail.world.rates.delete('USDT/RUB');
  expect(await compare()).toBe(0);
  expect(await differences()).toHaveLength(1);
  stage.rail.world.rates.set('USDT/RUB', 80);
  stage.rail.fault('getBalance', 'silent');
  expect(await compare()).toBe(0);
  expect(await differences()).toHaveLength(1);
  stage.pass(HOUR_MS);
  await compare();
  expect(await differences()).toEqual([]);
});
