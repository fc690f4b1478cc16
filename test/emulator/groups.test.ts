/** Groups: which bots hear what, and who a message is by. */
import { beforeEach, expect, test } from 'vitest';
import { ann, otherToken, refusal, token, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
let group: number;

beforeEach(async () => {
  const made = await stage.client.chats({ type: 'supergroup', title: 'Talk', owner_id: ann });
  group = made.id;
  await stage.client.members({ chat: group, user: ann, status: 'administrator' });
  await stage.client.members({ chat: group, user: '@shop_bot', status: 'administrator' });
  await stage.client.members({ chat: group, user: '@news_bot', status: 'member' });
  for (const api of [stage.api, stage.otherApi]) {
    const [last] = (await updatesOf(api)).slice(-1);
    if (last !== undefined) await api.getUpdates({ offset: last.update_id + 1 });
  }
});

const heardBy = async (which: string) =>
  (await updatesOf(which === token ? stage.api : stage.otherApi)).flatMap(({ message }) => message ?? []);
const textsOf = async (which: string) => (await heardBy(which)).map(({ text }) => text);

test('administrators hear all, bots in privacy mode the commands that are meant for them', async () => {
  const say = (text: string) => stage.client.sayIn(group, { from: ann, text });
  for (const text of ['Hello', '/get', '/get@shop_bot', '/get@news_bot']) await say(text);
  await stage.otherApi.sendMessage(group, 'Here you are');
  await say('/more');
  expect(await textsOf(token)).toEqual([
    'Hello',
    '/get',
    '/get@shop_bot',
    '/get@news_bot',
    'Here you are',
    '/more',
  ]);
  expect(await textsOf(otherToken)).toEqual(['/get@news_bot', '/more']);
});

test('who made the group is its creator', async () => {
  expect(await stage.api.getChatMember(group, ann)).toMatchObject({ status: 'creator', is_anonymous: false });
});

test('an anonymous administrator speaks as the group, and a channel by the account of the platform', async () => {
  const channel = await stage.client.chats({ type: 'channel', title: 'News', username: 'news' });
  await stage.client.sayIn(group, { from: ann, text: 'As all', anonymous: true });
  await stage.client.sayIn(group, { channel: channel.id, text: 'A post' });
  expect(await heardBy(token)).toMatchObject([
    { from: { id: 1_087_968_824, is_bot: true }, sender_chat: { id: group } },
    { from: { id: 777_000, is_bot: false }, sender_chat: { id: channel.id }, is_automatic_forward: true },
  ]);
});

test('the posts of a channel come into the group that is linked to it, by themselves', async () => {
  const channel = await stage.client.chats({
    type: 'channel',
    title: 'News',
    username: 'news',
    discussion: group,
    owner_id: ann,
  });
  await stage.client.members({ chat: channel.id, user: '@shop_bot', status: 'administrator' });
  expect(await stage.api.getChat(channel.id)).toMatchObject({ linked_chat_id: group });
  expect(await stage.api.getChat(group)).toMatchObject({ linked_chat_id: channel.id });
  const id = await stage.client.post(channel.id, 'By the <b>owner</b>');
  const posted = await stage.api.sendMessage(channel.id, '/get', {
    reply_markup: { inline_keyboard: [[{ text: 'Go', callback_data: 'x' }]] },
  });
  const forwards = await heardBy(token);
  const shown = { id: channel.id, type: 'channel', title: 'News' };
  const common = {
    chat: { id: group },
    from: { id: 777_000 },
    sender_chat: shown,
    is_automatic_forward: true,
  };
  const origin = (message_id: number) => ({ type: 'channel', chat: shown, message_id });
  expect(forwards).toMatchObject([
    { ...common, text: 'By the owner', entities: [{ type: 'bold' }], forward_origin: origin(id) },
    { ...common, text: '/get', forward_origin: origin(posted.message_id) },
  ]);
  expect(forwards[1]).not.toHaveProperty('reply_markup');
  // Who does not administer the group hears none of it.
  expect(await textsOf(otherToken)).toEqual([]);
});

test('bots in privacy mode hear the answers to what they said', async () => {
  const { message_id } = await stage.otherApi.sendMessage(group, 'What do you want?');
  const { message_id: others } = await stage.api.sendMessage(group, 'And here?');
  const said = { from: ann, text: 'Tea' };
  await stage.client.sayIn(group, said);
  await stage.client.sayIn(group, { ...said, reply_to: others });
  await stage.client.sayIn(group, { ...said, reply_to: message_id });
  await stage.client.sayIn(group, { from: ann, kind: 'photo', reply_to: message_id });
  const heard = await heardBy(otherToken);
  const reply_to_message = { message_id, text: 'What do you want?', from: { id: 200 } };
  expect(heard).toMatchObject([
    { text: 'Tea', reply_to_message },
    { photo: [{}], reply_to_message },
  ]);
});

test('a topic stays with what is said in it', async () => {
  await stage.client.sayIn(group, { from: ann, text: 'On topic', topic: 5 });
  expect(await heardBy(token)).toMatchObject([{ message_thread_id: 5, is_topic_message: true }]);
  const answer = await stage.api.sendMessage(group, 'Here, too', { message_thread_id: 5 });
  expect(answer).toMatchObject({ message_thread_id: 5, is_topic_message: true });
});

test('only who is in speaks', async () => {
  await stage.client.users({ id: 8, first_name: 'Ben' });
  await expect(stage.client.sayIn(group, { from: 8, text: 'Hi' })).rejects.toThrow('is not in the chat');
  expect(await refusal(stage.api.sendMessage(-4, 'Hi'))).toBe('400 Bad Request: chat not found');
});
