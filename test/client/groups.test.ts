/** The gate in a group over the emulated platform: what a person asks is held, in its topic; all else passes. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasButton } from '../support/people.js';
import { type GateStage, openGateStage } from './gate-stage.js';
import { emma } from './stage.js';

let stage: GateStage;
let group: number;
const offer = { id: 'a', chat: '', link: 'https://t.me/a_channel', title: 'a', state: 'pending' } as const;

beforeEach(async () => {
  const answer = () => Promise.resolve({ state: 'pending' as const, offers: [offer] });
  const network = { name: 'scripted', list: answer, check: answer };
  stage = await openGateStage({ networks: [network], unavailable: 'pass' });
  group = (await stage.client.chats({ type: 'supergroup', title: 'Talk', owner_id: emma.id })).id;
  await stage.client.members({ chat: group, user: emma.id, status: 'administrator' });
  await stage.client.members({ chat: group, user: `@${stage.botName}`, status: 'administrator' });
  await stage.pump();
});
afterEach(() => stage.close());

const blocks = async () => (await stage.client.posts(group)).filter(hasButton('subgram-op'));

it('holds what a member asks, and shows the block in the topic', async () => {
  await stage.client.sayIn(group, { from: emma.id, text: '/get', topic: 5 });
  expect(await stage.pump()).toEqual([]);
  expect(await blocks()).toMatchObject([{ message_thread_id: 5 }]);
  expect(stage.failures).toEqual([]);
});

it('in privacy mode holds commands and answers to the bot; of the rest the platform says nothing (microsoft/botframework-sdk#293)', async () => {
  await stage.client.members({ chat: group, user: `@${stage.botName}`, status: 'member' });
  await stage.pump();
  const say = (text: string, reply_to?: number) =>
    stage.client.sayIn(group, { from: emma.id, text, ...(reply_to === undefined ? {} : { reply_to }) });
  const asked = (await stage.call('sendMessage', { chat_id: group, text: 'Tea?' })) as { message_id: number };
  for (const text of ['Hello', `@${stage.botName} hello`]) await say(text);
  expect(await stage.pump()).toEqual([]);
  expect(await blocks()).toEqual([]);
  await say('Yes', asked.message_id);
  expect(await stage.pump()).toEqual([]);
  expect(await blocks()).toHaveLength(1);
  await say(`/get@${stage.botName}`);
  expect(await stage.pump()).toEqual([]);
  expect(stage.failures).toEqual([]);
});

it('lets anonymous administrators and forwarded posts of a channel pass', async () => {
  const channel = await stage.client.chats({ type: 'channel', title: 'News', username: 'news' });
  await stage.client.sayIn(group, { from: emma.id, text: '/as_group', anonymous: true });
  await stage.client.sayIn(group, { channel: channel.id, text: '/a_post' });
  expect(await stage.pump()).toEqual(['/as_group', '/a_post']);
  expect(await blocks()).toEqual([]);
  expect(stage.failures).toEqual([]);
});

it('holds nobody where the group does not let the bot write, and says why', async () => {
  await stage.client.members({ chat: group, user: `@${stage.botName}`, status: 'restricted' });
  await stage.pump();
  await stage.client.sayIn(group, { from: emma.id, text: `/get@${stage.botName}` });
  expect(await stage.pump()).toEqual([`/get@${stage.botName}`]);
  expect(await blocks()).toEqual([]);
  expect(stage.failures).toEqual([
    'platform: Error: The platform refused sendMessage: Bad Request: not enough rights to send text messages to the chat',
  ]);
});
