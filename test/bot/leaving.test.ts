/** Leavings: what an update tells settles them, whatever the platform answered in between (`docs/decisions.md`, Subscriptions). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MembershipUpdate } from '../../core/subscriptions/index.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const ulyana = { id: 301, first_name: 'Ульяна', language_code: 'ru' } as const;

const HOUR_MS = 3_600_000;

/** How far the service's clock is before the platform's. */
let aheadMs = 0;
let stage: ServiceStage;
let scene: Scene;
let chatId: number;
let orderId: number;

beforeEach(async () => {
  aheadMs = 0;
  stage = await openServiceStage(
    { HOLD_HOURS: '24', NEW_PUBLISHER_HOLD_HOURS: '0' },
    { clock: { now: () => Date.now() + aheadMs } },
  );
  scene = await setScene(stage);
  ({ chatId, orderId } = await addOrder(stage, 'gardening'));
  await stage.client.users(ulyana);
  // Nobody can say yet whether the user uses the bot.
  await stage.client.faults({ token: scene.token, method: 'sendChatAction', kind: '500', times: 100 });
  await stage.service.sponsors.request(scene.botId, {
    chatId: ulyana.id,
    user: { userId: ulyana.id, firstName: ulyana.first_name },
    action: 'subscribe',
    getLinks: true,
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
  await stage.service.contacts.idle();
});

afterEach(() => stage.close());

const update = (
  state: 'in' | 'out',
  updateId: number,
  more: Partial<MembershipUpdate> = {},
): MembershipUpdate => ({
  userId: ulyana.id,
  resourceId: String(chatId),
  state,
  wasIn: state === 'out',
  updateId,
  atMs: Date.now(),
  chat: { title: 'Gardening' },
  ...more,
});

/** As a request does that asks the platform: what it answers says that the user is out, and not why. */
const answerOut = () =>
  stage.store.memberships.observe([
    { userId: ulyana.id, resourceId: String(chatId), state: 'out', updateId: null, atMs: Date.now() + 1 },
  ]);

const contact = (word: 'yes' | 'no') =>
  stage.service.contacts.tell({ botId: scene.botId, userId: ulyana.id, chatId: ulyana.id }, word);

async function subscriptionStatus(): Promise<{ state: string | undefined; paid: bigint }> {
  const visit = await stage.store.sponsors.requestContext(scene.botId, ulyana.id, 0, Date.now());
  const { availableMicros } = await stage.service.wallet.balance(advertiserId);
  const found = visit.subscriptionStatuses.find((one) => one.orderId === orderId);
  return { state: found?.state, paid: 1_000_000_000n - availableMicros };
}

it('a join told again after an answer found the user out takes nothing back', async () => {
  await contact('yes');
  const joined = update('in', 1);
  await stage.service.membership.observe(joined);
  const before = await subscriptionStatus();
  expect(before.paid).toBeGreaterThan(0n);
  await answerOut();
  await stage.service.membership.observe(joined);
  expect(await subscriptionStatus()).toEqual(before);
  await stage.service.membership.observe(update('out', 2, { isRemoved: true }));
  expect(await subscriptionStatus()).toEqual(before);
});

it('a join that waited is settled as one while only an answer says that the user is out', async () => {
  await stage.service.membership.observe(update('in', 1));
  expect((await subscriptionStatus()).state).toBeUndefined();
  await answerOut();
  await contact('yes');
  const settled = await subscriptionStatus();
  expect(settled.state).toBe('subscribed');
  expect(settled.paid).toBeGreaterThan(0n);
  await stage.service.membership.observe(update('out', 2, { isRemoved: true }));
  expect(await subscriptionStatus()).toEqual(settled);
});

it('who leaves of their own will is paid back, however late that is told', async () => {
  await contact('yes');
  await stage.service.membership.observe(update('in', 1));
  await answerOut();
  await stage.service.membership.observe(update('out', 2));
  expect(await subscriptionStatus()).toEqual({ state: 'unsubscribed', paid: 0n });
});

it('who is banned after they left is paid back, and the order removed nobody', async () => {
  await contact('yes');
  await stage.service.membership.observe(update('in', 1));
  const banned = update('out', 3, { wasIn: false, isRemoved: true, atMs: Date.now() + 1_000 });
  const left = update('out', 2);
  await stage.service.membership.observe(left);
  await stage.service.membership.observe(banned);
  expect(await subscriptionStatus()).toEqual({ state: 'unsubscribed', paid: 0n });
  const chat = (await stage.store.memberships.known(ulyana.id, [String(chatId)])).get(String(chatId));
  expect(chat).toMatchObject({ state: 'out', wasRemoved: false, sinceMs: left.atMs });
  expect(await stage.store.subscriptions.noteRemoved(orderId, ulyana.id, Date.now(), 100)).toBe(1);
});

it('who was removed has not left when the ban is lifted', async () => {
  await contact('yes');
  await stage.service.membership.observe(update('in', 1));
  const before = await subscriptionStatus();
  await stage.service.membership.observe(update('out', 2, { isRemoved: true }));
  const lifted = update('out', 3, { wasIn: false, isRemoved: true, atMs: Date.now() + 1_000 });
  await stage.service.membership.observe(lifted);
  expect(await subscriptionStatus()).toEqual(before);
  expect(before.paid).toBeGreaterThan(0n);
  const chat = (await stage.store.memberships.known(ulyana.id, [String(chatId)])).get(String(chatId));
  expect(chat).toMatchObject({ state: 'out', wasRemoved: true });
});

it('held money waits for what is deferred: a leave among it takes the money back', async () => {
  await contact('yes');
  await stage.service.membership.observe(update('in', 1));
  const { heldMicros } = await stage.service.wallet.balance(publisherId);
  expect(heldMicros).toBeGreaterThan(0n);
  const { maintenance, updates } = stage.service;
  aheadMs = 25 * HOUR_MS;
  const happenedAtMs = Date.now() + HOUR_MS;
  await updates.deferred.add({ updateId: 2, body: '{}', queue: `${String(chatId)}:1`, happenedAtMs });
  expect(await maintenance.releaseHolds(), 'of any bot of ours, whatever its stream says').toBe(0);
  expect((await subscriptionStatus()).paid).toBeGreaterThan(0n);
  await stage.service.membership.observe(update('out', 2, { atMs: happenedAtMs }));
  await updates.deferred.done(2);
  expect(await maintenance.releaseHolds()).toBe(0);
  expect((await subscriptionStatus()).paid).toBe(0n);
});
