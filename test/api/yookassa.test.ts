/** Deposits by YooKassa, a rail that signs nothing and pays nothing out, over HTTP as its payer and its notices come. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openYooKassa, type YooKassa } from '../../emulator/yookassa/server.js';
import { type ApiStage, openApiStage } from './stage.js';

const PATH = '/payments/yookassa';
const ADMINISTRATOR = 900;
let rail: YooKassa;
let stage: ApiStage;

beforeEach(async () => {
  rail = await openYooKassa();
  stage = await openApiStage({
    YOOKASSA_SHOP_ID: rail.shopId,
    YOOKASSA_SECRET_KEY: rail.secretKey,
    YOOKASSA_ROOT: rail.url,
    PUBLIC_URL: 'https://ads.example',
    ADMIN_IDS: String(ADMINISTRATOR),
  });
  await trust(true);
});
afterEach(async () => {
  await stage.close();
  await rail.close();
});

/** By the operator at the terminal. */
const trust = (isTrusted: boolean) => stage.service.trust.account(stage.accountId, isTrusted, null);
const wallet = (body: object) => stage.post('/wallet', stage.keys.access, body);
const ask = (amount: number) => wallet({ action: 'deposit', rail: 'yookassa', amount });
const begin = async () => {
  const { body } = await ask(500);
  return (body['result'] as { deposit_id: number }).deposit_id;
};
const result = async (body: object) => (await wallet(body)).body['result'] as Record<string, unknown>;
const stateOf = async (deposit_id: number) => (await result({ action: 'deposit_info', deposit_id }))['state'];
const balance = async () => (await result({ action: 'info' }))['balance'];
const deliver = (from?: string) => rail.deliver(`${stage.url}${PATH}`, from);
const last = () => rail.payments.at(-1)?.id ?? '';
const differences = async () => {
  await stage.service.reconciliation.run();
  return stage.service.reconciliation.differences(ADMINISTRATOR);
};

it('is paid where its link leads, booked by the notice, and the service bears the fee', async () => {
  const { body } = await ask(500.5);
  expect(body['result']).toMatchObject({
    rail: 'yookassa',
    state: 'open',
    url: rail.payments[0]?.confirmation?.confirmation_url,
  });
  expect(rail.payments[0]).toMatchObject({ amount: { value: '500.50', currency: 'RUB' }, status: 'pending' });
  rail.pay(last());
  expect(await deliver()).toEqual([200]);
  expect(await balance()).toBe(500.5);
  expect(await differences()).toEqual([]);
  const { deposit_id } = body['result'] as { deposit_id: number };
  expect(await result({ action: 'deposit_info', deposit_id })).toMatchObject({
    note: '500.50 RUB, bank_card',
  });
});

it('is open to accounts that are trusted, and what was asked for before is booked after', async () => {
  const closed = async () => {
    const { body } = await stage.post('/account', stage.keys.access, { action: 'info' });
    return (body as { result: { service: Record<string, unknown> } }).result.service['closed_rails'];
  };
  const deposit = await begin();
  expect(await closed()).toEqual([]);
  await trust(false);
  expect(await closed()).toEqual(['yookassa']);
  expect(await ask(500)).toMatchObject({
    http: 422,
    body: { message: expect.stringContaining('rail: open to accounts that the operator trusts') as string },
  });
  expect(rail.payments).toHaveLength(1);
  rail.pay(last());
  expect(await deliver()).toEqual([200]);
  expect([await stateOf(deposit), await balance()]).toEqual(['paid', 500]);
});

it('a notice from elsewhere is 403; what it says is believed from no one', async () => {
  const deposit = await begin();
  rail.waiting.push(
    JSON.stringify({ event: 'payment.succeeded', object: { ...rail.payments[0], status: 'succeeded' } }),
  );
  expect(await deliver('203.0.113.9')).toEqual([403]);
  rail.calls.length = 0;
  expect(await deliver()).toEqual([200]);
  expect(rail.calls).toEqual(['GET /payments/{id}']);
  expect([await stateOf(deposit), await balance()]).toEqual(['open', 0]);
});

