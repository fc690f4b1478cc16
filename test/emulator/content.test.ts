/** What people send, by kinds: to a bot, in groups, to a channel, and to a business. */
import type { Message } from 'grammy/types';
import { beforeEach, expect, it } from 'vitest';
import { type Kind, kinds, news, sent } from '../../emulator/kinds.js';
import { ann, type Stage, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
const said = Object.keys(sent) as Kind[];
const told = Object.keys(news) as Kind[];

const heardBy = async (api: Stage['api']) => (await updatesOf(api)).flatMap(({ message }) => message ?? []);
const group = async (more: object = {}) => {
  const { id } = await stage.client.chats({ type: 'supergroup', title: 'Talk', ...more });
  await stage.client.members({ chat: id, user: ann, status: 'member' });
  await stage.client.members({ chat: id, user: '@shop_bot', status: 'administrator' });
  await stage.client.members({ chat: id, user: '@news_bot', status: 'member' });
  return id;
};

beforeEach(() => stage.client.say(ann, '@shop_bot', '/start'));

it.each(said)('a bot gets a message with %s', async (kind) => {
  await stage.client.send(ann, '@shop_bot', { kind });
  const [, message] = await heardBy(stage.api);
  expect(message).toMatchObject({ from: { id: ann }, chat: { id: ann, type: 'private' } });
  expect(message).toHaveProperty(kind);
  expect(message?.date).toBeGreaterThan(0);
});

it('an album comes as several messages with one media_group_id', async () => {
  for (let albums = 0; albums < 2; albums += 1) await stage.client.send(ann, '@shop_bot', { kind: 'album' });
  const [, first, second, third] = await heardBy(stage.api);
  expect(first?.photo).toHaveLength(1);
  expect(first?.media_group_id).toBe(second?.media_group_id);
  expect(third?.media_group_id).not.toBe(first?.media_group_id);
});

it('what is sent can be fetched by the bot it was sent to', async () => {
  await stage.client.send(ann, '@shop_bot', { kind: 'voice' });
  const [, message] = await heardBy(stage.api);
  const { file_id: id = '', file_size: size } = message?.voice ?? {};
  expect(await stage.api.getFile(id)).toMatchObject({ file_size: size });
  await expect(stage.otherApi.getFile(id)).rejects.toThrow('400');
});

it('an edit has the new text and its entities, and comes as edited_message', async () => {
  const edits = await stage.client.send(ann, '@shop_bot', { kind: 'text' });
  await stage.client.send(ann, '@shop_bot', { edits, text: 'See /help' });
  const edited = (await updatesOf(stage.api)).at(-1)?.edited_message;
  expect(edited).toMatchObject({ message_id: edits, text: 'See /help' });
  expect(edited?.entities).toEqual([{ type: 'bot_command', offset: 4, length: 5 }]);
  expect(edited?.edit_date).toBeGreaterThanOrEqual(edited?.date ?? Infinity);
  await expect(stage.client.send(ann, '@shop_bot', { edits: 99, text: 'x' })).rejects.toThrow(
    'must be a message',
  );
});

it('a message to a business comes as business_message, and stands in no chat of the bot', async () => {
  await stage.client.send(ann, '@shop_bot', { kind: 'photo', business: true });
  const last = (await updatesOf(stage.api)).at(-1);
  expect(last?.business_message).toMatchObject({ chat: { id: ann }, from: { id: ann } });
  expect(last?.business_message?.business_connection_id).toBeTruthy();
  expect(await stage.client.messages(ann, '@shop_bot')).toHaveLength(1);
});

it('in a group administrators hear every kind, other bots service messages alone', async () => {
  const chat = await group();
  for (const kind of kinds) await stage.client.sayIn(chat, { from: ann, kind });
  const heard = (await heardBy(stage.api)).filter((message) => message.chat.id === chat);
  const by = (kind: Kind) => (message: Message) => kind in message;
  expect([...said, ...told].filter((kind) => !heard.some(by(kind)))).toEqual([]);
  const others = await heardBy(stage.otherApi);
  expect(others).toHaveLength(told.length);
  expect(told.filter((kind) => !others.some(by(kind)))).toEqual([]);
});

it('an edit in a group comes as edited_message of that group', async () => {
  const chat = await group();
  const edits = await stage.client.sayIn(chat, { from: ann, text: 'Helo' });
  await stage.client.sayIn(chat, { from: ann, edits, text: 'Hello' });
  const edited = (await updatesOf(stage.api)).at(-1)?.edited_message;
  expect(edited).toMatchObject({ chat: { id: chat }, message_id: edits, text: 'Hello' });
});

it('direct messages of a channel have a topic of who wrote, where alone they can be answered', async () => {
  const chat = await group({ is_direct_messages: true });
  await stage.client.users({ id: 8, first_name: 'Ben' });
  await stage.client.sayIn(chat, { from: 8, text: 'May I ask?' });
  const message = (await heardBy(stage.api)).at(-1);
  expect(message).toMatchObject({
    chat: { is_direct_messages: true },
    direct_messages_topic: { user: { id: 8 } },
  });
  await expect(stage.api.sendMessage(chat, 'Yes')).rejects.toThrow('400');
  const topic = message?.direct_messages_topic?.topic_id ?? 0;
  const answer = await stage.api.sendMessage(chat, 'Yes', { direct_messages_topic_id: topic });
  expect(answer).toMatchObject({ direct_messages_topic: { topic_id: topic } });
});

it('a forum is known as one', async () => {
  const chat = await group({ is_forum: true });
  expect(await stage.api.getChat(chat)).toMatchObject({ type: 'supergroup', is_forum: true });
});
