/** Which answers to /get-sponsors are given again as they are, and what ends that; over a real store and platform. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Observation } from '../../core/ports/subscription-store.js';
import type { SponsorRequest } from '../../core/sponsors/index.js';
import { openStore } from '../../db/index.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const EMMA = 302;

let stage: ServiceStage;
let botId: number;
let orderId: number;
let chatId: number;
let aheadMs: number;

beforeEach(async () => {
  aheadMs = 0;
  // A user who is out is hardly ever asked about again: what is known stands.
  stage = await openServiceStage({ API_WORKERS: '64' }, { clock: { now: () => Date.now() + aheadMs } });
  ({ botId } = await setScene(stage));
  ({ orderId, chatId } = await addOrder(stage, 'gardening'));
  await stage.client.users({ id: EMMA, first_name: 'Emma' });
  await stage.client.say(EMMA, botId, '/start');
});
afterEach(async () => {
  await stage.close();
});

const request: SponsorRequest = {
  chatId: EMMA,
  user: { userId: EMMA, firstName: 'Emma', username: 'emma', languageCode: 'en', isPremium: false },
  action: 'subscribe',
  getLinks: true,
  excludeResourceIds: [],
  excludeOrderIds: [],
};
const ask = (more: Partial<SponsorRequest> = {}) =>
  stage.service.sponsors.request(botId, { ...request, ...more });

/** Until an answer is one that was given before. */
async function untilRepeated() {
  for (let tries = 0; tries < 10; tries++) {
    const answer = await ask();
    if (answer.isRepeated === true) return answer;
  }
  throw new Error('no answer was given again');
}

const joined = (): Observation => ({
  userId: EMMA,
  resourceId: String(chatId),
  state: 'in',
  updateId: Date.now(),
  atMs: Date.now(),
});

it('the very same answer is given while nothing has happened', async () => {
  const first = await untilRepeated();
  expect(first).toMatchObject({ status: 'warning', sponsors: [{ orderId, status: 'unsubscribed' }] });
  expect(await ask()).toBe(first);
});

it.each<[what: string, happen: () => Promise<unknown>, expected: object]>([
  [
    'the user joins, as another process is told',
    async () => {
      const other = await openStore({ DATABASE_URL: stage.settings.DATABASE_URL });
      await other.memberships.observe([joined()]);
      await other.close();
    },
    { status: 'ok', sponsors: [{ status: 'subscribed' }] },
  ],
  [
    'the order is paused',
    () => stage.service.orders.update(advertiserId, orderId, { isOn: false }),
    { status: 'ok', sponsors: [{ availableNow: false }] },
  ],
  [
    'the money is gone',
    async () => {
      const { availableMicros } = await stage.service.wallet.balance(advertiserId);
      await stage.service.withdrawals.ask(advertiserId, {
        amountMicros: availableMicros,
        details: 'A bank',
        requestKey: 'r1',
      });
    },
    { status: 'ok', sponsors: [{ availableNow: false }] },
  ],
  [
    'the bot asks a question first',
    () => stage.service.bots.update(publisherId, botId, { settings: { genderQuestion: true } }),
    { status: 'gender' },
  ],
])('no longer when %s', async (_, happen, expected) => {
  await untilRepeated();
  await happen();
  const answer = await ask();
  expect(answer.isRepeated).toBeUndefined();
  expect(answer).toMatchObject(expected);
});

it('one that excludes sponsors, or takes fewer, gets those of the same list that it takes', async () => {
  const other = await addOrder(stage, 'cooking');
  await ask();
  await stage.store.memberships.observe([{ ...joined(), resourceId: String(other.chatId) }]);
  const { sponsors: all } = await untilRepeated();
  const open = all?.find((sponsor) => sponsor.orderId === orderId);
  const done = all?.find((sponsor) => sponsor.orderId === other.orderId);
  expect([all?.length, open?.status, done?.status]).toEqual([2, 'unsubscribed', 'subscribed']);

  const narrowed = await ask({ excludeOrderIds: [other.orderId] });
  expect(narrowed).toMatchObject({ status: 'warning', sponsors: [{ orderId }], links: [open?.link] });
  // The very object: nothing was described again.
  expect(narrowed.sponsors?.[0]).toBe(open);
  const fewer = await ask({ excludeResourceIds: [String(other.chatId)], maxSponsors: 1 });
  expect(fewer.sponsors?.[0]).toBe(open);
  // Where nothing is left to be done, the answer is another.
  expect(await ask({ excludeOrderIds: [orderId] })).toMatchObject({ status: 'ok', sponsors: [done] });
  await untilRepeated();
  await stage.service.orders.update(advertiserId, orderId, { isOn: false });
  const later = await ask({ excludeOrderIds: [other.orderId] });
  expect(later).toMatchObject({ status: 'ok', sponsors: [{ orderId, availableNow: false }] });
});

it('one from another chat, or with another action, gets the same list, but for an action that chooses another', async () => {
  const { sponsors } = await untilRepeated();
  const elsewhere = await ask({ chatId: -500, action: 'task' });
  expect(elsewhere).toMatchObject({ status: 'warning', sponsors: [{ orderId, status: 'unsubscribed' }] });
  expect(elsewhere.sponsors?.[0]).toBe(sponsors?.[0]);
  const [another] = (await ask({ action: 'newtask' })).sponsors ?? [];
  expect(another).toMatchObject({ orderId });
  expect(another).not.toBe(sponsors?.[0]);
  expect(await ask({ getLinks: false })).toMatchObject({ status: 'warning', sponsors: null });

  // A task that is done makes room for the next.
  await stage.store.memberships.observe([joined()]);
  await untilRepeated();
  const pin = async () => (await stage.store.sponsors.requestContext(botId, EMMA, 0, Date.now())).pin;
  expect(await pin()).not.toBeNull();
  expect(await ask({ action: 'task' })).toMatchObject({ status: 'ok' });
  expect(await pin()).toBeNull();
});

it('nor for another request', async () => {
  const first = await untilRepeated();
  const narrowed = await ask({ excludeOrderIds: [orderId] });
  expect(narrowed.sponsors).toEqual([]);
  expect(narrowed).not.toBe(first);
  await untilRepeated();
  expect((await ask({ user: { ...request.user, firstName: 'Emilia' } })).isRepeated).toBeUndefined();
  const { claims } = await stage.store.sponsors.requestContext(botId, EMMA, 0, Date.now());
  expect(claims).toMatchObject({ firstName: 'Emilia' });
});

it.each([
  ['their list has ended', 86_400_000 * 31],
  ['the clock was set back', -60_000],
])('nor when %s', async (_, ms) => {
  await untilRepeated();
  aheadMs += ms;
  const answer = await ask();
  expect(answer.isRepeated).toBeUndefined();
  expect(answer).toMatchObject({ sponsors: [{ orderId }] });
});
