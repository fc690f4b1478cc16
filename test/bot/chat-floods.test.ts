/** Floods in one chat: the platform's refusal rests that chat, and the bot's other chats go on. */
import { beforeEach, expect, it } from 'vitest';
import type { MessageContent, PlatformAnswer } from '../../core/platform.js';
import { ann, shopToken, usePlatform } from './stage.js';

const stage = usePlatform();
const hello: MessageContent = { html: 'Hello', image: null, buttons: [] };
const [ben, carl] = [8, 9];

const send = (chat: number) => stage.platform.send(shopToken, chat, hello);
const kindOf = (answer: PlatformAnswer<unknown>) => (answer.ok ? 'ok' : answer.failure.kind);
const refusals = async () =>
  (await stage.client.calls({ token: shopToken })).filter((call) => call.error_code === 429).length;

beforeEach(async () => {
  for (const id of [ben, carl]) {
    await stage.client.users({ id, first_name: 'Reader' });
    await stage.client.say(id, '@shop_bot', '/start');
  }
});

/** Each chat takes one message. */
async function tightChats(): Promise<void> {
  await stage.client.limits({ buckets: { person: { per_second: 0.01, burst: 1, retry_after: 60 } } });
}

it('rests the chat that is over its limit, edits too, and no other', async () => {
  await tightChats();
  const first = await send(ann.id);
  expect(first).toMatchObject({ ok: true });
  const messageId = first.ok ? first.value : 0;
  expect(await send(ann.id)).toMatchObject({ failure: { kind: 'limited', retryAfterMs: 60_000 } });
  expect(kindOf(await send(ann.id))).toBe('limited');
  expect(kindOf(await stage.platform.edit(shopToken, ann.id, messageId, { ...hello, html: 'Bye' }))).toBe(
    'limited',
  );
  expect(await refusals(), 'neither the second message nor the edit was tried').toBe(1);
  expect(kindOf(await send(ben))).toBe('ok');
});

it('takes refusals in more than two chats at once for the limit of the bot', async () => {
  await tightChats();
  for (const id of [ann.id, ben, carl]) {
    expect(kindOf(await send(id))).toBe('ok');
    expect(kindOf(await send(id))).toBe('limited');
  }
  await stage.client.users({ id: 10, first_name: 'Dora' });
  await stage.client.say(10, '@shop_bot', '/start');
  expect(kindOf(await send(10))).toBe('limited');
  expect(await refusals()).toBe(3);
});

it('sends a group no more than it takes in a minute', async () => {
  const { id } = await stage.client.chats({ type: 'supergroup', title: 'Talk' });
  await stage.client.members({ chat: id, user: '@shop_bot', status: 'member' });
  await stage.client.limits({ group_per_minute: 2 });
  const kinds = [];
  for (let count = 0; count < 4; count += 1) kinds.push(kindOf(await send(id)));
  expect(kinds).toEqual(['ok', 'ok', 'limited', 'limited']);
  expect(await refusals()).toBe(1);
  expect(kindOf(await send(ann.id))).toBe('ok');
});
