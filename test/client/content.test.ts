/**
 * The guard of a grammY bot before whatever people send, over the emulated platform: what a person says is held, and
 * comes back as it was after "Done"; news of the chat, edits and messages to a business pass.
 */
import { Bot } from 'grammy';
import type { Message, Update } from 'grammy/types';
import { guard } from 'sponsorgate-client/grammy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { quick } from '../../emulator/behaviour.js';
import { PlatformClient } from '../../emulator/client.js';
import { type Kind, news, sent } from '../../emulator/kinds.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';
import { buttonsOf, hasButton } from '../support/people.js';
import { scripted } from './scripted.js';
import { emma } from './stage.js';

const token = '556:a-bot-behind-a-gate-a-bot-behind-a-gate';
const botName = 'gated_bot';
const said = Object.keys(sent) as Kind[];
const told = Object.keys(news) as Kind[];

let emulator: Platform;
let client: PlatformClient;
let bot: Bot;
let network: ReturnType<typeof scripted>;
let handled: (Message | undefined)[];
let failures: unknown[];

beforeEach(async () => {
  emulator = await createPlatform({ port: 0, behaviour: quick });
  client = new PlatformClient(emulator.url);
  await client.users(emma);
  await client.bots({ token, username: botName, first_name: 'Gated' });
  bot = new Bot(token, { client: { apiRoot: emulator.url } });
  await bot.init();
  network = scripted();
  [handled, failures] = [[], []];
  const onError = (error: unknown) => failures.push(error);
  bot.use(guard(bot, { networks: [network], unavailable: 'hold', debounceMs: 0, onError }));
  bot.use((ctx) => void handled.push(ctx.msg));
  await client.say(emma.id, botName, '/start');
  await bot.api.getUpdates({ offset: -1 });
  offset = ((await bot.api.getUpdates()).at(-1)?.update_id ?? 0) + 1;
});
afterEach(async () => {
  client.close();
  await emulator.close();
});

let offset = 0;
/** Handles all that has come, one after the other, as the bot's polling does. */
async function pump(): Promise<Update[]> {
  const updates = await bot.api.getUpdates({ offset });
  offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
  for (const update of updates) await bot.handleUpdate(update);
  return updates;
}

/** Joins, and presses "Done" on the block. */
async function done() {
  network.is('done');
  const block = (await client.messages(emma.id, botName)).findLast(hasButton('subgram-op'));
  const [data = ''] = (block === undefined ? [] : buttonsOf(block)).flatMap((button) =>
    'callback_data' in button ? [button.callback_data] : [],
  );
  await client.press(emma.id, botName, block?.message_id ?? 0, data);
  await pump();
}

const group = async (more: object = {}) => {
  const { id } = await client.chats({ type: 'supergroup', title: 'Talk', ...more });
  await client.members({ chat: id, user: emma.id, status: 'member' });
  await client.members({ chat: id, user: `@${botName}`, status: 'administrator' });
  await pump();
  handled = [];
  return id;
};
const blocksIn = async (chat: number) => (await client.posts(chat)).filter(hasButton('subgram-op'));

it.each(said)('holds %s, and gives it back whole', async (kind) => {
  await client.send(emma.id, botName, { kind });
  const updates = await pump();
  expect(updates.length).toBeGreaterThan(0);
  expect(handled).toEqual([]);
  await done();
  expect(handled).toEqual(updates.map(({ message }) => message));
  expect(failures).toEqual([]);
});

it('gives back what was asked for first, not an album that came after it', async () => {
  await client.send(emma.id, botName, { kind: 'voice' });
  await client.send(emma.id, botName, { kind: 'album' });
  const [first] = await pump();
  await done();
  expect(handled).toEqual([first?.message]);
});

it.each(told)('lets %s pass', async (kind) => {
  await client.send(emma.id, botName, { kind });
  await pump();
  expect(handled).toHaveLength(1);
  expect((await client.messages(emma.id, botName)).filter(hasButton('subgram-op'))).toEqual([]);
});

it('lets edits and messages to a business pass', async () => {
  const edits = await client.send(emma.id, botName, { kind: 'text' });
  await pump();
  await client.send(emma.id, botName, { edits, text: 'Other words' });
  await client.send(emma.id, botName, { kind: 'photo', business: true });
  const updates = await pump();
  expect(handled).toEqual([updates[0]?.edited_message, updates[1]?.business_message]);
  expect(failures).toEqual([]);
});

it.each([...said, 'album'] as const)('holds %s in a group', async (kind) => {
  const chat = await group();
  await client.sayIn(chat, { from: emma.id, kind });
  await pump();
  expect(handled).toEqual([]);
  expect(await blocksIn(chat)).toHaveLength(1);
  expect(failures).toEqual([]);
});

it('lets all news of a group pass, and edits', async () => {
  const chat = await group();
  for (const kind of told) await client.sayIn(chat, { from: emma.id, kind });
  const updates = await pump();
  expect(handled).toEqual(updates.map(({ message }) => message));
  const edits = await client.sayIn(chat, { from: emma.id, text: 'Helo', anonymous: false });
  await pump();
  await client.sayIn(chat, { from: emma.id, edits, text: 'Hello' });
  const [update] = await pump();
  expect(handled.at(-1)).toEqual(update?.edited_message);
  expect(failures).toEqual([]);
});

it('holds who writes to a channel, and shows the block in their topic', async () => {
  const chat = await group({ is_direct_messages: true });
  await client.sayIn(chat, { from: emma.id, kind: 'photo' });
  await pump();
  expect(handled).toEqual([]);
  expect(await blocksIn(chat)).toMatchObject([{ direct_messages_topic: { user: { id: emma.id } } }]);
  expect(failures).toEqual([]);
});
