/**
 * Blocks in a basic group that becomes a supergroup: the platform refuses the old id, and what was shown under it is out of
 * reach. The block goes on under the new id, once.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emma } from './emma.js';
import {
  addOrder,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot | null = null;
let groupId: number;
let order: { link: string };

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC' });
  scene = await setScene(stage);
  await stage.client.users(emma);
  await stage.client.say(emma.id, scene.botName, '/start');
  order = await addOrder(stage, 'gardening_one');
  groupId = (await stage.client.chats({ type: 'group', title: 'Neighbours' })).id;
  for (const user of [emma.id, `@${scene.botName}`])
    await stage.client.members({ chat: groupId, user, status: 'member' });
});

afterEach(async () => {
  await bot?.stop();
  bot = null;
  await stage.close();
});

const request = (chatId: number) =>
  stage.service.sponsors.request(scene.botId, {
    chatId,
    user: { userId: emma.id, firstName: emma.first_name, languageCode: emma.language_code },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
const settled = () =>
  stage.until(async () => (await stage.store.health.backlogs(Date.now())).outboxes.blocks.waiting === 0);
const blocksIn = async (chatId: number) =>
  (await stage.client.posts(chatId)).filter(({ reply_markup: buttons }) => buttons !== undefined);
const deadBlocks = async () => (await stage.store.health.backlogs(Date.now())).outboxes.blocks.dead;

it('one that was asked for under the old id comes into the supergroup', async () => {
  expect((await request(groupId)).status).toBe('warning');
  const { id } = await stage.client.upgrade(groupId);
  bot = await stage.startBot();
  await settled();
  expect(await blocksIn(id)).toHaveLength(1);
  expect(await deadBlocks()).toBe(0);
  expect(await stage.store.chats.movedTo(String(groupId))).toBe(String(id));
});

it('one that is shown is shown once more under the new id, then edited there, whichever id the bot names', async () => {
  bot = await stage.startBot();
  await request(groupId);
  await settled();
  expect(await blocksIn(groupId)).toHaveLength(1);
  const { id } = await stage.client.upgrade(groupId);
  for (const chatId of [groupId, id, groupId]) {
    await request(chatId);
    await settled();
  }
  expect(await blocksIn(id)).toHaveLength(1);
  expect(await deadBlocks()).toBe(0);
});

it('one that is shown in the old group counts as gone once its user has joined, who stays a user of the bot', async () => {
  bot = await stage.startBot();
  await request(groupId);
  await settled();
  await stage.client.upgrade(groupId);
  await stage.client.join(emma.id, order.link);
  await stage.until(async () => (await request(groupId)).status === 'ok');
  await settled();
  expect(await deadBlocks()).toBe(0);
  const calls = await stage.client.calls({ token: scene.token, method: 'deleteMessage' });
  expect(calls.map(({ ok }) => ok)).toEqual([false]);
});
