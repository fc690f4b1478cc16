/** The flood limits and the latency that the platform has unless a test asks for less; its clock is moved by hand. */
import { Api } from 'grammy';
import { expect, onTestFinished, test } from 'vitest';
import { PlatformClient } from '../../emulator/client.js';
import { quick, rude } from '../../emulator/behaviour.js';
import { createPlatform } from '../../emulator/platform.js';
import { ann, refusal, token } from './stage.js';

/** With everything that is usual but the latency. */
async function open(latencyMs = quick.latencyMs as readonly [number, number]) {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const platform = await createPlatform({ port: 0, clock: () => nowMs, behaviour: { latencyMs } });
  const client = new PlatformClient(platform.url);
  onTestFinished(async () => {
    client.close();
    await platform.close();
  });
  await client.bots({ token, username: 'shop_bot', first_name: 'Shop' });
  const api = new Api(token, { apiRoot: platform.url });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { client, api, pass };
}

async function openWithAnn() {
  const stage = await open();
  await stage.client.users({ id: ann, first_name: 'Ann' });
  await stage.client.say(ann, '@shop_bot', '/start');
  return stage;
}

test('to one person goes a short burst, then one message or edit a second', async () => {
  const { client, api, pass } = await openWithAnn();
  const { message_id } = await api.sendMessage(ann, 'first');
  for (let count = 0; count < 6; count += 1) await api.sendMessage(ann, 'more');
  await api.editMessageText(ann, message_id, 'changed');
  expect(await refusal(api.editMessageText(ann, message_id, 'once more'))).toBe(
    '429 Too Many Requests: retry after 3',
  );
  pass(2_000);
  expect(await refusal(api.sendMessage(ann, 'too soon'))).toBe('429 Too Many Requests: retry after 1');
  pass(1_000);
  await api.sendMessage(ann, 'rested');
  await client.say(ann, '@shop_bot', 'and you?');
  for (let count = 0; count < 8; count += 1) await api.sendMessage(ann, 'an answer');
});

test('a group takes 20 messages and edits in any minute', async () => {
  const { client, api, pass } = await openWithAnn();
  const { id } = await client.chats({ type: 'supergroup', title: 'Talk' });
  await client.members({ chat: id, user: '@shop_bot', status: 'member' });
  await api.sendMessage(id, 'first');
  pass(30_000);
  for (let count = 0; count < 19; count += 1) await api.sendMessage(id, 'more');
  expect(await refusal(api.sendMessage(id, 'too much'))).toBe('429 Too Many Requests: retry after 30');
  await api.sendMessage(ann, 'elsewhere it goes on');
  pass(30_000);
  await api.sendMessage(id, 'the first is a minute old');
  expect(await refusal(api.sendMessage(id, 'the others are not'))).toBe(
    '429 Too Many Requests: retry after 30',
  );
});

test('a bot sends 30 messages a second to all of its users', async () => {
  const { client, api, pass } = await openWithAnn();
  const people = Array.from({ length: 31 }, (_, index) => 1_000 + index);
  for (const id of people) {
    await client.users({ id, first_name: 'Reader' });
    await client.say(id, '@shop_bot', '/start');
  }
  for (const id of people.slice(0, 30)) await api.sendMessage(id, 'news');
  expect(await refusal(api.sendMessage(1_030, 'news'))).toBe('429 Too Many Requests: retry after 3');
  pass(3_000);
  await api.sendMessage(1_030, 'news');
});

test('each call is on its way for 40 to 150 ms', async () => {
  expect(rude.latencyMs).toEqual([40, 150]);
  const { api } = await open(rude.latencyMs);
  const beganAtMs = performance.now();
  await api.getMe();
  // A timer may come up to a millisecond early.
  expect(performance.now() - beganAtMs).toBeGreaterThanOrEqual(39);
});
