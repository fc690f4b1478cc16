/**
 * The guard of a grammY bot before whatever people send, over the emulated platform: what a person says is held, and
 * comes back as it was after "Done"; news of the chat, edits and messages to a business pass.
 */
import { Bot } from 'grammy';
import type { Message, Update } from 'grammy/types';
import { guard } from 'sponsorgate-client/grammy';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

it.each([...said, 'album'] as const)('holds %s, and gives it back whole', async (kind) => {
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

it('gives back each part of an album once, in order, and not what came after it', async () => {
  await client.send(emma.id, botName, { kind: 'album' });
  const album = await pump();
  expect(album.length).toBeGreaterThan(1);
  const kinds = ['photo', 'album', 'text'] as const;
  for (const kind of kinds) await client.send(emma.id, botName, { kind });
  await pump();
  // The last part came first, and all of them twice.
  for (const update of album.toReversed()) await bot.handleUpdate(update);
  expect(handled).toEqual([]);
  await done();
  expect(handled).toEqual(album.map(({ message }) => message));
  expect(failures).toEqual([]);
});

it('gives back an album whose parts are handled at the same time in the order of their updates', async () => {
  await client.send(emma.id, botName, { kind: 'album' });
  const album = await bot.api.getUpdates({ offset });
  await Promise.all(album.toReversed().map((update) => bot.handleUpdate(update)));
  await done();
  expect(handled.map((message) => message?.message_id)).toEqual(
    album.map(({ message }) => message?.message_id),
  );
});

it('a press in between takes what came of an album; the rest passes', async () => {
  await client.send(emma.id, botName, { kind: 'album' });
  const [first, ...rest] = await bot.api.getUpdates({ offset });
  if (first === undefined) throw new Error('no album');
  await bot.handleUpdate(first);
  offset = (rest.at(-1)?.update_id ?? 0) + 1;
  await done();
  for (const update of rest) await bot.handleUpdate(update);
  expect(handled).toEqual([first, ...rest].map(({ message }) => message));
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

describe('in a group where the bot may not write', () => {
  const refused = async (chat: number) => {
    await client.members({ chat, user: `@${botName}`, status: 'restricted' });
    await pump();
    handled = [];
  };

  it('holds nobody, and reports it once', async () => {
    const chat = await group();
    await refused(chat);
    const said = ['/one', '/two', '/two'].map((text) => `${text}@${botName}`);
    for (const text of said) {
      await client.sayIn(chat, { from: emma.id, text });
      await pump();
    }
    expect(handled.map((message) => message?.text)).toEqual(said);
    expect(failures).toHaveLength(1);
    expect(String(failures[0])).toContain('not enough rights');
  });

  it('gives back with it what was held before, and holds again once the bot may write', async () => {
    const chat = await group();
    await client.sayIn(chat, { from: emma.id, text: '/one' });
    await pump();
    expect([handled, await blocksIn(chat)]).toMatchObject([[], { length: 1 }]);
    await refused(chat);
    later(3_001);
    await client.sayIn(chat, { from: emma.id, text: `/two@${botName}` });
    await pump();
    expect(handled.map((message) => message?.text)).toEqual(['/one', `/two@${botName}`]);
    await client.members({ chat, user: `@${botName}`, status: 'administrator' });
    await client.sayIn(chat, { from: emma.id, text: '/three' });
    await pump();
    expect(handled.filter((message) => message?.text === '/three')).toEqual([]);
    expect((await blocksIn(chat)).length).toBeGreaterThan(0);
  });

  it('is not taken for that where messages come too fast', async () => {
    const chat = await group();
    await client.faults({ token, method: 'sendMessage', kind: '429', times: 1, retry_after: 1 });
    await client.sayIn(chat, { from: emma.id, text: `/one@${botName}` });
    await pump();
    expect(handled).toEqual([]);
    expect(String(failures[0])).toContain('Too Many Requests');
  });

  it('the same of another chat, and an hour later, is reported again', async () => {
    const chats = [await group(), await group()];
    for (const chat of chats) await refused(chat);
    for (const chat of [...chats, ...chats]) {
      await client.sayIn(chat, { from: emma.id, text: `/one@${botName}` });
      await pump();
    }
    expect(failures).toHaveLength(2);
    later(3_600_001);
    await client.sayIn(chats[0] ?? 0, { from: emma.id, text: `/one@${botName}` });
    await pump();
    expect(failures).toHaveLength(3);
  });

  it('news of the network’s silence that cannot be shown hold nobody either', async () => {
    const chat = await group();
    await refused(chat);
    network.list = () => Promise.reject(new Error('silent'));
    await client.sayIn(chat, { from: emma.id, text: `/one@${botName}` });
    await pump();
    expect(handled).toHaveLength(1);
  });
});

/** Lets the gate's clock run ahead. */
function later(ms: number) {
  const nowMs = Date.now() + ms;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
}

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
