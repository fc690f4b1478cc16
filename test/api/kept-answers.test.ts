/** Calls with an `Idempotency-Key`: done once, answered the same again for a day. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.js';
import type { Handler } from '../../api/route.js';
import { parseMoney } from '../../core/money.js';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { dumpRows } from '../support/dump.js';
import { openApiStage, owner, type ApiStage, type Reply } from './stage.js';

const DAY_MS = 86_400_000;
const OTHER_ID = 502;
let stage: ApiStage;
let rail: CryptoPay;
let otherKey: string;

beforeEach(async () => {
  rail = await openCryptoPay();
  stage = await openApiStage({
    ADMIN_IDS: String(owner.accountId),
    CRYPTO_PAY_TOKEN: rail.token,
    CRYPTO_PAY_ROOT: rail.url,
  });
  const { service } = stage;
  await service.accounts.open({ ...owner, accountId: OTHER_ID, username: 'bob' });
  otherKey = await service.accounts.revealKey(OTHER_ID, 'access');
  await service.wallet.credit(owner.accountId, parseMoney('1000'), {
    reference: 'd',
    note: '',
    bookedBy: null,
  });
});
afterEach(async () => {
  await stage.close();
  await rail.close();
});

function post(path: string, body: object, key?: string, access = stage.keys.access): Promise<Reply> {
  return stage.ask(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Auth: access,
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    body: JSON.stringify(body),
  });
}

const orderOn = (page: string) => ({
  action: 'create',
  link: `https://example.org/${page}`,
  ads_type: 'resource',
  quantity_all: 10,
  price: 1,
});
const ordersOf = async (accountId = owner.accountId) => {
  const page = { search: '', inArchive: null, status: null, offset: 0, limit: 50 };
  return (await stage.service.orders.list(accountId, page)).orders.map(({ orderId }) => orderId);
};
const orderIn = ({ body }: Reply) => (body['response'] as { order_id: number }).order_id;

/** What happens is one thing and its one answer, which comes again. */
function expectSame(first: Reply, second: Reply): void {
  expect(first.http, first.text).toBe(200);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect({ http: second.http, text: second.text }).toEqual({ http: first.http, text: first.text });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
}

/** Each asks for what its call needs, and says what is posted. */
const calls: Readonly<Record<string, () => Promise<{ path: string; body: object; access?: string }>>> = {
  'orders create': () => Promise.resolve({ path: '/orders', body: orderOn('a') }),
  'orders duplicate': async () => {
    const order_id = orderIn(await post('/orders', orderOn('a')));
    return { path: '/orders', body: { action: 'duplicate', order_id } };
  },
  'bots add': () =>
    Promise.resolve({
      path: '/bots',
      body: { action: 'add', bot_id: 7002, bot_name: 'News', bot_nickname: 'news_bot' },
    }),
  'bots add, from the archive': async () => {
    await stage.service.bots.update(owner.accountId, stage.botId, { inArchive: true, settings: {} });
    const identity = { bot_id: stage.botId, bot_name: 'Recipes', bot_nickname: 'recipes_bot' };
    return { path: '/bots', body: { action: 'add', ...identity } };
  },
  'bots add, from another account': async () => {
    const token = `${String(stage.botId)}:token-of-the-bot-of-two-accounts`;
    await stage.platform.bots({ token, username: 'recipes_bot', first_name: 'Recipes' });
    return { path: '/bots', body: { action: 'add', bot_token: token }, access: otherKey };
  },
  'bots change_api_key': () =>
    Promise.resolve({ path: '/bots', body: { action: 'change_api_key', bot_id: stage.botId } }),
  'wallet deposit': () =>
    Promise.resolve({ path: '/wallet', body: { action: 'deposit', rail: 'crypto_pay', amount: 500 } }),
  'wallet withdraw': () =>
    Promise.resolve({ path: '/wallet', body: { action: 'withdraw', amount: 150, details: 'Card 4000' } }),
  'wallet cancel_withdrawal': async () => ({
    path: '/wallet',
    body: { action: 'cancel_withdrawal', withdrawal_id: await waiting() },
  }),
  'payouts adjust': () =>
    Promise.resolve({
      path: '/payouts',
      body: { action: 'adjust', account_id: OTHER_ID, amount: -5, note: 'Twice.', reference: 'a-1' },
    }),
  'payouts begin': async () => ({
    path: '/payouts',
    body: { action: 'begin', withdrawal_id: await waiting(), amount: 150 },
  }),
  'payouts take_back': async () => {
    const withdrawal_id = await waiting();
    await stage.service.withdrawals.begin(owner.accountId, withdrawal_id, parseMoney('150'));
    return { path: '/payouts', body: { action: 'take_back', withdrawal_id, note: 'Closed.' } };
  },
  'payouts pay': async () => ({
    path: '/payouts',
    body: { action: 'pay', withdrawal_id: await waiting(), amount: 150, note: '' },
  }),
  'payouts refuse': async () => ({
    path: '/payouts',
    body: { action: 'refuse', withdrawal_id: await waiting(), note: 'Closed.' },
  }),
};

