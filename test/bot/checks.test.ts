/** What a check of a member says, and for how long; and orders whose checks were lost (`decisions.md`, Subscriptions). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Api } from 'grammy';
import { askForEmma, emma, meetEmma } from './emma.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

let aheadMs = 0;
let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;

beforeEach(async () => {
  aheadMs = 0;
  stage = await openServiceStage({}, { sharedClock: { now: () => Date.now() + aheadMs } });
  scene = await meetEmma(stage);
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const request = () => askForEmma(stage.service, scene);

const info = (orderId: number) => stage.service.orders.info(advertiserId, orderId);
const membership = async (chatId: number) =>
  (await stage.store.memberships.known(emma.id, [String(chatId)])).get(String(chatId));
const faults = (kind: '400' | '500', times: number) =>
  stage.client.faults({ token: operatorToken, method: 'getChatMember', kind, times });

describe('a user who is known to be out, while the platform does not answer', () => {
  it.each([
    { afterMs: 50_000, status: 'warning' },
    { afterMs: 61_000, status: 'ok' },
  ])('is $status after $afterMs ms', async ({ afterMs, status }) => {
    await addOrder(stage, 'gardening_one');
    expect((await request()).status).toBe('warning');
    await stage.service.contacts.idle();
    aheadMs = afterMs;
    await faults('500', 50);
    // A question that our own pace keeps back for some milliseconds leaves what is known as it was.
    await stage.until(async () => (await request()).status === status);
  });
});

describe('a join request', () => {
  /** A chat that takes no requests, save by one link of its owner's, by which emma asks. */
  const askToJoin = async () => {
    const { id: chatId } = await stage.client.chats({ type: 'channel', title: 'Club', username: 'club_one' });
    await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'administrator' });
    const bots = new Api(operatorToken, { apiRoot: stage.emulator.url });
    const link = await bots.createChatInviteLink(chatId, { creates_join_request: true });
    expect(await stage.client.join(emma.id, link.invite_link)).toBe('requested');
    await stage.until(async () => (await membership(chatId))?.state === 'requested');
    return chatId;
  };
  const order = async () => {
    const wanted = { link: 'https://t.me/club_one', adsType: 'channel', quantityAll: 10 } as const;
    const { orderId } = await stage.service.orders.create(advertiserId, {
      ...wanted,
      targeting: { languages: null },
    });
    const { revision } = await info(orderId);
    await stage.service.moderation.approve(moderator.id, orderId, revision);
    return orderId;
  };

  it('is no subscription where the chat takes none, and an answer of `left` does not wipe it out', async () => {
    const chatId = await askToJoin();
    const orderId = await order();
    expect((await request()).status).toBe('warning');
    await stage.service.contacts.idle();
    expect((await request()).status).toBe('warning');
    expect((await info(orderId)).quantityNow).toBe(0);
    expect(await membership(chatId)).toMatchObject({ state: 'requested' });
  });

  it('is a subscription where the chat takes them, and is paid for once', async () => {
    const chat = { type: 'channel', title: 'Club', username: 'club_one', join_requests: true } as const;
    const { id: chatId } = await stage.client.chats(chat);
    await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'administrator' });
    const orderId = await order();
    expect((await request()).status).toBe('warning');
    await stage.service.contacts.idle();
    await stage.client.join(emma.id, chatId);
    await stage.until(async () => (await info(orderId)).quantityNow === 1);
    expect((await request()).status).toBe('ok');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member', by: advertiserId });
    await stage.until(async () => (await membership(chatId))?.state === 'in');
    expect((await info(orderId)).quantityNow).toBe(1);
  });

  it('stays when users are looked up who may have joined unseen', async () => {
    const chat = { type: 'channel', title: 'Club', username: 'club_one' } as const;
    const { id: chatId } = await stage.client.chats(chat);
    await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'administrator' });
    const orderId = await order();
    expect((await request()).status).toBe('warning');
    await stage.service.contacts.idle();
    // Asked before the chat was seen to take requests, and so not settled.
    const asked = { userId: emma.id, resourceId: String(chatId), state: 'requested' } as const;
    await stage.store.memberships.observe([{ ...asked, updateId: 900, atMs: Date.now() }]);
    await stage.store.orders.setCheckState(String(chatId), null, 'lost', () => [], Date.now());
    await stage.store.orders.setCheckState(String(chatId), null, 'ok', () => [], Date.now());
    await stage.service.maintenance.checkUnseen();
    expect(await membership(chatId)).toMatchObject({ state: 'requested' });
    expect((await info(orderId)).quantityNow).toBe(0);
  });
});

describe('an order whose checks were lost', () => {
  it('comes back with the sweep though no update reports it, and is shown again', async () => {
    const { orderId, chatId } = await addOrder(stage, 'gardening_one');
    const ours = { chat: chatId, user: `@${operatorName}` };
    await stage.client.members({ ...ours, status: 'member' });
    await stage.until(async () => (await info(orderId)).checkState === 'lost');
    expect((await request()).status).toBe('ok');
    expect(await stage.service.membership.sweep()).toBe(0);
    // The bot process is away, and hears of nothing.
    await bot.stop();
    await stage.client.members({ ...ours, status: 'administrator' });
    // An answer says nothing of rights that changed within the same moments.
    aheadMs += 3_000;
    expect(await stage.service.membership.sweep()).toBe(1);
    expect((await info(orderId)).checkState).toBe('ok');
    expect((await request()).status).toBe('warning');
    bot = await stage.startBot();
  });
});
