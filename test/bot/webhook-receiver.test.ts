/** The receiver of docs/examples, as a reader runs it, under what the service really sends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventMessage } from '../../core/events/webhooks.js';

const script = path.resolve(import.meta.dirname, '../../docs/examples/webhook-receiver.mjs');
const KEY = 'sg_bot_of-this-receiver';

let folder: string;
let child: ChildProcess;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'receiver-'));
  await start();
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  const env = { PATH: process.env['PATH'], BOT_KEY: `sg_bot_other,${KEY}`, PORT: '0', EVENTS_FILE: file() };
  child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('The example says nothing.');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  url = `http://127.0.0.1:${/port (\d+)/.exec(line)?.[1] ?? ''}/events`;
}

async function stop(): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const file = () => path.join(folder, 'events.jsonl');
const stored = async () =>
  (await readFile(file(), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { webhook_id: number }).webhook_id);

const event = (webhookId: number) => ({
  webhookId,
  adsId: 12,
  link: 'https://t.me/сад',
  network: null,
  userId: 302,
  botId: 555,
  status: 'subscribed' as const,
  subscribeDay: 20_468,
});

async function post(
  ids: readonly number[],
  key = KEY,
  change: (body: string) => string = (body) => body,
): Promise<number> {
  const { headers, body } = eventMessage(ids.map(event), key);
  return (await fetch(url, { method: 'POST', headers, body: change(body) })).status;
}

it('stores each event once, also when it comes twice, or after a restart', async () => {
  expect(await post([1, 2])).toBe(204);
  expect(await post([1, 2, 3])).toBe(204);
  await stop();
  await start();
  expect(await post([3, 4])).toBe(204);
  expect(await stored()).toEqual([1, 2, 3, 4]);
});

it('goes on when a post breaks off', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = 'POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n';
  socket.write(`${head}{`, () => socket.destroy());
  await once(socket, 'close');
  // The first may come before it is heard that the other broke off.
  expect(await post([1])).toBe(204);
  expect(await post([2])).toBe(204);
  expect(await stored()).toEqual([1, 2]);
});

it('answers a test and stores nothing', async () => {
  const { headers, body } = eventMessage([{ ...event(5), isTest: true }], KEY);
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
  expect(await stored()).toEqual([]);
});

it('refuses what is not signed with its key, or was changed on the way', async () => {
  expect(await post([1], 'sg_bot_of-somebody-else')).toBe(401);
  expect(await post([1], KEY, (body) => body.replace('302', '303'))).toBe(401);
  expect((await fetch(url, { method: 'POST', body: '{"webhooks":[]}' })).status).toBe(401);
  expect((await fetch(url, { method: 'POST', headers: { 'X-Signature': 'ff' }, body: '{}' })).status).toBe(
    401,
  );
  expect(await stored()).toEqual([]);
});
