/** Promise: an answer is as old as its question. What happened since stands, whichever arrives first (`evidence.md`). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askForEmma, emma, meetEmma } from './emma.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
} from './service-stage.js';
import { operatorName } from './stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;
/** Answers about members that the platform has given, and that are still on their way. */
let late: (() => void)[] = [];
let isSlow = false;
let aheadMs = 0;

beforeEach(async () => {
  [late, isSlow, aheadMs] = [[], false, 0];
  stage = await openServiceStage(
    {},
    {
      sharedClock: { now: () => Date.now() + aheadMs },
      platform: (adapter) => ({
        ...adapter,
        presence: async (...question) => {
          const answer = await adapter.presence(...question);
          if (isSlow) await new Promise<void>((arrive) => late.push(arrive));
          return answer;
        },
      }),
    },
  );
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

/** Emma is asked about; the answer `left` is under way. Then `meanwhile` happens, and the answer arrives. */
async function whileAsked(meanwhile: () => Promise<void>): Promise<void> {
  isSlow = true;
  // The request ends with its deadline; the question goes on.
  await request();
  expect(late.length).toBeGreaterThan(0);
  isSlow = false;
  aheadMs += 3_000;
  await meanwhile();
  const { memberships } = stage.store;
  const { observe } = memberships;
  const isWritten = new Promise<void>((resolve) => {
    memberships.observe = async (observations) => {
      const observed = await observe(observations);
      if (observations.some(({ updateId }) => updateId === null)) resolve();
      return observed;
    };
  });
  for (const arrive of late) arrive();
  await isWritten;
  memberships.observe = observe;
}

describe('an answer `left` that is under way', () => {
  it('does not overwrite a join request that was stored meanwhile', async () => {
    const chat = { type: 'channel', title: 'Club', username: 'club_one', join_requests: true } as const;
    const { id: chatId } = await stage.client.chats(chat);
    await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'administrator' });
    const wanted = { link: 'https://t.me/club_one', adsType: 'channel', quantityAll: 10 } as const;
    const { orderId } = await stage.service.orders.create(advertiserId, {
      ...wanted,
      targeting: { languages: null },
    });
    await stage.service.moderation.approve(null, orderId, (await info(orderId)).revision);
    await whileAsked(async () => {
      await stage.client.join(emma.id, chatId);
      await stage.until(async () => (await info(orderId)).quantityNow === 1);
    });
    expect(await membership(chatId)).toMatchObject({ state: 'requested', hadLeft: false });
    expect((await request()).status, 'the user is not stuck').toBe('ok');
    expect((await info(orderId)).quantityNow).toBe(1);
  });

  it('does not make the join that came meanwhile a return', async () => {
    const { orderId, chatId } = await addOrder(stage, 'gardening_one');
    await whileAsked(async () => {
      await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
      await stage.until(async () => (await membership(chatId))?.state === 'in');
    });
    expect(await membership(chatId)).toMatchObject({ state: 'in', hadLeft: false, join: { isAgain: false } });
    expect((await request()).status).toBe('ok');
    expect((await info(orderId)).quantityNow).toBe(1);
  });
});

describe('rights that are taken and given back', () => {
  it('in one batch of updates end as the last of them says', async () => {
    const { orderId, chatId } = await addOrder(stage, 'gardening_one');
    const ours = { chat: chatId, user: `@${operatorName}` };
    await stage.client.hold(`@${operatorName}`);
    await stage.client.members({ ...ours, status: 'member' });
    await stage.client.members({ ...ours, status: 'administrator' });
    await stage.client.release(`@${operatorName}`);
    // The loss leaves a walk to do, which waits for the rights.
    await stage.until(async () => (await stage.store.orderWatch.unseen(1)).length === 1);
    expect(await info(orderId)).toMatchObject({ checkState: 'ok', pauseReason: null });
  });

  it('three times within a day pause the order, until a moderator lets it go on', async () => {
    const { orderId, chatId } = await addOrder(stage, 'gardening_one');
    const ours = { chat: chatId, user: `@${operatorName}` };
    for (let times = 1; times <= 3; times++) {
      aheadMs += 60_000;
      await stage.client.members({ ...ours, status: 'member' });
      await stage.until(async () => (await info(orderId)).checkState === 'lost');
      expect((await info(orderId)).pauseReason).toBe(times === 3 ? 'rights_unsteady' : null);
      aheadMs += 60_000;
      await stage.client.members({ ...ours, status: 'administrator' });
      await stage.until(async () => (await info(orderId)).checkState === 'ok');
    }
    expect((await request()).status).toBe('ok');
    await stage.service.moderation.resume(null, orderId);
    expect((await request()).status).toBe('warning');
  });
});
