/** Payments in stars that no update brings, or whose update cannot be stored: none is lost, each is booked once. */
import { beforeEach, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import { openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const albert = { id: 31, first_name: 'Albert', language_code: 'en' } as const;

let stage: ServiceStage;
let bot: RunningBot;
let invoice: number;

beforeEach(async () => {
  stage = await openServiceStage({ STARS_RATE: '1.5' });
  bot = await stage.startBot();
  await stage.client.users(albert);
  const visitor = new Visitor(stage, albert.id);
  await visitor.say('/wallet');
  await visitor.go('Deposit', 'How many stars');
  await visitor.press('250');
  await visitor.shows('An invoice over 250 stars');
  invoice = (await visitor.messages()).find((message) => message.invoice !== undefined)?.message_id ?? 0;
  return async () => {
    await bot.stop();
    await stage.close();
  };
});

const available = async () => (await stage.service.wallet.balance(albert.id)).availableMicros;
const compare = () => stage.service.starDeposits.compare();

/** Albert pays, and the bot is not running when the platform says so. */
async function payUnheard(): Promise<void> {
  await bot.stop();
  const query = await stage.client.pay(albert.id, operatorName, invoice);
  const call = (method: string, payload: object) =>
    fetch(`${stage.emulator.url}/bot${operatorToken}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
  await call('answerPreCheckoutQuery', { pre_checkout_query_id: query, ok: true });
  expect((await stage.client.waitForPayment(albert.id, operatorName, query)).status).toBe('paid');
  // What the platform kept for a day is gone.
  await call('deleteWebhook', { drop_pending_updates: true });
}

it('a payment whose update is gone is found in the platform’s list, and booked once', async () => {
  await payUnheard();
  expect(await available()).toBe(0n);
  expect(await compare()).toBe(0);
  expect(await available()).toBe(375_000_000n);
  await compare();
  expect(await available()).toBe(375_000_000n);
  expect(stage.logged.join('\n')).toContain('that no update brought is booked');
});

it('a payment that was booked is left alone, also by another process', async () => {
  const query = await stage.client.pay(albert.id, operatorName, invoice);
  await stage.client.waitForPayment(albert.id, operatorName, query);
  await stage.until(async () => (await available()) > 0n);
  await compare();
  expect(await available()).toBe(375_000_000n);
  expect(stage.logged.join('\n')).not.toContain('that no update brought');
});

it('a refund that no update brought leaves the wallet', async () => {
  await payUnheard();
  await compare();
  const [payment] = await stage.store.starPayments.ofAccount(albert.id, 1);
  await stage.infrastructure.platform.refundStars(operatorToken, albert.id, payment?.chargeId ?? '');
  await compare();
  expect(await available()).toBe(0n);
});

it('the platform does not answer: the list is read again from where it stood', async () => {
  await payUnheard();
  const fault = { token: operatorToken, method: 'getStarTransactions', kind: '500' } as const;
  await stage.client.faults({ ...fault, times: 3 });
  expect(await compare()).toBe(0);
  expect(await available()).toBe(0n);
  await compare();
  expect(await available()).toBe(375_000_000n);
});

it('a payment that cannot be stored three times is not given up', async () => {
  const { ledger } = stage.store;
  const whole = ledger.deposit;
  let refused = 0;
  ledger.deposit = (...deposit) => {
    refused += 1;
    if (refused < 5) return Promise.reject(new TypeError('a fault of ours'));
    ledger.deposit = whole;
    return whole(...deposit);
  };
  const query = await stage.client.pay(albert.id, operatorName, invoice);
  await stage.client.waitForPayment(albert.id, operatorName, query);
  await stage.until(async () => (await available()) > 0n);
  expect(refused).toBe(5);
  expect(await available()).toBe(375_000_000n);
});
