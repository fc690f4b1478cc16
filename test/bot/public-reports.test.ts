/**
 * What people who run bots have reported in public, replayed over the emulated platform. Each test names the report; what
 * came of it stands in `emulator/README.md`.
 */
import { Bot } from 'grammy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { arrange } from '../../bot/introduce.js';
import { ALLOWED_UPDATES } from '../../bot/updates.js';
import { askForEmma, emma, meetEmma } from './emma.js';
import { Visitor } from './operator-stage.js';
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

const NAME = 'gardening_one';
const CHANNELS_USER = 777_000;

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot | null = null;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC' });
  scene = await meetEmma(stage);
});

afterEach(async () => {
  await bot?.stop();
  bot = null;
  await stage.close();
});

const start = async () => {
  bot = await stage.startBot();
};
const info = (orderId: number) => stage.service.orders.info(advertiserId, orderId);
const isCounted = (orderId: number) => stage.until(async () => (await info(orderId)).quantityNow === 1);

it('a random PARTICIPANT_ID_INVALID holds nothing against a user, nor against the order (tdlib/telegram-bot-api#802)', async () => {
  const { orderId, chatId } = await addOrder(stage, NAME);
  expect((await askForEmma(stage.service, scene)).status).toBe('warning');
  const description = 'Bad Request: PARTICIPANT_ID_INVALID';
  const fault = { token: operatorToken, method: 'getChatMember', kind: '400', description } as const;
  await start();
  await stage.client.hold(operatorName);
  await stage.client.faults({ ...fault, times: 20 });
  await stage.client.join(emma.id, chatId);
  for (let asked = 0; asked < 3; asked += 1) await askForEmma(stage.service, scene);
  await stage.client.clearFaults();
  expect(await info(orderId)).toMatchObject({ checkState: 'ok', quantityNow: 0 });
  const asked = await stage.client.calls({ token: operatorToken, method: 'getChatMember' });
  expect(asked.some((call) => call.description === description)).toBe(true);
  await stage.client.release(operatorName);
  await isCounted(orderId);
  expect((await askForEmma(stage.service, scene)).status).toBe('ok');
});

it('where members are hidden, no order is approved without our bot as administrator (teloxide/teloxide#1349)', async () => {
  const chat = {
    type: 'supergroup',
    title: 'Club',
    username: 'hidden_club',
    has_hidden_members: true,
  } as const;
  await stage.client.chats(chat);
  const { orderId } = await stage.service.orders.create(advertiserId, {
    link: 'https://t.me/hidden_club',
    adsType: 'channel',
    quantityAll: 10,
    targeting: { languages: null },
  });
  const { revision } = await info(orderId);
  const outcome = await stage.service.moderation.approve(moderator.id, orderId, revision);
  expect(outcome).toMatchObject({ kind: 'missing_rights', missing: ['not_administrator'] });
});

it('a channel that says nothing of its members, since our bot lost its rights, holds nobody (tdlib/td#589)', async () => {
  const { orderId, chatId } = await addOrder(stage, NAME);
  const people = [emma, { ...emma, id: 303 }, { ...emma, id: 304 }];
  const ask = async (user: { id: number }) => (await askForEmma(stage.service, scene, user)).status;
  for (const user of people.slice(1)) {
    await stage.client.users(user);
    await stage.client.say(user.id, scene.botName, '/start');
  }
  expect(await ask(emma)).toBe('warning');
  // The update that says so does not come.
  await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'member' });
  for (const user of people) await ask(user);
  const asked = await stage.client.calls({ token: operatorToken, method: 'getChatMember' });
  expect(asked.at(-1)?.description).toBe('Bad Request: member list is inaccessible');
  await stage.until(async () => (await info(orderId)).checkState === 'lost');
  for (const user of people) expect(await ask(user)).toBe('ok');
});

it('the sender 777000 of channel posts is no person (tdlib/td#1218, python-telegram-bot/python-telegram-bot#2810)', async () => {
  await start();
  const { client } = stage;
  const group = await client.chats({ type: 'supergroup', title: 'News chat' });
  const channel = await client.chats({ type: 'channel', title: 'News', discussion: group.id });
  for (const chat of [group.id, channel.id])
    await client.members({ chat, user: `@${operatorName}`, status: 'administrator' });
  await client.post(channel.id, '/start');
  expect(await client.posts(group.id)).toMatchObject([{ is_automatic_forward: true, text: '/start' }]);
  // Updates are begun in their order.
  await new Visitor(stage, advertiserId).say('/start');
  expect(await stage.store.accounts.find(CHANNELS_USER)).toBeNull();
  const sent = await client.calls({ token: operatorToken, method: 'sendMessage' });
  expect(sent.map(({ payload }) => payload['chat_id'])).not.toContain(group.id);
});

