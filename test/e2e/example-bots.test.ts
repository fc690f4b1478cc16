/**
 * The bots of docs/examples as they stand there, over the real api and the emulated platform: who presses too early reads what is
 * missing, questions are handled, and who is done gets what they had asked for at first.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Bot, InlineKeyboard } from 'grammy';
import type { Message } from 'grammy/types';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../api/app.js';
import { listen } from '../../api/server.js';
import { sponsors } from '../../docs/examples/grammy-middleware.js';
import {
  addOrder,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from '../bot/service-stage.js';
import { buttonsOf, hasButton } from '../support/people.js';

const examples = path.resolve(import.meta.dirname, '../../docs/examples');
const greeting = 'Here is what you asked for: ';
const emma = { id: 301, first_name: 'Emma', language_code: 'en' } as const;

let stage: ServiceStage;
let scene: Scene;
let running: RunningBot;
let api: Awaited<ReturnType<typeof listen>>;
let channels: number[];

beforeEach(async () => {
  // Long, so that a busy machine does not turn an answer into one that was not awaited.
  stage = await openServiceStage({ SPONSORS_DEADLINE_MS: '4000' });
  scene = await setScene(stage, { getLinks: false, genderQuestion: true, ageQuestion: true });
  channels = [];
  for (const name of ['garden', 'kitchen']) channels.push((await addOrder(stage, name)).chatId);
  running = await stage.startBot();
  const app = createApp(stage.service, { logger: pino({ level: 'silent' }) });
  api = await listen(app, '127.0.0.1', 0);
  await stage.client.users(emma);
});
afterEach(async () => {
  api.server.closeAllConnections();
  api.server.close();
  await running.stop();
  await stage.close();
});

const botKey = async () => (await stage.service.bots.info(801, scene.botId)).apiKey;
const blockWith = (data: string) => stage.client.waitForMessage(emma.id, scene.botName, hasButton(data));
const isGreeting = (message: Message) => (message.text ?? '').startsWith(greeting);
const greetings = async () =>
  (await stage.client.messages(emma.id, scene.botName)).filter(isGreeting).map(({ text }) => text);

/** Presses the button of the bot's newest message that sends this, and waits for what the bot answers. */
async function press(data: string) {
  const { message_id } = await blockWith(data);
  const query = await stage.client.press(emma.id, scene.botName, message_id, data);
  return stage.client.waitForAnswer(emma.id, scene.botName, query);
}

/** The whole way of one user: asks, answers, presses too early twice, joins, and gets it. */
/** Answers both questions, joins both channels, and presses. */
async function beDone(): Promise<void> {
  await press('subgram_gender_female');
  await press('subgram_age_c5');
  await blockWith('subgram-op');
  for (const channel of channels) await stage.client.join(emma.id, channel);
  await press('subgram-op');
}

async function walk(): Promise<void> {
  await stage.client.say(emma.id, scene.botName, '/get the soup');
  expect(await press('subgram_gender_female')).toMatchObject({ text: '', show_alert: false });
  expect(await press('subgram_age_c5')).toMatchObject({ text: '', show_alert: false });
  const block = await blockWith('subgram-op');
  expect(
    buttonsOf(block)
      .flatMap((button) => ('url' in button ? [button.url] : []))
      .toSorted(),
  ).toEqual(['https://t.me/garden', 'https://t.me/kitchen']);
  // What was asked second waits in vain: the first is what is kept.
  await stage.client.say(emma.id, scene.botName, 'something else');
  const early = await press('subgram-op');
  expect(early.show_alert).toBe(true);
  expect((early.text ?? '').split('\n')[0]).toBe('To continue, subscribe to our sponsors.');
  expect((early.text ?? '').split('\n').slice(1).toSorted()).toEqual(['• garden', '• kitchen']);
  await stage.client.join(emma.id, channels[0] ?? 0);
  expect(((await press('subgram-op')).text ?? '').split('\n').slice(1)).toEqual(['• kitchen']);
  expect(await greetings()).toEqual([]);
  await stage.client.join(emma.id, channels[1] ?? 0);
  expect((await press('subgram-op')).text).toBe('');
  await stage.client.waitForMessage(emma.id, scene.botName, isGreeting);
  expect(await greetings()).toEqual([`${greeting}/get the soup`]);
  const response = await fetch(`${api.url}/get-user-info`, {
    method: 'POST',
    headers: { Auth: await botKey() },
    body: JSON.stringify({ user_id: emma.id }),
  });
  expect(await response.json()).toMatchObject({ data: { gender: 'female', age_category: 5 } });
}

