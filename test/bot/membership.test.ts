/** What the platform tells the operator bot of channels: stored before it is confirmed, settled, and never lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../core/errors.js';
import { askForEmma, emma, meetEmma } from './emma.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type RunningBot,
  type Scene,
  type ServiceStage,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC' });
  scene = await meetEmma(stage);
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

function request() {
  return askForEmma(stage.service, scene);
}

const subscribers = async (orderId: number) =>
  (await stage.service.orders.info(advertiserId, orderId)).quantityNow;

describe('joining', () => {
  it('is charged as soon as the platform tells of it, without another request', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    expect((await request()).status).toBe('warning');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.until(async () => (await subscribers(orderId)) === 1);
    expect((await stage.service.wallet.balance(publisherId)).availableMicros).toBeGreaterThan(0n);
  });

  it('again after leaving is not charged again', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    await request();
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.until(async () => (await subscribers(orderId)) === 1);
    const { availableMicros } = await stage.service.wallet.balance(advertiserId);
    const updates = await stage.client.calls({ token: operatorToken, method: 'getUpdates' });
    expect(updates.length).toBeGreaterThan(0);
    await stage.client.members({ chat: chatId, user: emma.id, status: 'left' });
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.until(
      async () =>
        (await stage.store.memberships.known(emma.id, [String(chatId)])).get(String(chatId))?.hadLeft ===
        true,
    );
    expect(await subscribers(orderId)).toBe(1);
    expect((await stage.service.wallet.balance(advertiserId)).availableMicros).toBe(availableMicros);
  });

  it('while the bot process is away is told when it is back', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    await request();
    await bot.stop();
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    expect(await subscribers(orderId)).toBe(0);
    bot = await stage.startBot();
    await stage.until(async () => (await subscribers(orderId)) === 1);
  });

  it('a store that cannot write loses no update', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    await request();
    const { memberships } = stage.store;
    const whole = memberships.observe;
    let refused = 0;
    memberships.observe = () => {
      refused += 1;
      if (refused >= 3) memberships.observe = whole;
      return Promise.reject(new ServiceError('unavailable', 'The disk is full.'));
    };
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.until(async () => (await subscribers(orderId)) === 1);
    expect(refused).toBe(3);
  });

  it('is not confirmed to the platform before it is stored', async () => {
    const { chatId } = await addOrder(stage, 'gardening_one');
    await request();
    const { memberships } = stage.store;
    const whole = memberships.observe;
    memberships.observe = () => Promise.reject(new ServiceError('unavailable', 'The disk is full.'));
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await bot.stop();
    memberships.observe = whole;
    bot = await stage.startBot();
    await stage.until(
      async () =>
        (await stage.store.memberships.known(emma.id, [String(chatId)])).get(String(chatId))?.state === 'in',
    );
  });
});

describe('a ban', () => {
  const ban = (chatId: number) => stage.client.members({ chat: chatId, user: emma.id, status: 'kicked' });
  const states = async () => (await request()).sponsors?.map(({ status }) => status);

  it('that only an answer says holds no user up', async () => {
    await bot.stop();
    const { chatId } = await addOrder(stage, 'gardening_one');
    await addOrder(stage, 'gardening_two');
    expect(await states()).toEqual(['unsubscribed', 'unsubscribed']);
    await ban(chatId);
    expect((await states())?.toSorted()).toEqual(['notgetted', 'unsubscribed']);
    // Nothing is asked now, since the answer is fresh.
    expect((await states())?.toSorted()).toEqual(['notgetted', 'unsubscribed']);
    expect((await askForEmma(stage.service, scene, { action: 'newtask' })).sponsors).toHaveLength(1);
    bot = await stage.startBot();
  });

  it('that an update says holds no user up', async () => {
    const { chatId } = await addOrder(stage, 'gardening_one');
    expect(await states()).toEqual(['unsubscribed']);
    await ban(chatId);
    // No request asks meanwhile: it is the update that says so.
    const key = String(chatId);
    await stage.until(
      async () => (await stage.store.memberships.known(emma.id, [key])).get(key)?.isBarred === true,
    );
    expect((await request()).status).toBe('ok');
  });

  it('that is lifted holds up again who is still out', async () => {
    const { chatId } = await addOrder(stage, 'gardening_one');
    await request();
    await ban(chatId);
    await stage.until(async () => (await states())?.[0] === 'notgetted');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'left', by: advertiserId });
    await stage.until(async () => (await states())?.[0] === 'unsubscribed');
  });
});

describe('the rights in a channel', () => {
  it('are taken for a moment: who joins meanwhile is found and charged without asking again', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    expect((await request()).status).toBe('warning');
    await stage.service.contacts.idle();
    const checkState = async () => (await stage.service.orders.info(advertiserId, orderId)).checkState;
    const ours = { chat: chatId, user: `@${operatorName}` };
    await stage.client.members({ ...ours, status: 'member' });
    await stage.until(async () => (await checkState()) === 'lost');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    expect(await stage.service.maintenance.checkUnseen()).toBe(0);
    await stage.client.members({ ...ours, status: 'administrator' });
    await stage.until(async () => (await checkState()) === 'ok');
    expect(await subscribers(orderId)).toBe(0);
    await stage.service.maintenance.checkUnseen();
    expect(await subscribers(orderId)).toBe(1);
    expect(await stage.store.orderWatch.unseen(9)).toEqual([]);
  });

  it('are back while the platform says nothing of a user: that one is asked about again, a few times', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    await request();
    await stage.service.contacts.idle();
    const ours = { chat: chatId, user: `@${operatorName}` };
    await stage.client.members({ ...ours, status: 'member' });
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.client.members({ ...ours, status: 'administrator' });
    await stage.until(async () => (await stage.store.orderWatch.unseen(9)).length === 1);
    const fault = { token: operatorToken, method: 'getChatMember', kind: '400' } as const;
    const description = 'Bad Request: PARTICIPANT_ID_INVALID';
    await stage.client.faults({ ...fault, description, times: 1 });
    await stage.service.maintenance.checkUnseen();
    expect(await stage.store.orderWatch.unseen(9)).toHaveLength(1);
    await stage.service.maintenance.checkUnseen();
    expect(await subscribers(orderId)).toBe(1);
    expect(await stage.store.orderWatch.unseen(9)).toEqual([]);
  });

  it('pause its orders when they are lost, and bring them back', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    const checkState = async () => (await stage.service.orders.info(advertiserId, orderId)).checkState;
    await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'left' });
    await stage.until(async () => (await checkState()) === 'lost');
    await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'administrator' });
    await stage.until(async () => (await checkState()) === 'ok');
  });
});

it('asks the platform for the updates it needs, and for nothing else', async () => {
  const call = await stage.client.waitForCall({ token: operatorToken, method: 'setMyCommands' });
  expect(call.ok).toBe(true);
  await bot.stop();
  const polls = await stage.client.calls({ token: operatorToken, method: 'getUpdates' });
  expect(polls[0]?.payload).toMatchObject({
    allowed_updates: [
      'message',
      'callback_query',
      'my_chat_member',
      'chat_member',
      'chat_join_request',
      'pre_checkout_query',
    ],
  });
  bot = await stage.startBot();
});
