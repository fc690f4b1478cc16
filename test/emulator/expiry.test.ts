/** The emulated platform: how long it keeps updates, by polls and by webhooks, and that one way ends the other. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, InlineKeyboard } from 'grammy';
import { beforeEach, expect, test } from 'vitest';
import { quick } from '../../emulator/behaviour.js';
import { PlatformClient } from '../../emulator/client.js';
import { createPlatform } from '../../emulator/platform.js';
import { ann, refusal, token } from './stage.js';

const dayMs = 86_400_000;
let aheadMs: number;
let client: PlatformClient;
let api: Api;

beforeEach(async () => {
  aheadMs = 0;
  // Without latency calls arrive in their order.
  const platform = await createPlatform({ port: 0, clock: () => Date.now() + aheadMs, behaviour: quick });
  client = new PlatformClient(platform.url);
  api = new Api(token, { apiRoot: platform.url });
  await client.users({ id: ann, first_name: 'Ann' });
  await client.bots({ token, username: 'shop_bot', first_name: 'Shop' });
  return async () => {
    client.close();
    await platform.close();
  };
});

test('an update is kept for a day, and no longer', async () => {
  await client.say(ann, '@shop_bot', 'first');
  aheadMs = dayMs - 60_000;
  await client.say(ann, '@shop_bot', 'second');
  expect((await api.getUpdates()).map(({ message }) => message?.text)).toEqual(['first', 'second']);
  aheadMs = dayMs + 60_000;
  expect((await api.getUpdates()).map(({ message }) => message?.text)).toEqual(['second']);
  expect((await api.getWebhookInfo()).pending_update_count).toBe(1);
});

test('a press is kept for 150 seconds', async () => {
  await client.say(ann, '@shop_bot', 'hello');
  const keyboard = new InlineKeyboard().text('Yes', 'yes');
  const { message_id: messageId } = await api.sendMessage(ann, 'Choose', { reply_markup: keyboard });
  await client.press(ann, '@shop_bot', messageId, 'yes');
  const presses = async () =>
    (await api.getUpdates()).filter((update) => update.callback_query !== undefined);
  aheadMs = 149_000;
  expect(await presses()).toHaveLength(1);
  aheadMs = 152_000;
  expect(await presses()).toHaveLength(0);
});

test('a webhook that is set later is not brought what has expired', async () => {
  await client.say(ann, '@shop_bot', 'first');
  aheadMs = dayMs + 60_000;
  await client.say(ann, '@shop_bot', 'second');
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      response.end();
      server.emit('update', (JSON.parse(body) as { message?: { text?: string } }).message?.text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const brought = once(server, 'update');
  await api.setWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await brought).toEqual(['second']);
  server.close();
  server.closeAllConnections();
});

test('a second poll ends the first, a webhook ends both, and polls are refused while it stands', async () => {
  const first = refusal(api.getUpdates({ timeout: 30 }));
  await client.waitForOpenCall({ method: 'getUpdates' });
  const second = refusal(api.getUpdates({ timeout: 30 }));
  expect(await first).toContain('409 Conflict: terminated by other getUpdates request');
  await client.waitForOpenCall({ method: 'getUpdates' });
  await api.setWebhook('https://example.org/');
  expect(await second).toBe('409 Conflict: terminated by setWebhook request');
  expect(await refusal(api.getUpdates())).toContain(
    "409 Conflict: can't use getUpdates method while webhook",
  );
});
