/** Blocks when something goes wrong: users, tokens, the platform, a crash; and many at once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../bot/blocks/deliver.js';
import { startBlockWorker } from '../../bot/blocks/worker.js';
import type { SliceWorker } from '../../bot/outbox.js';
import { blockActions, introducePeople, isBlock, ulyana } from './block-actions.js';
import { takeAll } from '../support/whole-worker.js';
import { emma } from './emma.js';
import {
  addOrder,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { operatorName } from './stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot | null;

beforeEach(async () => {
  stage = await openServiceStage({ BOTS_PER_HOUR: '100' });
  scene = await setScene(stage);
  bot = null;
  await introducePeople(stage, scene);
});

afterEach(async () => {
  await bot?.stop();
  await stage.close();
});

const { request, screenOf, blockOf, settled } = blockActions(() => ({ stage, scene }));

describe('a block that could not be deleted before the next one', () => {
  let aheadMs: number;
  let worker: SliceWorker | null;

  beforeEach(async () => {
    await addOrder(stage, 'gardening_one');
    [aheadMs, worker] = [0, null];
  });

  afterEach(() => worker?.stop());

  /** Later than an unchanged block is left alone. */
  const pressLater = async () => {
    aheadMs += 4_000;
    await request(emma);
    await settled();
  };

  const showFirst = async () => {
    worker = startBlockWorker({
      service: stage.service,
      platform: stage.infrastructure.platform,
      log: stage.infrastructure.log,
      nowMs: () => Date.now() + aheadMs,
    });
    await takeAll(worker);
    await request(emma);
    const block = await blockOf(emma);
    await settled();
    return block.message_id;
  };

  it('is deleted when the refused token was sent again', async () => {
    const first = await showFirst();
    await stage.client.revoke(scene.botName);
    await pressLater();
    const token = `${String(scene.botId)}:sent-again-sent-again-sent-again`;
    await stage.client.bots({ token, username: scene.botName, first_name: 'Petra' });
    await stage.service.bots.update(801, scene.botId, { token, settings: {} });
    await pressLater();
    const screen = await screenOf(emma);
    expect(screen).toHaveLength(1);
    expect(screen[0]?.message_id).toBeGreaterThan(first);
  });

  it('is deleted when the user unblocked the bot', async () => {
    const first = await showFirst();
    await stage.client.faults({
      method: 'deleteMessage',
      token: scene.token,
      kind: '403',
      description: 'Forbidden: bot was blocked by the user',
    });
    await stage.client.block(emma.id, scene.botName);
    await pressLater();
    await stage.client.block(emma.id, scene.botName, false);
    await pressLater();
    const screen = await screenOf(emma);
    expect(screen).toHaveLength(1);
    expect(screen[0]?.message_id).toBeGreaterThan(first);
  });
});

