/** POST /reversals: fraud found later, as administrators take it back through the api. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayNumberOf, formatDay } from '../../core/days.js';
import { createReversals, type Reversals } from '../../core/reversals/index.js';
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

async function join(userId: number, botId = stage.botId): Promise<void> {
  const [nowMs, day] = [stage.clock.now(), today()];
  await show(stage.store, userId, orderId, botId, nowMs);
  await settle(stage.store, orderId, userId, { nowMs, day, decide: chargeShown() });
}

async function ask(action: string, fields: object, accountId = ADMINISTRATOR) {
  const key = await stage.service.accounts.revealKey(accountId, 'access');
  const { http, body } = await stage.post('/reversals', key, { action, reason, ...fields });
  const result = body['result'] as Record<string, unknown>;
  return { http, message: body['message'], faults: body['faults'], result };
}

const begin = (fields: object) => ask('begin', fields);
const state = async (accountId = owner.accountId) =>
  (await ask('state', { account_id: accountId })).result['reversal'];
/** What the bot process does. */
const finish = (reversals: Reversals = stage.service.reversals) =>
  reversals.finishBegun(new AbortController().signal);

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
    joins: 3,
    orders_total: 1,
    before: 0,
    begun: null,
    orders: [{ order_id: orderId, account_id: ADVERTISER, joins: 3, amount: 3 * price }],
    publishers: [{ account_id: owner.accountId, joins: 3 }],
  });
  expect([await available(ADVERTISER), await logged()]).toEqual([before, []]);
  const amount = result['amount'];
  expect(await state()).toBeNull();
  expect((await begin({ account_id: owner.accountId, amount })).http).toBe(200);
  expect(await state()).toMatchObject({ ended_at: null, joins: 0, amount: 0, bot_id: null, reason });
  await finish();
  expect(await state()).toMatchObject({
    ended_at: expect.any(String) as string,
    joins: 3,
    amount,
    fault: null,
  });
  expect(await available(ADVERTISER)).toBe(before + Number(amount));
  expect(await logged()).toMatchObject([
    { action: 'charges_reversed', moderatorId: ADMINISTRATOR, accountId: owner.accountId, reason },
    { action: 'reversal_begun', moderatorId: ADMINISTRATOR, accountId: owner.accountId, reason },
  ]);
});

it('is under way once, however often it is begun, and takes back once, in two processes too', async () => {
  const before = await available(ADVERTISER);
  const fields = { ...ofBot(), amount: 3 * price };
  const replies = await Promise.all([begin(fields), begin(fields)]);
  expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  expect((await begin(fields)).faults).toEqual([{ topic: 'reversal_under_way' }]);
  await Promise.all([finish(), finish(another())]);
  expect(await available(ADVERTISER)).toBe(before + 3 * price);
  expect(await logged()).toHaveLength(2);
  const again = await begin({ ...ofBot(), amount: 0 });
  expect(again.http, 'there is nothing left').toBe(409);
});

it('refuses another sum than the one that was seen, and says the current one', async () => {
  const before = await available(ADVERTISER);
  await join(4);
  const refused = await begin({ ...ofBot(), amount: 3 * price });
  expect(refused).toMatchObject({ http: 409, message: `amount: it is ${String(4 * price)} by now.` });
  expect([await state(), await available(ADVERTISER), await logged()]).toEqual([null, before - price, []]);
});

/** Of another process, whose steps are of one join. @param steps after which it is stopped */
function another(steps = Infinity, stopping = new AbortController()): Reversals {
  const { store, clock, service } = stage;
  let count = 0;
  const reverse: typeof store.reversals.reverse = (...given) => {
    count += 1;
    if (count === steps) stopping.abort();
    return store.reversals.reverse(...given);
  };
  const stopped = { ...store, reversals: { ...store.reversals, reverse } };
  return createReversals({ store: stopped, clock, settings: service.settings }, 1);
}

