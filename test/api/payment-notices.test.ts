/** What Crypto Pay brings over HTTP, and the deposit as a page begins and watches it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { type ApiStage, openApiStage } from './stage.js';

const PATH = '/payments/crypto_pay';
let rail: CryptoPay;
let stage: ApiStage;

beforeEach(async () => {
  rail = await openCryptoPay();
  stage = await openApiStage({ CRYPTO_PAY_TOKEN: rail.token, CRYPTO_PAY_ROOT: rail.url });
});
afterEach(async () => {
  await stage.close();
  await rail.close();
});

const wallet = async (body: object) => (await stage.post('/wallet', stage.keys.access, body)).body;
const begin = async () =>
  (await wallet({ action: 'deposit', rail: 'crypto_pay', amount: 500 }))['result'] as {
    deposit_id: number;
    state: string;
    url: string;
  };
const stateOf = async (deposit_id: number) =>
  ((await wallet({ action: 'deposit_info', deposit_id }))['result'] as { state: string }).state;
const balance = async () => ((await wallet({ action: 'info' }))['result'] as { balance: number }).balance;

it('a deposit is paid, its notice books it, and who watches sees that', async () => {
  const { deposit_id, state, url } = await begin();
  expect([state, url]).toEqual(['open', 'https://t.me/CryptoBot?start=IV528001']);
  rail.pay(528_001);
  expect(await rail.notices.deliver(`${stage.url}${PATH}`, { repeats: 2 })).toEqual([200, 200, 200]);
  expect([await stateOf(deposit_id), await balance()]).toEqual(['paid', 500]);
});

it('what is not signed by the rail is 403, and books nothing', async () => {
  const { deposit_id } = await begin();
  rail.pay(528_001);
  expect(await rail.notices.deliver(`${stage.url}${PATH}`, { isForged: true })).toEqual([403]);
  const plain = await stage.ask(PATH, { method: 'POST', body: 'not json' });
  expect(plain.http).toBe(403);
  expect([await stateOf(deposit_id), await balance()]).toEqual(['open', 0]);
});

it('seventeen failures switch the notices off, and asking finds what was paid', async () => {
  await begin();
  rail.pay(528_001);
  for (let tries = 0; tries < 17; tries += 1) {
    expect(rail.notices.isOn).toBe(true);
    await rail.notices.deliver(`${stage.url}/nowhere`);
  }
  expect([rail.notices.isOn, rail.notices.waiting]).toEqual([false, []]);
  await stage.service.deposits.refresh();
  expect(await balance()).toBe(500);
});

it.each([
  [{ amount: 99.99 }, 422],
  [{ amount: '1e3' }, 422],
  [{ amount: 100.1234567 }, 422],
  [{ amount: -5 }, 422],
  [{ rail: 'stripe' }, 422],
])('%j is refused with a message', async (wrong, code) => {
  const answer = await stage.post('/wallet', stage.keys.access, {
    action: 'deposit',
    rail: 'crypto_pay',
    amount: 500,
    ...wrong,
  });
  expect(answer.http).toBe(code);
  expect(rail.ledger.invoices).toEqual([]);
});

it.each(['html', 'silent', 'error', 'lost'] as const)(
  'a rail that answers with %s is 503, and a later try works',
  async (fault) => {
    rail.fault('createInvoice', fault);
    const body = { action: 'deposit', rail: 'crypto_pay', amount: 500 };
    const answer = await stage.post('/wallet', stage.keys.access, body);
    expect([answer.http, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect((await stage.post('/wallet', stage.keys.access, body)).http).toBe(200);
  },
);

it('a service without the rail takes no notice of it', async () => {
  const other = await openApiStage();
  const answer = await other.ask(PATH, { method: 'POST', body: '{}' });
  await other.close();
  expect(answer.http).toBe(403);
});
