/** Deposits by the platform's stars: what was promised is booked, once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bring } from '../support/people.js';
import { Visitor } from './operator-stage.js';
import { openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';
import { operatorName } from './stage.js';

const albert = { id: 31, first_name: 'Albert', language_code: 'en' } as const;

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({ STARS_RATE: '1.5' });
  bot = await stage.startBot();
  await stage.client.users(albert);
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const available = async () => (await stage.service.wallet.balance(albert.id)).availableMicros;

async function invoiced(visitor: Visitor): Promise<number> {
  await visitor.say('/wallet');
  await visitor.go('Deposit', 'How many stars');
  await visitor.press('250');
  await visitor.shows('An invoice over 250 stars');
  const invoice = (await visitor.messages()).find((message) => message.invoice !== undefined);
  expect(invoice?.invoice).toMatchObject({ currency: 'XTR', total_amount: 250 });
  return invoice?.message_id ?? 0;
}

it('a payment is booked at the rate, and the person is told', async () => {
  const visitor = new Visitor(stage, albert.id);
  const invoice = await invoiced(visitor);
  const query = await stage.client.pay(albert.id, operatorName, invoice);
  expect((await stage.client.waitForPayment(albert.id, operatorName, query)).status).toBe('paid');
  await visitor.shows(/375\.00 are booked/);
  expect(await available()).toBe(375_000_000n);
});

it('a payment that is told twice is booked once', async () => {
  const visitor = new Visitor(stage, albert.id);
  const invoice = await invoiced(visitor);
  const query = await stage.client.pay(albert.id, operatorName, invoice);
  await stage.client.waitForPayment(albert.id, operatorName, query);
  await visitor.shows('are booked');
  const credited = await creditCalls(async () => {
    await stage.client.redeliver(operatorName, await lastUpdate());
    await visitor.shows('What is this bot for');
  });
  expect(credited).toBe(1);
  const after = await visitor.say('/wallet');
  expect(after.text).toContain('375.00');
  expect(await available()).toBe(375_000_000n);
});

it('a payment while the bot process is away is booked when it is back', async () => {
  const visitor = new Visitor(stage, albert.id);
  const invoice = await invoiced(visitor);
  const { wallet } = stage.service;
  const whole = wallet.credit;
  // The process dies when it is told: nothing is booked, nothing is confirmed.
  wallet.credit = () => Promise.reject(new Error('killed'));
  const query = await stage.client.pay(albert.id, operatorName, invoice);
  await stage.client.waitForPayment(albert.id, operatorName, query);
  await bot.stop();
  expect(await available()).toBe(0n);
  wallet.credit = whole;
  bot = await stage.startBot();
  await stage.until(async () => (await available()) === 375_000_000n);
});

const paidBy = (from: object, chargeId: string) => ({
  message: {
    message_id: 1,
    date: 1,
    from,
    chat: { id: 77, type: 'private', first_name: 'Zoe' },
    successful_payment: {
      currency: 'XTR',
      total_amount: 10,
      invoice_payload: 'deposit:15000000',
      telegram_payment_charge_id: chargeId,
      provider_payment_charge_id: '',
    },
  },
});
const zoe = { id: 77, is_bot: false, first_name: 'Zoe' };
/** Null while there is no account. */
const ofZoe = () =>
  stage.service.wallet.balance(zoe.id).then(
    ({ availableMicros }) => availableMicros,
    () => null,
  );

it('a payment of a person whose account is younger than the backup opens it', async () => {
  await bring(stage.client, operatorName, paidBy(zoe, 'of-zoe'));
  await stage.until(async () => (await ofZoe()) === 15_000_000n);
});

it('a payment of nobody waits, and holds up neither payments nor presses', async () => {
  await bring(stage.client, operatorName, paidBy({ ...zoe, id: null }, 'of-nobody'));
  await bring(stage.client, operatorName, paidBy(zoe, 'of-zoe'));
  await stage.until(async () => (await ofZoe()) === 15_000_000n);
  const visitor = new Visitor(stage, albert.id);
  expect((await visitor.say('/wallet')).text).toContain('Wallet');
  const waiting = await stage.service.updates.deferred.dueQueues(Infinity, 10);
  expect(waiting).toEqual([expect.stringMatching(/^unread:/)]);
});

it('a blocked account cannot pay', async () => {
  const visitor = new Visitor(stage, albert.id);
  const invoice = await invoiced(visitor);
  await stage.service.accounts.block(901, albert.id, 'Fraud.');
  const query = await stage.client.pay(albert.id, operatorName, invoice);
  expect((await stage.client.waitForPayment(albert.id, operatorName, query)).status).not.toBe('paid');
  expect(await available()).toBe(0n);
});

/** How often the wallet is told of a payment meanwhile; the last of them has been answered. */
async function creditCalls(act: () => Promise<void>): Promise<number> {
  const { wallet } = stage.service;
  const whole = wallet.credit;
  let calls = 0;
  const answered = new Promise<void>((resolve) => {
    wallet.credit = async (...args) => {
      calls += 1;
      const booked = await whole(...args);
      resolve();
      return booked;
    };
  });
  await act();
  await answered;
  return calls;
}

/** The update before the next one: nothing else has come since. */
async function lastUpdate(): Promise<number> {
  const response = await fetch(`${stage.emulator.url}/emulator/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: albert.id, to: operatorName, text: '/help' }),
  });
  const { update_id: next } = (await response.json()) as { update_id: number };
  return next - 1;
}
