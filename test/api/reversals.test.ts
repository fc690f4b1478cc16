/** POST /reversals: fraud found later, as administrators take it back through the api. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayNumberOf, formatDay } from '../../core/days.js';
import { createReversals, type WantedReversal } from '../../core/reversals/index.js';
import { moderatorId } from '../cases/stage.js';
import { addOrder, chargeShown, deposit, ownChat, PRICE, settle, show } from '../contract/makers.js';
import { type ApiStage, openApiStage, owner } from './stage.js';

const ADVERTISER = 601;
const ADMINISTRATOR = 602;
const price = Number(PRICE) / 1e6;
const reason = 'Bought users';
let stage: ApiStage;
let orderId: number;

beforeEach(async () => {
  stage = await openApiStage({ ADMIN_IDS: String(ADMINISTRATOR) });
  for (const accountId of [ADVERTISER, ADMINISTRATOR, moderatorId])
    await stage.service.accounts.open({ accountId, firstName: 'Ada', username: '', language: 'en' });
  await deposit(stage.store, ADVERTISER, 100n * PRICE);
  ({ orderId } = await addOrder(stage.store, { ...ownChat(1), quantityAll: 20 }, ADVERTISER));
  for (const userId of [1, 2, 3]) await join(userId);
});
afterEach(() => stage.close());

const today = () => dayNumberOf(stage.clock.now(), stage.service.settings.SERVICE_TIMEZONE);

async function join(userId: number): Promise<void> {
  const [nowMs, day] = [stage.clock.now(), today()];
  await show(stage.store, userId, orderId, stage.botId, nowMs);
  await settle(stage.store, orderId, userId, { nowMs, day, decide: chargeShown() });
}

async function ask(action: string, fields: object, accountId = ADMINISTRATOR) {
  const key = await stage.service.accounts.revealKey(accountId, 'access');
  const { http, body } = await stage.post('/reversals', key, { action, reason, ...fields });
  return { http, message: body['message'], result: body['result'] as Record<string, unknown> };
}

const ofBot = () => ({ bot_id: stage.botId });
const available = async (accountId: number) =>
  Number((await stage.service.wallet.balance(accountId)).availableMicros) / 1e6;
const logged = async () =>
  (await stage.store.moderationLog.page({ beforeId: null, limit: 10 })).filter(({ action }) =>
    ['reversal_begun', 'charges_reversed'].includes(action),
  );

it('says what would be taken back, takes just that, and logs who did', async () => {
  const before = await available(ADVERTISER);
  const { http, result } = await ask('preview', { account_id: owner.accountId });
  expect(http).toBe(200);
  expect(result).toMatchObject({
    ...{ joins: 3, orders_total: 1, before: 0, begun: null },
    orders: [{ order_id: orderId, account_id: ADVERTISER, joins: 3, amount: 3 * price }],
    publishers: [{ account_id: owner.accountId, joins: 3 }],
  });
  expect([await available(ADVERTISER), await logged()]).toEqual([before, []]);
  const amount = result['amount'];
  const booked = await ask('book', { account_id: owner.accountId, amount });
  expect(booked.result).toEqual({ is_ended: true, joins: 3, amount });
  expect(await available(ADVERTISER)).toBe(before + Number(amount));
  expect(await logged()).toMatchObject([
    { action: 'charges_reversed', moderatorId: ADMINISTRATOR, accountId: owner.accountId, reason },
    { action: 'reversal_begun', moderatorId: ADMINISTRATOR, accountId: owner.accountId, reason },
  ]);
});

it('takes back once what it is asked for twice, at once too', async () => {
  const before = await available(ADVERTISER);
  const book = () => ask('book', { ...ofBot(), amount: 3 * price });
  expect((await Promise.all([book(), book()])).map(({ http }) => http)).toEqual([200, 200]);
  const again = await book();
  expect(again).toMatchObject({ http: 200, result: { is_ended: true, joins: 0, amount: 0 } });
  expect(await available(ADVERTISER)).toBe(before + 3 * price);
  expect(await logged()).toHaveLength(2);
});

it('refuses another sum than the one that was seen, and says the current one', async () => {
  const before = await available(ADVERTISER);
  await join(4);
  const refused = await ask('book', { ...ofBot(), amount: 3 * price });
  expect(refused).toMatchObject({ http: 409, message: `amount: it is ${String(4 * price)} by now.` });
  expect([await available(ADVERTISER), await logged()]).toEqual([before - price, []]);
});

it('goes on a part at a time, each only where the sum is the one that was seen', async () => {
  for (let userId = 4; userId <= 11; userId += 1) await join(userId);
  const { store, clock, service } = stage;
  const wanted: WantedReversal = {
    ...{ of: { botId: stage.botId }, orderId: null, fromDay: null, toDay: null, reason },
  };
  const reversals = createReversals({ store, clock, settings: service.settings }, 1);
  const part = (seen: bigint) => reversals.bookPart(ADMINISTRATOR, wanted, seen * PRICE);
  expect(await part(11n)).toEqual({ isEnded: false, joins: 10, micros: 10n * PRICE });
  expect((await logged()).map(({ action }) => action)).toEqual(['reversal_begun']);
  expect((await ask('preview', ofBot())).result).toMatchObject({
    ...{ joins: 1, amount: price, before: 10, begun: { joins: 10, amount: 10 * price } },
  });
  await join(12);
  await expect(part(11n)).rejects.toMatchObject({ kind: 'conflict' });
  expect((await ask('book', { ...ofBot(), amount: 12 * price })).result).toEqual({
    ...{ is_ended: true, joins: 12, amount: 12 * price },
  });
  expect(await logged()).toHaveLength(2);
});

it('takes back what some days and one order had, and nothing else', async () => {
  const [from, later] = [formatDay(today()), formatDay(today() + 1)];
  const joins = async (fields: object) => (await ask('preview', { ...ofBot(), ...fields })).result['joins'];
  expect(await joins({ order_id: orderId })).toBe(3);
  expect(await joins({ order_id: orderId + 1 })).toBe(0);
  expect(await joins({ from, to: later })).toBe(3);
  expect(await joins({ from: later, to: later })).toBe(0);
});

it('is for administrators alone', async () => {
  for (const accountId of [moderatorId, owner.accountId])
    for (const action of ['preview', 'book'])
      expect((await ask(action, { ...ofBot(), amount: 3 * price }, accountId)).http, action).toBe(403);
  expect(await logged()).toEqual([]);
});

it.each([
  ['neither a bot nor an account', {}],
  ['both', { bot_id: 7001, account_id: owner.accountId }],
  ['no reason', { bot_id: 7001, reason: ' ' }],
  ['days the wrong way round', { bot_id: 7001, from: '2030-02-01', to: '2030-01-31' }],
])('refuses %s', async (_, fields) => {
  expect((await ask('preview', fields)).http).toBe(422);
});
