/** The emulated platform: a webhook gets several updates at a time, in whichever order, but for those of one queue. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Update } from 'grammy/types';
import { beforeEach, expect, test } from 'vitest';
import { ann, usePlatform } from './stage.js';

const bob = 8;
const WITHIN = { timeout: 10_000 };

const stage = usePlatform();
let hook: Server;
/** The texts that came, also those that were refused. */
let came: string[];
let refuses: (text: string) => boolean;
let answer: string;

beforeEach(async () => {
  came = [];
  refuses = () => false;
  answer = '';
  hook = createServer((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((parts: string[]) => {
        const text = (JSON.parse(parts.join('')) as Update).message?.text ?? '';
        came.push(text);
        response.writeHead(refuses(text) ? 503 : 200, { 'content-type': 'application/json' }).end(answer);
      });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  await stage.client.users({ id: bob, first_name: 'Bob' });
  return () => {
    hook.close();
    hook.closeAllConnections();
  };
});

const listen = (options = {}) =>
  stage.api.setWebhook(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/`, options);
const pending = async () => (await stage.api.getWebhookInfo()).pending_update_count;

test('what is refused keeps its own chat waiting, and no other', async () => {
  refuses = (text) => text === 'one of Ann';
  await listen();
  await stage.client.say(ann, '@shop_bot', 'one of Ann');
  await stage.client.say(ann, '@shop_bot', 'two of Ann');
  await stage.client.say(bob, '@shop_bot', 'of Bob');
  await expect.poll(() => came, WITHIN).toContain('of Bob');
  expect(came).not.toContain('two of Ann');
  expect(await pending()).toBe(2);
  refuses = () => false;
  await expect.poll(pending, WITHIN).toBe(0);
  expect(came.slice(-2)).toEqual(['one of Ann', 'two of Ann']);
});

test('with one connection all wait behind what is refused', async () => {
  refuses = (text) => text === 'of Ann';
  await listen({ max_connections: 1 });
  await stage.client.say(ann, '@shop_bot', 'of Ann');
  await stage.client.say(bob, '@shop_bot', 'of Bob');
  await expect.poll(() => came.length, WITHIN).toBeGreaterThan(2);
  expect(came).not.toContain('of Bob');
  refuses = () => false;
  await expect.poll(pending, WITHIN).toBe(0);
});

test('what an answer asks for is done, unless it is about the webhook', async () => {
  answer = JSON.stringify({ method: 'deleteWebhook' });
  await listen();
  await stage.client.say(ann, '@shop_bot', 'one');
  await expect.poll(pending, WITHIN).toBe(0);
  expect((await stage.api.getWebhookInfo()).url).not.toBe('');
  answer = JSON.stringify({ method: 'sendMessage', chat_id: ann, text: 'done' });
  const said = await stage.client.say(ann, '@shop_bot', 'two');
  await stage.client.waitForMessage(ann, '@shop_bot', ({ text }) => text === 'done', { after: said });
});
