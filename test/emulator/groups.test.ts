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