describe('the grammY middleware', () => {
  let bot: Bot;
  let polling: Promise<void>;
  beforeEach(async () => {
    bot = new Bot(scene.token, { client: { apiRoot: stage.emulator.url } });
    // One user's update is kept, so that the test sees the bound.
    bot.use(sponsors(bot, api.url, await botKey(), 1));
    bot.callbackQuery('subgram-op', (ctx) => ctx.reply('Ask me again, please.'));
    bot.callbackQuery('soup', async (ctx) => {
      await ctx.answerCallbackQuery('It is hot');
      await ctx.reply(`${greeting}soup`);
    });
    bot.on('message', (ctx) => ctx.reply(greeting + (ctx.message.text ?? '')));
    polling = bot.start();
  });
  afterEach(async () => {
    await bot.stop();
    await polling;
  });

  it('holds a user back until they are done, and then gives them what they had asked for', walk);

  it('handles a button of the bot’s own, too, once the user is done', async () => {
    await stage.client.say(emma.id, scene.botName, '/start');
    await blockWith('subgram_gender_female');
    await bot.api.sendMessage(emma.id, 'What would you like?', {
      reply_markup: new InlineKeyboard().text('Soup', 'soup'),
    });
    expect(await press('soup')).toMatchObject({ text: '', show_alert: false });
    await beDone();
    // What was kept is /start; the button is there to be pressed again.
    await stage.client.waitForMessage(emma.id, scene.botName, isGreeting);
    expect(await press('soup')).toMatchObject({ text: 'It is hot' });
  });

  it('handles a press that was the first thing kept, though it was answered already', async () => {
    await stage.client.say(emma.id, scene.botName, '/start');
    await blockWith('subgram_gender_female');
    const hans = { id: 303, first_name: 'Hans' };
    await stage.client.users(hans);
    await stage.client.say(hans.id, scene.botName, '/start');
    await stage.client.waitForMessage(hans.id, scene.botName);
    await bot.api.sendMessage(emma.id, 'What would you like?', {
      reply_markup: new InlineKeyboard().text('Soup', 'soup'),
    });
    await press('soup');
    await beDone();
    await stage.client.waitForMessage(emma.id, scene.botName, isGreeting);
    expect(await greetings()).toEqual([`${greeting}soup`]);
  });

  it('keeps no more than it should: who was pushed out asks again', async () => {
    await stage.client.say(emma.id, scene.botName, '/get');
    await blockWith('subgram_gender_female');
    const hans = { id: 303, first_name: 'Hans' };
    await stage.client.users(hans);
    await stage.client.say(hans.id, scene.botName, '/get');
    await stage.client.waitForMessage(hans.id, scene.botName);
    await beDone();
    await stage.client.waitForMessage(emma.id, scene.botName, ({ text }) => text === 'Ask me again, please.');
    expect(await greetings()).toEqual([]);
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
describe.skipIf(!python)(`the Python bot${python ? '' : ' (skipped: there is no python3)'}`, () => {
  let child: ReturnType<typeof spawn>;
  const said: string[] = [];
  beforeEach(async () => {
    child = spawn('python3', [path.join(examples, 'sponsors_bot.py')], {
      env: {
        PATH: process.env['PATH'],
        SERVICE_URL: api.url,
        PLATFORM_API_ROOT: stage.emulator.url,
        BOT_KEY: await botKey(),
        BOT_TOKEN: scene.token,
        // It leaves no compiled files behind.
        PYTHONDONTWRITEBYTECODE: '1',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (data: Buffer) => said.push(data.toString()));
  });
  afterEach(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    expect(said.join('')).toBe('');
  });

  it('holds a user back until they are done, and then gives them what they had asked for', walk);

  it('goes on when the platform is away as it answers a press', async () => {
    await stage.client.say(emma.id, scene.botName, '/get');
    const { message_id: asked } = await blockWith('subgram_gender_female');
    const answering = { token: scene.token, method: 'answerCallbackQuery' };
    await stage.client.faults({ ...answering, kind: 'drop', times: 1 });
    await stage.client.press(emma.id, scene.botName, asked, 'subgram_gender_female');
    await blockWith('subgram_age_c5');
    await press('subgram_age_c5');
    await blockWith('subgram-op');
    expect(said.splice(0).join('')).toMatch(/^Remote end closed connection without response\n$/);
  });
});
