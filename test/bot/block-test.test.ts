/** The test of a block: each half of the users sees its own text, and counts. */
import type { Message } from 'grammy/types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { variantOf } from '../../core/bots/index.js';
import type { BotSettings } from '../../core/terms/bot-settings.js';
import type { SponsorRequest } from '../../core/sponsors/index.js';
import type { BlockTestFigures } from '../../core/statistics/index.js';
import {
  addOrder,
  openServiceStage,
  publisherId,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';

/** Of the first test of the bot of these tests. */
const halves = { a: [] as number[], b: [] as number[] };
for (let userId = 3_000; Math.min(halves.a.length, halves.b.length) < 2; userId++)
  halves[variantOf(555, userId, 1)].push(userId);
const [a1, a2] = halves.a as [number, number];
const [b1, b2] = halves.b as [number, number];

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage();
  scene = await setScene(stage);
  expect(scene.botId).toBe(555);
  for (const id of [a1, a2, b1, b2]) {
    await stage.client.users({ id, first_name: `Nora ${String(id)}`, language_code: 'en' });
    await stage.client.say(id, scene.botName, '/start');
  }
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const set = (settings: Partial<BotSettings>) =>
  stage.service.bots.update(publisherId, scene.botId, { settings });

function request(userId: number, extra: Partial<SponsorRequest> = {}) {
  return stage.service.sponsors.request(scene.botId, {
    chatId: userId,
    user: { userId, firstName: 'Nora', languageCode: 'en', isPremium: false },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
    ...extra,
  });
}

const textOf = (message: Message) => message.text ?? message.caption ?? '';
const blockOf = (userId: number, text: string) =>
  stage.client.waitForMessage(userId, scene.botName, (message) => textOf(message) === text);

async function figures(): Promise<BlockTestFigures['variants']> {
  const found = await stage.service.statistics.blockTest(publisherId, scene.botId);
  return found?.variants ?? [];
}

const counted = (shown: number, passed: number, subscribers: number) => ({ shown, passed, subscribers });

describe('a tested block', () => {
  it('shows each half of the users its own text, and the same to a user each time', async () => {
    await addOrder(stage, 'gardening_one');
    await set({ text: 'First', textB: 'Second' });
    for (const userId of [a1, a2, b1, b2]) await request(userId);
    for (const userId of [a1, a2]) await blockOf(userId, 'First');
    for (const userId of [b1, b2]) await blockOf(userId, 'Second');
    await expect.poll(figures).toMatchObject([counted(2, 0, 0), counted(2, 0, 0)]);
    await addOrder(stage, 'gardening_two');
    for (const userId of [a1, b1]) await request(userId, { action: 'newtask' });
    await stage.until(
      async () => (await stage.store.health.backlogs(Date.now())).outboxes.blocks.waiting === 0,
    );
    await blockOf(a1, 'First');
    await blockOf(b1, 'Second');
    expect(await figures()).toMatchObject([counted(2, 0, 0), counted(2, 0, 0)]);
  });

  it('counts who passes and whom they bring, once, and nobody who was only given links', async () => {
    const { chatId } = await addOrder(stage, 'gardening_one');
    await set({ textB: 'Second' });
    for (const userId of [a1, b1, b2]) await request(userId);
    for (const userId of [b1, b2]) await blockOf(userId, 'Second');
    await expect.poll(figures).toMatchObject([counted(1, 0, 0), counted(2, 0, 0)]);
    await request(a2, { getLinks: true });
    for (const userId of [b1, a2]) {
      await stage.client.join(userId, chatId);
      const getLinks = userId === a2;
      await stage.until(async () => (await request(userId, { getLinks })).status === 'ok');
      expect(await request(userId, { getLinks })).toMatchObject({ status: 'ok' });
    }
    expect(await figures()).toMatchObject([counted(1, 0, 0), counted(2, 1, 1)]);
  });

  it('counts from nothing when a text changes, and not at all when it has ended', async () => {
    const { chatId } = await addOrder(stage, 'gardening_one');
    await set({ text: 'First', textB: 'Second' });
    await request(b1);
    await blockOf(b1, 'Second');
    await expect.poll(figures).toMatchObject([counted(0, 0, 0), counted(1, 0, 0)]);
    await set({ text: 'Another first' });
    expect(await figures()).toMatchObject([counted(0, 0, 0), counted(0, 0, 0)]);
    // Shown in the last test, and not yet in this one.
    await stage.client.join(b1, chatId);
    await stage.until(async () => (await request(b1)).status === 'ok');
    expect(await figures()).toMatchObject([counted(0, 0, 0), counted(0, 0, 0)]);
    await set({ textB: null });
    expect(await stage.service.statistics.blockTest(publisherId, scene.botId)).toBeNull();
    await request(b2);
    await blockOf(b2, 'Another first');
  });

  it('asks its questions of both halves alike, and counts nobody for them', async () => {
    await addOrder(stage, 'gardening_one');
    await set({ textB: 'Second', genderQuestion: true });
    await request(b1);
    await stage.client.waitForMessage(b1, scene.botName, (message) =>
      JSON.stringify(message.reply_markup).includes('gender_male'),
    );
    await stage.until(
      async () => (await stage.store.health.backlogs(Date.now())).outboxes.blocks.waiting === 0,
    );
    expect(await figures()).toMatchObject([counted(0, 0, 0), counted(0, 0, 0)]);
  });
});
