/** The emulated platform's queue of updates: batches, their order, and updates that are held back and released. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Update } from 'grammy/types';
import { expect, test } from 'vitest';
import { ann, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
const words = (updates: Update[]): (string | undefined)[] => updates.map((update) => update.message?.text);

test('a batch is a hundred updates at most, the oldest first', async () => {
  const said = Array.from({ length: 105 }, (_, index) => `word ${index}`);
  for (const word of said) await stage.client.say(ann, '@shop_bot', word);
  const first = await updatesOf(stage.api);
  expect(words(first)).toEqual(said.slice(0, 100));
  expect(await stage.api.getUpdates({ limit: 500 })).toEqual(first);
  const rest = await stage.api.getUpdates({ offset: (first.at(-1)?.update_id ?? 0) + 1 });
  expect(words(rest)).toEqual(said.slice(100));
});

test('what is held back comes in one batch when it is released, to the poll that waits', async () => {
  await stage.client.hold('@shop_bot');
  const poll = stage.api.getUpdates({ timeout: 30 });
  await stage.client.waitForOpenCall({ method: 'getUpdates' });
  await stage.client.say(ann, '@shop_bot', 'one');
  await stage.client.say(ann, '@shop_bot', 'two');
  await stage.client.say(ann, '@news_bot', 'news');
  expect(words(await updatesOf(stage.otherApi))).toEqual(['news']);
  expect((await stage.client.calls({ method: 'getUpdates' }))[0]?.ok).toBe(null);
  expect(await stage.client.release('@shop_bot')).toBe(2);
  const batch = await poll;
  expect(words(batch)).toEqual(['one', 'two']);
  const next = stage.api.getUpdates({ offset: (batch.at(-1)?.update_id ?? 0) + 1, timeout: 30 });
  await stage.client.say(ann, '@shop_bot', 'three');
  expect(words(await next)).toEqual(['three']);
});

test('a poll that does not wait finds nothing while updates are held back', async () => {
  await stage.client.say(ann, '@shop_bot', 'before');
  await stage.client.hold('@shop_bot');
  expect(await updatesOf(stage.api)).toEqual([]);
  expect((await stage.api.getWebhookInfo()).pending_update_count).toBe(1);
  await stage.client.release('@shop_bot');
  expect(words(await updatesOf(stage.api))).toEqual(['before']);
});

test('a webhook is not called while updates are held back', async () => {
  const got: string[] = [];
  const hook = createServer((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((parts: string[]) => {
        got.push(String((JSON.parse(parts.join('')) as Update).message?.text));
        response.end();
        if (got.length === 2) hook.emit('both');
      });
  });
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const both = once(hook, 'both');
  await stage.client.hold('@shop_bot');
  await stage.client.say(ann, '@shop_bot', 'one');
  await stage.api.setWebhook(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/`);
  await stage.client.say(ann, '@shop_bot', 'two');
  expect((await stage.api.getWebhookInfo()).pending_update_count).toBe(2);
  expect(got).toEqual([]);
  await stage.client.release('@shop_bot');
  await both;
  expect(got).toEqual(['one', 'two']);
  await stage.api.deleteWebhook();
  hook.close();
  hook.closeAllConnections();
});