describe('what goes wrong with one block', () => {
  beforeEach(async () => {
    await addOrder(stage, 'gardening_one');
  });

  const dead = async () => (await stage.store.health.backlogs(Date.now())).outboxes.blocks.dead;

  it('a user who blocked the bot, or never started it, is given up; others get theirs', async () => {
    await stage.client.block(ulyana.id, scene.botName);
    bot = await stage.startBot();
    await Promise.all([
      request(ulyana),
      request({ id: 404, first_name: 'Nobody', language_code: 'en' }),
      request(emma),
    ]);
    await blockOf(emma);
    await settled();
    expect(await dead()).toBe(2);
    expect(stage.logged.join('\n')).toContain('the user blocked the bot');
    expect(stage.logged.join('\n')).toContain('there is no such chat');
  });

  it('a refused token marks the bot, tells its owner once, and stops nothing else', async () => {
    await stage.client.say(801, 'SponsorgateBot', '/start');
    bot = await stage.startBot();
    await stage.client.revoke(scene.botName);
    await Promise.all([request(ulyana), request(emma)]);
    const told = await stage.client.waitForMessage(
      801,
      'SponsorgateBot',
      (message) => message.text?.includes('@petras_bot') ?? false,
    );
    expect(told.text).toContain('rejects the token');
    await settled();
    const { bot: marked } = await stage.service.bots.info(801, scene.botId);
    expect(marked.isTokenInvalid).toBe(true);
    const notifications = (await stage.client.messages(801, 'SponsorgateBot')).filter(({ text }) =>
      text?.includes('rejects the token'),
    );
    expect(notifications).toHaveLength(1);
  });

  it('a token that cannot be opened gives up the blocks of its own bot alone', async () => {
    const token = '556:another-token-another-token-another';
    await stage.client.bots({ token, username: 'pavels_bot', first_name: 'Pavel' });
    const { bot: other } = await stage.service.bots.add(801, { token, settings: {} });
    await stage.client.say(emma.id, 'pavels_bot', '/start');
    const user = { userId: emma.id, firstName: 'Emma', languageCode: 'en', isPremium: false };
    await stage.service.sponsors.request(other.botId, {
      user,
      chatId: emma.id,
      action: 'subscribe',
      excludeResourceIds: [],
      excludeOrderIds: [],
    });
    await request(emma);
    const misplaced = stage.infrastructure.vault.seal(token, 'another purpose');
    await stage.store.bots.update(other.botId, { tokenCipher: misplaced }, Date.now());
    const tasks = await stage.service.blocks.claim('a worker', 10, 60_000);
    expect(tasks.map(({ botId }) => botId)).toEqual([scene.botId]);
    expect((await stage.store.health.backlogs(Date.now())).outboxes.blocks).toMatchObject({
      waiting: 1,
      dead: 1,
    });
  });

  it('a token that a lost secret sealed counts as refused', async () => {
    await request(emma);
    await stage.store.bots.update(scene.botId, { tokenCipher: 'of another secret' }, Date.now());
    bot = await stage.startBot();
    await expect
      .poll(async () => (await stage.store.health.backlogs(Date.now())).outboxes.blocks)
      .toMatchObject({ dead: 1 });
    expect((await stage.store.bots.find(scene.botId))?.isTokenInvalid).toBe(true);
  });

  it('a platform out of order is tried again until it works', async () => {
    await stage.client.faults({ method: 'sendMessage', token: scene.token, kind: '500', times: 4 });
    bot = await stage.startBot();
    await request(emma);
    await stage.client.waitForMessage(emma.id, scene.botName, isBlock);
    await settled();
    expect(await screenOf(emma)).toHaveLength(1);
  });

  it('a pause that the platform asks one bot for holds up no other', async () => {
    await stage.client.bots({
      token: '556:another-token-another-token',
      username: 'other_bot',
      first_name: 'Other',
    });
    const other = await stage.service.bots.add(801, {
      token: '556:another-token-another-token',
      settings: {},
    });
    await stage.client.say(emma.id, 'other_bot', '/start');
    await stage.client.faults({ method: 'sendMessage', token: scene.token, kind: '429', retry_after: 5 });
    bot = await stage.startBot();
    await request(ulyana);
    await stage.client.waitForCall({ method: 'sendMessage', token: scene.token });
    await stage.service.sponsors.request(other.bot.botId, {
      chatId: emma.id,
      user: { userId: emma.id, firstName: 'Emma' },
      action: 'subscribe',
      excludeResourceIds: [],
      excludeOrderIds: [],
    });
    await stage.client.waitForMessage(ulyana.id, scene.botName, isBlock);
    const sent = await stage.client.calls({ method: 'sendMessage' });
    const taken = sent.filter(({ bot: by, ok }) => ok === true && by !== operatorName);
    expect(taken.map(({ bot: by }) => by)).toEqual(['other_bot', scene.botName]);
  });

  it('a lost reply is not sent again; the next press shows the block', async () => {
    await stage.client.faults({ method: 'sendMessage', token: scene.token, kind: 'drop' });
    bot = await stage.startBot();
    await request(emma);
    await stage.client.waitForCall({ method: 'sendMessage', token: scene.token }).catch(() => undefined);
    await settled();
    expect(await screenOf(emma)).toHaveLength(1);
    expect(await dead()).toBe(1);
    await request(emma);
    await settled();
    expect(await screenOf(emma)).toHaveLength(2);
  });
});