it('goes on where the process stopped, shows how far it is, and ends with the sums of all', async () => {
  for (let userId = 4; userId <= 11; userId += 1) await join(userId);
  await begin({ ...ofBot(), amount: 11 * price });
  const stopping = new AbortController();
  await another(5, stopping).finishBegun(stopping.signal);
  expect(await state()).toMatchObject({ ended_at: null, joins: 5, amount: 5 * price });
  expect((await logged()).map(({ action }) => action)).toEqual(['reversal_begun']);
  expect((await ask('preview', ofBot())).result).toMatchObject({
    joins: 6,
    amount: 6 * price,
    before: 5,
    begun: { joins: 5, amount: 5 * price },
  });
  // What comes while it is under way is fraud, too.
  await join(12);
  await finish();
  expect(await state()).toMatchObject({ bot_id: stage.botId, joins: 12, amount: 12 * price, fault: null });
  expect(await logged()).toHaveLength(2);
});

it('is tried again while the store fails, does not hold up others, and is given up after an hour', async () => {
  await stage.service.accounts.open({ accountId: 603, firstName: 'Eve', username: '', language: 'en' });
  const bot = { botId: 7002, name: 'Other', nickname: 'other_bot', settings: {} };
  await stage.service.bots.add(603, bot);
  await join(4, 7002);
  await begin({ ...ofBot(), amount: 3 * price });
  await begin({ bot_id: 7002, amount: price });
  const { store, clock, service } = stage;
  const reverse: typeof store.reversals.reverse = (pair, ...rest) =>
    pair.botId === 7002 ? store.reversals.reverse(pair, ...rest) : Promise.reject(new Error('no disk'));
  const failing = { ...store, reversals: { ...store.reversals, reverse } };
  const broken = createReversals({ store: failing, clock, settings: service.settings });
  await expect(finish(broken)).rejects.toThrow('no disk');
  expect(await state(603)).toMatchObject({ joins: 1, ended_at: expect.any(String) as string });
  clock.pass(3_500_000);
  await expect(finish(broken)).rejects.toThrow('no disk');
  expect(await state()).toMatchObject({ ended_at: null });
  clock.pass(200_000);
  await expect(finish(broken)).rejects.toThrow('no disk');
  expect(await state()).toMatchObject({
    ended_at: expect.any(String) as string,
    joins: 0,
    fault: { faults: [{ topic: 'reversal_broken' }] },
  });
  await begin({ ...ofBot(), amount: 3 * price });
  await finish();
  expect(await state()).toMatchObject({ joins: 3, fault: null });
});

it('ends where its administrator is none any more', async () => {
  await begin({ ...ofBot(), amount: 3 * price });
  const { store, clock, service } = stage;
  const settings = { ...service.settings, ADMIN_IDS: [] };
  await finish(createReversals({ store, clock, settings }));
  expect(await state()).toMatchObject({ joins: 0, fault: { message: expect.any(String) as string } });
  expect(await state()).not.toMatchObject({ ended_at: null });
});

it('takes back what some days and one order had, and nothing else', async () => {
  const [from, later] = [formatDay(today()), formatDay(today() + 1)];
  const preview = (fields: object) => ask('preview', { ...ofBot(), ...fields });
  const joins = async (fields: object) => (await preview(fields)).result['joins'];
  const unused = await addOrder(stage.store, { ...ownChat(2) }, ADVERTISER);
  expect(await joins({ order_id: orderId })).toBe(3);
  expect(await joins({ order_id: unused.orderId })).toBe(0);
  const unknown = unused.orderId + 1;
  expect(await preview({ order_id: unknown })).toMatchObject({
    http: 403,
    message: `There is no order ${String(unknown)}.`,
  });
  expect(await joins({ from, to: later })).toBe(3);
  expect(await joins({ from: later, to: later })).toBe(0);
});

it('is for administrators alone', async () => {
  for (const accountId of [moderatorId, owner.accountId])
    for (const action of ['preview', 'begin', 'state'])
      expect(
        (await ask(action, { account_id: owner.accountId, amount: 3 * price }, accountId)).http,
        action,
      ).toBe(403);
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
