/** Rights that are taken and given back (`evidence.md`, Leaving): who joined meanwhile is paid for, however long it was. */
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

const HOUR_MS = 3_600_000;

let aheadMs = 0;
let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;

beforeEach(async () => {
  aheadMs = 0;
  stage = await openServiceStage({ ATTRIBUTION_HOURS: '24' }, { clock: { now: () => Date.now() + aheadMs } });
  scene = await meetEmma(stage);
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const request = () => askForEmma(stage.service, scene);

describe('who joins while our rights are gone', () => {
  it.each([20, 25, 100])('is paid for when they come back after %i hours', async (hours) => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    const info = () => stage.service.orders.info(advertiserId, orderId);
    expect((await request()).status).toBe('warning');
    await stage.service.contacts.idle();
    const ours = { chat: chatId, user: `@${operatorName}` };
    aheadMs = 10 * HOUR_MS;
    await stage.client.members({ ...ours, status: 'member' });
    await stage.until(async () => (await info()).checkState === 'lost');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    aheadMs += hours * HOUR_MS;
    await stage.client.members({ ...ours, status: 'administrator' });
    await stage.until(async () => (await info()).checkState === 'ok');
    await stage.service.upkeep.checkUnseen();
    expect((await info()).quantityNow).toBe(1);
  });

  it('but longer after the list than a join counts for it, is not', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    const info = () => stage.service.orders.info(advertiserId, orderId);
    await request();
    await stage.service.contacts.idle();
    const ours = { chat: chatId, user: `@${operatorName}` };
    aheadMs = 25 * HOUR_MS;
    await stage.client.members({ ...ours, status: 'member' });
    await stage.until(async () => (await info()).checkState === 'lost');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.client.members({ ...ours, status: 'administrator' });
    await stage.until(async () => (await info()).checkState === 'ok');
    await stage.service.upkeep.checkUnseen();
    expect((await info()).quantityNow).toBe(0);
  });
});
