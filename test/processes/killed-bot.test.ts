/**
 * The bot process killed with SIGKILL under load, as its operator runs it: nobody sees a block that was not unavoidable,
 * and everybody has one after their next press.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Message } from 'grammy/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const PEOPLE = 60;

let demo: RunningDemo;

beforeAll(async () => {
  demo = await startDemo();
}, 60_000);

afterAll(async () => {
  await demo.stop();
  await removeFolder(demo.folder);
});

/** The bot process of this demo: its script, run in this demo's folder. */
function botProcess(): number {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const isBot = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('/dist/bot/main.js');
      if (isBot && readlinkSync(`/proc/${name}/cwd`) === demo.folder) return Number(name);
    } catch {
      // It ended while we looked, or is not ours to look at.
    }
  }
  throw new Error('The bot process is not there.');
}

const isBlock = (message: Message) => JSON.stringify(message.reply_markup ?? {}).includes('subgram-op');

it('killed while it sends, it shows nobody two blocks, and everybody one in the end', async () => {
  const { world, platform } = demo;
  const bot = world.publisher.bots[0];
  if (bot === undefined) throw new Error('The demo has no bot.');
  const people = Array.from({ length: PEOPLE }, (_, index) => 70_000 + index);
  const last = 70_000 + PEOPLE;
  for (const id of [...people, last]) {
    await platform.users({ id, first_name: 'User', language_code: 'ru' });
    await platform.say(id, bot.username, '/start');
  }
  const request = (id: number) =>
    call(`${world.api}/get-sponsors`, bot.api_key, {
      chat_id: id,
      user_id: id,
      first_name: 'User',
      language_code: 'ru',
    });
  const blocksOf = async (id: number) => (await platform.messages(id, bot.username)).filter(isBlock);

  await platform.faults({
    token: bot.token,
    method: 'sendMessage',
    kind: 'latency',
    latency_ms: 60,
    times: 20,
  });
  await Promise.all(people.map(request));
  await platform.waitForCall(
    { token: bot.token, method: 'sendMessage' },
    ({ payload }) => 'reply_markup' in (payload as object),
  );
  process.kill(botProcess(), 'SIGKILL');

  // The one that takes its place works on what waits; who comes after the kill is served when all before were. Of those
  // who asked at once nobody is known to be the last.
  await request(last);
  const counts = async () => Promise.all(people.map(async (id) => (await blocksOf(id)).length));
  await platform.waitForMessage(last, bot.username, isBlock, { timeoutMs: 20_000 });
  expect((await counts()).filter((count) => count > 1)).toEqual([]);

  // People who missed theirs press again.
  for (const id of people) if ((await blocksOf(id)).length === 0) await request(id);
  for (const id of people) await platform.waitForMessage(id, bot.username, isBlock, { timeoutMs: 10_000 });
  expect((await counts()).every((count) => count === 1)).toBe(true);
}, 90_000);
