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
  stage = await openServiceStage(
    { ATTRIBUTION_HOURS: '24' },
    { sharedClock: { now: () => Date.now() + aheadMs } },
  );
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
    await stage.service.maintenance.checkUnseen();
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
    await stage.service.maintenance.checkUnseen();
    expect((await info()).quantityNow).toBe(0);
  });
});

describe('who starts a bot while its token is of no use', () => {
  const [before, after] = ['777:token-before-token-before-tokens', '777:token-after-token-after-token-af'];
  const promoted = { username: 'ordered_bot', first_name: 'Ordered' };

  /** A running order for a bot, which Emma has been shown. */
  async function shownBot(): Promise<number> {
    await stage.client.bots({ ...promoted, token: before });
    const order = { link: 'https://t.me/ordered_bot', adsType: 'bot', name: 'Bot', quantityAll: 5 } as const;
    const { orderId } = await stage.service.orders.create(advertiserId, {
      ...order,
      botToken: before,
      targeting: { languages: null },
    });
    const { revision } = await stage.service.orders.info(advertiserId, orderId);
    await stage.service.moderation.approve(901, orderId, revision);
    expect((await request()).status).toBe('warning');
    await stage.service.contacts.idle();
    return orderId;
  }
  const paid = async (orderId: number) =>
    (await stage.service.orders.info(advertiserId, orderId)).quantityNow;

  it('is asked about with the next token, and paid for without asking again', async () => {
    const orderId = await shownBot();
    await stage.client.revoke('@ordered_bot');
    await stage.client.bots({ ...promoted, token: after });
    await stage.client.say(emma.id, '@ordered_bot', '/start');
    await stage.service.maintenance.checkUnseen();
    expect(await paid(orderId)).toBe(0);
    await stage.service.orders.update(advertiserId, orderId, { botToken: after });
    await stage.service.maintenance.checkUnseen();
    expect(await paid(orderId)).toBe(1);
  });

  it('also where a token that does not work was given in between', async () => {
    const orderId = await shownBot();
    await stage.client.revoke('@ordered_bot');
    await stage.service.orders.update(advertiserId, orderId, { botToken: before.replace('7', '8') });
    // The bot behind the link is known all the same: a join of it is paid for once, by whichever order.
    expect((await stage.service.orders.info(advertiserId, orderId)).resource.resourceId).toBe('777');
    await stage.client.bots({ ...promoted, token: after });
    await stage.client.say(emma.id, '@ordered_bot', '/start');
    await stage.service.orders.update(advertiserId, orderId, { botToken: after });
    await stage.service.maintenance.checkUnseen();
    expect(await paid(orderId)).toBe(1);
  });

  it('but not who has not started it', async () => {
    const orderId = await shownBot();
    await stage.client.revoke('@ordered_bot');
    await stage.client.bots({ ...promoted, token: after });
    await stage.service.orders.update(advertiserId, orderId, { botToken: after });
    await stage.service.maintenance.checkUnseen();
    expect(await paid(orderId)).toBe(0);
  });
});