it('what people say to each other where our bot is in privacy mode is not answered (microsoft/botframework-sdk#293)', async () => {
  await start();
  const { client } = stage;
  const { id: chat } = await client.chats({ type: 'supergroup', title: 'Talk' });
  await client.members({ chat, user: advertiserId, status: 'member' });
  await client.members({ chat, user: `@${operatorName}`, status: 'member' });
  for (const text of ['Hello', `@${operatorName} hello`, '/start', `/start@${operatorName}`])
    await client.sayIn(chat, { from: advertiserId, text });
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  const sent = await client.calls({ token: operatorToken, method: 'sendMessage' });
  expect(sent.map(({ payload }) => payload['chat_id'])).not.toContain(chat);
});

it('"Flood control exceeded" is waited for, and the message comes once (ehForwarderBot/efb-telegram-master#123)', async () => {
  await start();
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  await stage.client.faults({ token: operatorToken, method: 'sendMessage', kind: '429', retry_after: 1 });
  await addOrder(stage, NAME);
  await albert.shows('is approved');
  const said = (await albert.messages()).filter(({ text }) => text?.includes('is approved') === true);
  expect(said).toHaveLength(1);
});

it('an update that is delivered again is done once (telegraf/telegraf#806)', async () => {
  const { orderId, chatId } = await addOrder(stage, NAME);
  await start();
  await askForEmma(stage.service, scene);
  await stage.client.join(emma.id, chatId);
  await isCounted(orderId);
  const before = await stage.service.wallet.balance(advertiserId);
  const ids = Array.from({ length: 20 }, (_, index) => 100_001 + index);
  const again = await Promise.allSettled(ids.map((id) => stage.client.redeliver(operatorName, id)));
  expect(again.some(({ status }) => status === 'fulfilled')).toBe(true);
  await new Visitor(stage, advertiserId).say('/start');
  expect((await info(orderId)).quantityNow).toBe(1);
  expect(await stage.service.wallet.balance(advertiserId)).toEqual(before);
});

it('a webhook that was left behind does not keep the bot from polling (opsdroid/opsdroid#853)', async () => {
  const ours = new Bot(operatorToken, { client: { apiRoot: stage.emulator.url } });
  await ours.api.setWebhook('https://example.org/left-behind');
  await expect(ours.api.getUpdates()).rejects.toThrow('while webhook is active');
  // The bot process does so before it polls.
  const { signal } = new AbortController();
  await arrange(ours, stage.service.updates.webhook(), { kinds: ALLOWED_UPDATES, signal });
  await start();
  const albert = new Visitor(stage, advertiserId);
  expect((await albert.say('/start')).text).not.toBe('');
});

it('who blocked the bot is given up with the reason, and nobody else waits (GameFeeder/GameFeeder#201)', async () => {
  await start();
  const [albert, mira] = [new Visitor(stage, advertiserId), new Visitor(stage, moderator.id)];
  await stage.client.users(moderator);
  await Promise.all([albert.say('/start'), mira.say('/start')]);
  await stage.client.block(advertiserId, operatorName);
  const { orderId } = await addOrder(stage, NAME);
  await stage.until(async () =>
    (await stage.store.notifications.dead(9)).some(
      ({ accountId, kind, reason }) =>
        accountId === advertiserId && kind === 'order_approved' && reason.includes('blocked by the user'),
    ),
  );
  await mira.forge(`mod:card:${String(orderId)}`);
  await mira.shows(`#${String(orderId)}`);
});

it('"message is not modified" is no error (telegraf/telegraf#1198)', async () => {
  await start();
  await stage.client.users(moderator);
  const mira = new Visitor(stage, moderator.id);
  await mira.say('/start');
  const { orderId } = await addOrder(stage, NAME);
  await mira.forge(`mod:card:${String(orderId)}`);
  // A card from before the decision may come, too.
  const card = await mira.shows('State: running');
  const pressed = await mira.press('Look again', card);
  expect(pressed.isAlert).toBe(false);
  const edits = await stage.client.calls({ token: operatorToken, method: 'editMessageText' });
  expect(edits.some(({ description }) => description?.includes('is not modified'))).toBe(true);
});
