/**
 * SIGKILL of the real processes on the way of a deposit and of a payout: when the rail is asked, before it does anything, or
 * after it did and before its answer comes. Afterwards the ledger equals the rail, and nothing was paid twice or lost.
 * PAYMENT_KILLS says how many cycles.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import type { CallFault } from '../../emulator/rail-socket.js';
import { sqlOver } from '../support/database.js';
import { call } from '../support/service-process.js';
import { openWorld, publisherId, type World } from './world.js';

/** Which process dies of what: at a call of the rail, that is done or not; or while a notice comes. */
const steps: readonly { dies: 'api' | 'bot'; at: string; fault: CallFault }[] = [
  { dies: 'bot', at: 'transfer', fault: 'lost' },
  { dies: 'api', at: 'createInvoice', fault: 'lost' },
  { dies: 'bot', at: 'transfer', fault: 'silent' },
  { dies: 'api', at: 'notice', fault: 'silent' },
  { dies: 'bot', at: 'getTransfers', fault: 'lost' },
  { dies: 'api', at: 'createInvoice', fault: 'silent' },
  { dies: 'bot', at: 'getExchangeRates', fault: 'lost' },
];
const CYCLES = Number(process.env['PAYMENT_KILLS'] ?? 4);
const AMOUNT = parseMoney('100');
const ENDED_WITHIN_MS = 60_000;

let rail: CryptoPay;
let world: World;
let api = '';

beforeAll(async () => {
  rail = await openCryptoPay();
  rail.world.users.add(publisherId);
  rail.world.balances.set('USDT', 1_000_000);
  world = await openWorld({
    CRYPTO_PAY_TOKEN: rail.token,
    CRYPTO_PAY_ROOT: rail.url,
    PAYOUT_MAX: '1000',
    PAYOUT_ACCOUNT_DAY_MAX: '1000000',
    PAYOUT_DAY_MAX: '1000000',
  });
  // As if the bot had earned it.
  const url = world.processes.environment['DATABASE_URL'] ?? '';
  await world.service.wallet.credit(publisherId, parseMoney('100000'), {
    reference: 'earned',
    note: '',
    bookedBy: null,
  });
  await sqlOver(url, 'UPDATE bots SET profit_micros = 100000000000 WHERE account_id = ?', publisherId);
  await sqlOver(url, 'UPDATE accounts SET is_trusted = 1 WHERE account_id = ?', publisherId);
  await restart();
}, 180_000);
afterAll(async () => {
  await world.close();
  await rail.close();
});

/** As an hour later: an account may begin twenty deposits an hour. */
async function passHour(): Promise<void> {
  const url = world.processes.environment['DATABASE_URL'] ?? '';
  await sqlOver(url, 'DELETE FROM limit_takes WHERE key = ?', `deposits:${String(publisherId)}`);
}

async function restart(): Promise<void> {
  api = (await world.processes.start('api'))['api'] ?? api;
  await world.processes.start('bot');
}

/** Resolves when the process is dead. */
function killAt({ dies, at, fault }: (typeof steps)[number]): Promise<void> {
  return new Promise((resolve) => {
    rail.faultOf = (method) => {
      if (method !== at) return null;
      rail.faultOf = null;
      void world.processes.kill(dies).then(resolve);
      return fault;
    };
  });
}

const deposit = () =>
  call(`${api}/wallet`, world.keys.publisher, { action: 'deposit', rail: 'crypto_pay', amount: 100 });
const bringNotices = () => rail.notices.deliver(`${api}/payments/crypto_pay`, { repeats: 1 });
const withdrawals = () => world.service.withdrawals.list(publisherId, { beforeId: null, limit: 100 });

async function payAll(): Promise<void> {
  for (const { invoice_id, status } of [...rail.ledger.invoices])
    if (status === 'active') rail.pay(invoice_id);
  await bringNotices();
}

async function dieOnce(cycle: number, step: (typeof steps)[number]): Promise<void> {
  const wanted = { amountMicros: AMOUNT, details: '', rail: 'crypto_pay' as const };
  const isNotice = step.at === 'notice';
  const dead = isNotice ? null : killAt(step);
  await deposit().catch(() => null);
  for (const { invoice_id, status } of [...rail.ledger.invoices])
    if (status === 'active') rail.pay(invoice_id);
  await world.service.withdrawals.ask(publisherId, { ...wanted, requestKey: `cycle ${String(cycle)}` });
  await Promise.all([bringNotices(), isNotice ? world.processes.kill(step.dies) : dead]);
}

async function expectRight(cycles: number): Promise<void> {
  const made = await withdrawals();
  expect(made.map(({ state }) => state)).toEqual(Array.from({ length: cycles }, () => 'paid'));
  expect(rail.ledger.transfers.map(({ spend_id }) => spend_id.split('-')[0]).sort()).toEqual(
    made.map(({ withdrawalId }) => `w${String(withdrawalId)}`).sort(),
  );
  const paid = rail.ledger.invoices.filter(({ status }) => status === 'paid').length;
  const { availableMicros } = await world.service.wallet.balance(publisherId);
  expect(availableMicros).toBe(parseMoney('100000') + AMOUNT * BigInt(paid - cycles));
  expect(await world.service.reconciliation.run()).toBe(0);
  expect(await world.service.wallet.check()).toMatchObject({
    postingsMicros: 0n,
    balancesMicros: 0n,
    reservesOff: 0,
  });
}

it(
  `${String(CYCLES)} kills on the way of deposits and payouts: the ledger equals the rail`,
  async () => {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      await passHour();
      const step = steps[cycle % steps.length] ?? steps[0];
      if (step !== undefined) await dieOnce(cycle, step);
      await restart();
      await deposit();
      await payAll();
      // What no notice brought, such as an invoice whose number was lost with its process, the comparison books.
      await world.service.reconciliation.run();
      await expect
        .poll(async () => (await withdrawals()).every(({ state }) => state === 'paid'), {
          timeout: ENDED_WITHIN_MS,
          interval: 500,
        })
        .toBe(true);
      await expectRight(cycle + 1);
    }
  },
  60_000 + CYCLES * ENDED_WITHIN_MS,
);
