/** Administrators read once a day what came and went by rails, what differs, what waits, and whether payouts are stopped. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wordNotification } from '../../bot/notifications/words.js';
import { parseMoney } from '../../core/money.js';
import { ADMINISTRATOR, openPaymentStage, type PaymentStage } from './stage.js';

const ADA = 61;
const HOUR_MS = 3_600_000;
let stage: PaymentStage;

// It is 6 o'clock on 2 March in UTC.
beforeEach(async () => {
  stage = await openPaymentStage({ SERVICE_TIMEZONE: 'UTC', SUMMARY_HOUR: '9' });
  await stage.earner(ADA, '9000');
  stage.rail.world.users.add(ADA);
});
afterEach(() => stage.close());

async function pay(amount: string): Promise<void> {
  const wanted = { rail: 'crypto_pay', amountMicros: parseMoney(amount) } as const;
  stage.rail.pay((await stage.service.deposits.ask(ADA, wanted)).invoiceId ?? '');
  await stage.service.deposits.refresh();
}
async function withdraw(amount: string): Promise<void> {
  const wanted = { amountMicros: parseMoney(amount), details: '', rail: 'crypto_pay' } as const;
  await stage.service.withdrawals.ask(ADA, { ...wanted, requestKey: amount });
}
const claimed = async () => {
  const all = await stage.store.notifications.claim('w', 50, 60_000, Date.now());
  return all.filter(({ kind }) => kind === 'money_summary');
};
/** What the summaries say that were queued since. */
const said = async () => {
  await stage.service.daySummary.queueDue();
  const worded = (await claimed()).map((each) => wordNotification(each, stage.service));
  return (await Promise.all(worded)).map((content) => content?.html ?? null);
};

it('says by rail what came and went on the day before, what waits and what differs', async () => {
  await pay('800');
  await pay('1200');
  await withdraw('1000');
  await stage.service.payouts.run();
  await withdraw('5001');
  stage.rail.ledger.transfer({ user_id: ADA, asset: 'USDT', amount: '5', spend_id: 'by hand' });
  await stage.service.reconciliation.run();
  await stage.service.payouts.setOn(ADMINISTRATOR, false);
  stage.pass(24 * HOUR_MS);
  expect(await said()).toEqual([]);
  stage.pass(3 * HOUR_MS);
  const [text] = await said();
  expect(text?.split('\n')).toEqual([
    '🏦 <b>Payments of 2026-03-02</b>',
    '',
    '💰 Crypto Pay (@CryptoBot), came in: 2 over <b>₽2,000.00</b>',
    '💸 Crypto Pay (@CryptoBot), went out: 1 over <b>₽1,000.00</b>',
    '🏦 <b>Withdrawals that wait</b>: 1',
    '⚠️ <b>A payment service and the ledger differ</b>: 1',
    '⛔️ <b>Payouts by payment services are stopped.</b>',
  ]);
});

it('comes once a day, from whichever process, and is empty of a day on which nothing happened', async () => {
  stage.pass(3 * HOUR_MS);
  await pay('800');
  expect(await said()).toEqual([null]);
  await stage.process(null).daySummary.queueDue();
  stage.pass(12 * HOUR_MS);
  expect(await said()).toEqual([]);
  stage.pass(12 * HOUR_MS);
  expect(await said()).toEqual([expect.stringContaining('came in: 1 over')]);
  stage.pass(24 * HOUR_MS);
  expect(await said()).toEqual([null]);
});

it('is for administrators alone, and for services with rails', async () => {
  await expect(async () => stage.service.daySummary.read(ADA, '2026-03-01')).rejects.toThrow();
  stage.pass(3 * HOUR_MS);
  await stage.withRails(() => []).daySummary.queueDue();
  expect(await claimed()).toEqual([]);
});