async function waiting(): Promise<number> {
  const wanted = { amountMicros: parseMoney('150'), details: 'Card', requestKey: 'k' };
  const asked = await stage.service.withdrawals.ask(owner.accountId, wanted);
  if (asked.kind !== 'asked') throw new Error(asked.kind);
  return asked.withdrawal.withdrawalId;
}

/** All that calls do, and not that there were calls. */
const rows = async () => {
  await stage.store.flush();
  const without = ['keys', 'limit_takes', 'processes', 'requests', 'invalidation_log', 'invalidations'];
  return dumpRows(stage.settings.DATABASE_URL, { without });
};

describe.each(Object.keys(calls))('%s', (name) => {
  it('is done once, and answered the same again; a second at the same time is, too', async () => {
    const { path, body, access } = (await calls[name]?.()) ?? { path: '', body: {} };
    const [one, other] = await Promise.all([
      post(path, body, 'key-1', access),
      post(path, body, 'key-1', access),
    ]);
    const isFirst = one.headers.get('idempotent-replayed') === null;
    expectSame(isFirst ? one : other, isFirst ? other : one);
    const before = await rows();
    expectSame({ ...one, headers: new Headers() }, await post(path, body, 'key-1', access));
    expect(await rows()).toEqual(before);
  });
});

it('each call that is kept has a row above', () => {
  const kept = routes.flatMap((route) =>
    route.kind === 'actions'
      ? Object.entries(route.actions as Record<string, Handler>)
          .filter(([, { isKept }]) => isKept === true)
          .map(([action]) => `${route.path.slice(1)} ${action}`)
      : [],
  );
  expect(kept.toSorted()).toEqual(
    [...new Set(Object.keys(calls).map((name) => name.split(',')[0]))].toSorted(),
  );
});

it.each([
  ['orders create', 'orders', 'create'],
  ['bots add', 'bots', 'add'],
] as const)(
  '%s is answered to who asks again where the process ended after the commit',
  async (name, port, command) => {
    const { path, body } = (await calls[name]?.()) ?? { path: '', body: {} };
    const store = stage.store[port] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const work = store[command];
    if (work === undefined) throw new Error('There is no such command.');
    const committed = new Promise<void>((resolve) => {
      // What comes after the commit never comes.
      store[command] = async (...given) => {
        await work(...given);
        resolve();
        return new Promise(() => undefined);
      };
    });
    const cut = new AbortController();
    const lost = fetch(new URL(path, stage.url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Auth: stage.keys.access,
        'Idempotency-Key': 'key-1',
      },
      body: JSON.stringify(body),
      signal: cut.signal,
    });
    await committed;
    cut.abort();
    await expect(lost).rejects.toThrow();
    store[command] = work;
    const before = await rows();
    const again = await post(path, body, 'key-1');
    expect(again.http, again.text).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expectSame({ ...again, headers: new Headers() }, await post(path, body, 'key-1'));
    expect(await rows()).toEqual(before);
  },
);

