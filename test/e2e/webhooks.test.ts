/** Events of the whole service: what the api settled reaches the publisher's server, also over a kill of the bot process. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../support/admin.js';
import { openReceiver, type Receiver } from '../support/receiver.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const PEOPLE = 12;

let demo: RunningDemo;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
  demo = await startDemo();
}, 60_000);

afterAll(async () => {
  await demo.stop();
  await receiver.close();
  await removeFolder(demo.folder);
});

/** The bot process of this demo: its script, run in this demo's folder. */
function botProcess(): number | null {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const isBot = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('/dist/bot/main.js');
      if (isBot && readlinkSync(`/proc/${name}/cwd`) === demo.folder) return Number(name);
    } catch {
      // It ended while we looked, or is not ours to look at.
    }
  }
  return null;
}

async function subscribe(userId: number): Promise<void> {
  const { world, platform } = demo;
  const bot = world.publisher.bots[1];
  if (bot === undefined) throw new Error('The demo has no second bot.');
  await platform.users({ id: userId, first_name: 'Event', language_code: 'en' });
  await platform.say(userId, bot.bot_id, '/start');
  const body = {
    chat_id: userId,
    user_id: userId,
    first_name: 'Event',
    language_code: 'en',
    max_sponsors: 1,
  };
  const ask = () => call(`${world.api}/get-sponsors`, bot.api_key, body);
  const shown = (await ask()).body as { additional: { sponsors: { link: string }[] } };
  const name = new URL(shown.additional.sponsors[0]?.link ?? '').pathname.slice(1);
  await platform.members({ chat: `@${name}`, user: userId, status: 'member' });
  expect((await ask()).body).toMatchObject({ status: 'ok' });
}

it('every event arrives, signed, in order, over a kill -9 of the bot process in the middle of a post', async () => {
  const { world, folder } = demo;
  const publisher = ['--user', String(world.publisher.user_id)];
  const admin = (...words: string[]) => runAdmin(folder, ['webhooks', ...words, ...publisher]);
  await admin('set', '--url', receiver.url);
  expect(await admin('test')).toContain('Delivered: 200');
  expect(receiver.received[0]).toMatchObject({ isSigned: true, events: [{ test: true }] });

  // The server takes the first post and does not answer: the process that sent it is killed waiting.
  receiver.answer('silence', 200);
  const people = Array.from({ length: PEOPLE }, (_, index) => 92_000 + index);
  const [first = 0, ...others] = people;
  await subscribe(first);
  await receiver.count(2);
  const killed = botProcess();
  if (killed === null) throw new Error('The bot process is not there.');
  process.kill(killed, 'SIGKILL');
  for (const userId of others) await subscribe(userId);

  const arrived = () =>
    new Set(receiver.received.slice(2).flatMap(({ events }) => events.map((one) => one.user_id)));
  for (let posts = 3; arrived().size < PEOPLE; posts += 1) await receiver.count(posts);
  const posts = receiver.received.slice(1);
  expect(posts.every(({ isSigned, key }) => isSigned && key === world.publisher.bots[1]?.api_key)).toBe(true);
  // The one whose answer nobody heard came again, under its own id.
  expect(posts[1]?.events[0]).toEqual(posts[0]?.events[0]);
  const ids = posts.slice(1).flatMap(({ events }) => events.map((event) => event.webhook_id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(ids).toHaveLength(PEOPLE);
  expect(await runAdmin(folder, ['webhooks'])).toContain('0 are dead');
}, 90_000);