it.each(['not json', '{"object":{"id":"../../me"}}', '{"object":{"id":"6f9619ff-8b86"}}'])(
  'a notice of %s is taken, and nothing comes of it',
  async (body) => {
    await begin();
    rail.waiting.push(body);
    expect(await deliver()).toEqual([200]);
    expect(await balance()).toBe(0);
  },
);

it('a notice whose payment cannot be asked about comes again, and is booked once', async () => {
  await begin();
  rail.pay(last());
  rail.fault('GET /payments/{id}', 'html');
  expect(await deliver()).toEqual([503]);
  rail.fault('GET /payments/{id}', 'html');
  const headers = { 'X-Forwarded-For': '185.71.76.5' };
  const notice = await stage.ask(PATH, { method: 'POST', headers, body: rail.waiting[0] ?? '' });
  expect([notice.http, notice.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await deliver()).toEqual([200]);
  await stage.service.deposits.refresh();
  expect(await balance()).toBe(500);
});

it('without any notice it is booked by asking, and one that is not paid ends', async () => {
  const [paid, left] = [await begin(), await begin()];
  rail.pay(rail.payments[0]?.id ?? '');
  Object.assign(rail.payments[1] ?? {}, { status: 'canceled' });
  await stage.service.deposits.refresh();
  expect([await stateOf(paid), await stateOf(left), await balance()]).toEqual(['paid', 'expired', 500]);
});

it('more payments than a page has are compared whole, and what this service did not make is shown', async () => {
  for (let count = 0; count < 20; count += 1) await begin();
  for (const { id } of rail.payments) rail.pay(id);
  const [first] = rail.payments;
  const others = Array.from({ length: 100 }, (_, place) => ({
    ...first,
    id: `other-${String(place)}`,
    metadata: {},
  }));
  Object.assign(rail.payments, [...rail.payments, ...others]);
  const found = await differences();
  expect(await balance()).toBe(10_000);
  expect(found).toHaveLength(100);
  expect(found.every(({ about }) => about.startsWith('invoice other-'))).toBe(true);
});

it('what goes back to the payer after it was booked is shown with both sides, and nothing is corrected', async () => {
  await begin();
  rail.pay(last());
  await deliver();
  rail.refund(last(), '200.00');
  expect(await deliver()).toEqual([200]);
  expect(await differences()).toMatchObject([
    { ours: 'booked', theirs: 'returned ₽200.00 of 500.00 RUB, bank_card' },
  ]);
  expect(await balance()).toBe(500);
});

describe('bad input, and a rail on a bad day', () => {
  it('an amount with more decimals than it takes is refused without a call', async () => {
    expect((await ask(500.123)).http).toBe(422);
    expect(rail.calls).toEqual([]);
  });

  it.each(['html', 'silent', 'error', 'lost'] as const)(
    'an answer of %s is 503, and a later try works',
    async (fault) => {
      rail.fault('POST /payments', fault);
      expect((await ask(500)).http).toBe(503);
      expect((await ask(500)).http).toBe(200);
    },
  );

  it('a wrong secret is said in its words', async () => {
    const other = await openApiStage({
      YOOKASSA_SHOP_ID: rail.shopId,
      YOOKASSA_SECRET_KEY: 'live_of_another_shop',
      YOOKASSA_ROOT: rail.url,
    });
    await other.service.trust.account(other.accountId, true, null);
    const body = { action: 'deposit', rail: 'yookassa', amount: 500 };
    const answer = await other.post('/wallet', other.keys.access, body);
    await other.close();
    expect([answer.http, JSON.stringify(answer.body)]).toEqual([
      422,
      expect.stringContaining('invalid_credentials'),
    ]);
  });

  it('it pays nothing out: a withdrawal by it is refused', async () => {
    const answer = await wallet({ action: 'withdraw', rail: 'yookassa', amount: 100 });
    expect(answer.http).toBe(422);
    const { body } = await stage.post('/account', stage.keys.access, { action: 'info' });
    expect(body['result']).toMatchObject({ service: { rails: ['yookassa'], payout_rails: [] } });
  });
});