it('without a key each call is its own', async () => {
  const order_id = orderIn(await post('/orders', orderOn('a')));
  const copies = [1, 2].map(() => post('/orders', { action: 'duplicate', order_id }));
  const made = (await Promise.all(copies)).map(orderIn);
  expect(new Set(made).size).toBe(2);
});

it('other parameters under the same key are refused, in whatever order they come', async () => {
  const first = await post('/orders', orderOn('a'), 'key-1');
  expectSame(
    first,
    await post('/orders', Object.fromEntries(Object.entries(orderOn('a')).reverse()), 'key-1'),
  );
  const second = await post('/orders', orderOn('b'), 'key-1');
  expect(second.body).toMatchObject({
    code: 422,
    message: 'Idempotency-Key: it came before with other parameters.',
  });
  const copy = await post('/orders', { action: 'duplicate', order_id: orderIn(first) }, 'key-1');
  expect(copy.http).toBe(422);
  expect(await ordersOf()).toEqual([orderIn(first)]);
});

it('the key is of one account and one path', async () => {
  const first = await post('/orders', orderOn('a'), 'key-1');
  const other = await post('/orders', orderOn('a'), 'key-1', otherKey);
  expect(other.headers.get('idempotent-replayed')).toBeNull();
  expect(await ordersOf(OTHER_ID)).toEqual([orderIn(other)]);
  expect(orderIn(other)).not.toBe(orderIn(first));
  const bot = { action: 'add', bot_id: 7002, bot_name: 'News', bot_nickname: 'news_bot' };
  expect((await post('/bots', bot, 'key-1')).http).toBe(200);
});

it('what is refused is not kept', async () => {
  const refused = await post('/orders', { ...orderOn('a'), price: 0.0001 }, 'key-1');
  expect(refused.body).toMatchObject({ code: 400, error_code: 'price_too_low' });
  const made = await post('/orders', orderOn('a'), 'key-1');
  expect(made.http, made.text).toBe(200);
  expect(made.headers.get('idempotent-replayed')).toBeNull();
});

it.each(['', 'with a blank', 'ключ', 'k'.repeat(256)])('%j is no key', async (key) => {
  const headers = { 'Content-Type': 'application/json', Auth: stage.keys.access };
  const sent = Buffer.from(key).toString('latin1');
  const answer = await stage.ask('/orders', {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': sent },
    body: JSON.stringify(orderOn('a')),
  });
  expect(answer.http).toBe(422);
  expect(await ordersOf()).toEqual([]);
});

it('after a day the key is free, purged or not', async () => {
  const order_id = orderIn(await post('/orders', orderOn('a')));
  const copy = { action: 'duplicate', order_id };
  const first = await post('/orders', copy, 'key-1');
  stage.clock.pass(DAY_MS - 60_000);
  await stage.service.maintenance.purge('kept_answers');
  expectSame(first, await post('/orders', copy, 'key-1'));
  stage.clock.pass(60_000);
  const second = await post('/orders', copy, 'key-1');
  expect(orderIn(second)).not.toBe(orderIn(first));
  expectSame(second, await post('/orders', copy, 'key-1'));
  stage.clock.pass(DAY_MS);
  await stage.service.maintenance.purge('kept_answers');
  const left = await dumpRows(stage.settings.DATABASE_URL);
  expect(left.filter((row) => row.startsWith('kept_answers '))).toEqual([]);
});

it('what is kept holds no key in plain text', async () => {
  const bot = { action: 'add', bot_id: 7002, bot_name: 'News', bot_nickname: 'news_bot' };
  const { body } = await post('/bots', bot, 'key-of-the-caller');
  const { api_key } = body['result'] as { api_key: string };
  const kept = (await dumpRows(stage.settings.DATABASE_URL)).join('\n');
  expect(kept).toContain('kept_answers ');
  expect(kept).not.toContain(api_key);
  expect(kept).not.toContain('key-of-the-caller');
});