describe('a crash', () => {
  beforeEach(async () => {
    await addOrder(stage, 'gardening_one');
  });

  it('between sending and storing that does not show a second block', async () => {
    await request(emma);
    // A worker that dies right after the platform took the message: the claim and the mark stay, nothing else does.
    const [task] = await stage.service.blocks.claim('blocks', 1, 60_000);
    if (task === undefined) throw new Error('no task');
    await deliver(task, {
      platform: stage.infrastructure.platform,
      prefix: 'subgram',
      blocks: stage.service.blocks,
      nowMs: () => Date.now(),
    });
    bot = await stage.startBot();
    await settled();
    expect(await screenOf(emma)).toHaveLength(1);
    expect(stage.logged.join('\n')).toContain('it may have been shown');
    // The user presses again: now there is a block that we know.
    await request(emma);
    await settled();
    expect(await screenOf(emma)).toHaveLength(2);
    await request(emma);
    await settled();
    expect(await screenOf(emma)).toHaveLength(2);
  });

  it('before sending loses nothing', async () => {
    await request(emma);
    await stage.service.blocks.claim('blocks', 1, 60_000);
    bot = await stage.startBot();
    await blockOf(emma);
    await settled();
    expect(await screenOf(emma)).toHaveLength(1);
  });

  it('while a block is edited leaves one block, brought up to date', async () => {
    const second = await addOrder(stage, 'gardening_two');
    bot = await stage.startBot();
    await request(emma);
    const block = await blockOf(emma);
    await settled();
    await bot.stop();
    await stage.client.members({ chat: second.chatId, user: emma.id, status: 'member' });
    // What the update tells that the stopped bot would have read.
    await stage.service.membership.observe({
      userId: emma.id,
      resourceId: String(second.chatId),
      state: 'in',
      updateId: null,
      atMs: Date.now(),
      chat: { title: '' },
    });
    await request(emma);
    const [task] = await stage.service.blocks.claim('blocks', 1, 60_000);
    expect(task?.shown?.messageId).toBe(block.message_id);
    bot = await stage.startBot();
    const edited = await stage.client.waitForMessage(
      emma.id,
      scene.botName,
      (message) => message.edit_date !== undefined,
    );
    expect(edited.message_id).toBe(block.message_id);
    expect(await screenOf(emma)).toHaveLength(1);
  });

  it('is not needed to give leases back: a stop does', async () => {
    bot = await stage.startBot();
    await request(emma);
    await blockOf(emma);
    await bot.stop();
    bot = null;
    await request(ulyana);
    const claimed = await stage.service.blocks.claim('test', 10, 1_000);
    expect(claimed.map(({ userId }) => userId)).toEqual([ulyana.id]);
  });
});

it('two hundred users of twenty bots get their blocks, each one', async () => {
  await addOrder(stage, 'gardening_one');
  const bots: { botId: number; username: string }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const token = `${String(6_000 + index)}:many-tokens-many-tokens-many`;
    const username = `crowd_${String(index)}_bot`;
    await stage.client.bots({ token, username, first_name: username });
    const { bot: added } = await stage.service.bots.add(801, { token, settings: {} });
    bots.push({ botId: added.botId, username });
  }
  const people: { id: number; username: string; botId: number }[] = [];
  for (let index = 0; index < 200; index += 1) {
    const { botId, username } = bots[index % bots.length] ?? bots[0] ?? { botId: 0, username: '' };
    const id = 10_000 + index;
    await stage.client.users({ id, first_name: `User ${String(index)}` });
    await stage.client.say(id, username, '/start');
    people.push({ id, username, botId });
  }
  bot = await stage.startBot();
  await Promise.all(
    people.map(({ id, botId }) =>
      stage.service.sponsors.request(botId, {
        chatId: id,
        user: { userId: id, firstName: 'User', languageCode: 'en' },
        action: 'subscribe',
        excludeResourceIds: [],
        excludeOrderIds: [],
      }),
    ),
  );
  await settled();
  for (const { id, username } of people) {
    const blocks = (await stage.client.messages(id, username)).filter(isBlock);
    expect(blocks).toHaveLength(1);
  }
  expect((await stage.store.health.backlogs(Date.now())).outboxes.blocks.dead).toBe(0);
});
