/** The bots of examples/, as they stand there, over the service and the emulated platform: the way of a user, and what hurts bots. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bring } from '../support/people.js';
import { type Installed, installPackage, putExample, repository } from './package.js';
import { type ClientStage, openClientStage, userOf } from './stage.js';

const LINES_MAX = 45;

const python = ['python3', '/usr/bin/python3'].find(
  (one) => spawnSync(one, ['-c', 'import sqlite3']).status === 0,
);
if (python === undefined && process.env['CI'] === 'true') throw new Error('python3 is wanted.');

let installed: Installed;
beforeAll(async () => {
  installed = await installPackage(['grammy', 'telegraf']);
}, 60_000);
afterAll(() => installed.remove());

const noel = { id: 302, first_name: 'Noel', language_code: 'en' } as const;
/** One pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const said = (text: string) => `Here is what you asked for: ${text}`;

const examples: [name: string, isMissing: boolean][] = [
  ['grammy.ts', false],
  ['telegraf.ts', false],
  ['plain-http.mjs', false],
  ['python_bot.py', python === undefined],
];

it.each(examples)('the example %s is short', (name) => {
  const text = readFileSync(path.join(repository, 'examples', name), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(LINES_MAX);
});

describe.each(examples)('the example %s', (name, isMissing) => {
  let opened: ClientStage;
  let running: ReturnType<typeof spawn> | undefined;
  let words = '';
  const stateFile = () => path.join(installed.folder, 'bot.db');

  async function start(): Promise<void> {
    const isPython = name.endsWith('.py');
    const file = isPython ? path.join(repository, 'examples', name) : await putExample(installed, name);
    running = spawn(isPython ? (python ?? '') : process.execPath, [file], {
      cwd: installed.folder,
      env: {
        PATH: process.env['PATH'],
        SERVICE_URL: opened.url,
        BOT_KEY: opened.key,
        PLATFORM_API_ROOT: opened.stage.emulator.url,
        BOT_TOKEN: opened.scene.token,
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONPATH: path.join(repository, 'client/python'),
        STATE_FILE: stateFile(),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.stderr?.on('data', (data: Buffer) => (words += data.toString()));
  }
  async function kill(): Promise<void> {
    if (running === undefined) return;
    const ended = once(running, 'exit');
    if (running.exitCode === null && running.kill('SIGKILL')) await ended;
    running = undefined;
  }
  afterEach(async () => {
    await kill();
    await opened.close();
    await rm(stateFile(), { force: true });
    words = '';
  });

  // It needs the packages that `.ci/run` installs.
  it.skipIf(isMissing)('holds a user, and handles what they had asked for', async () => {
    opened = await openClientStage({ orders: ['garden'] });
    await start();
    const user = userOf(opened);
    await user.say('/get the soup');
    await user.block();
    await user.join('garden');
    expect(await user.press()).toMatchObject({ text: '' });
    await user.sees(said('/get the soup'));
    await user.freed();
    expect(words).toBe('');
  });

  // It needs the packages that `.ci/run` installs.
  it.skipIf(isMissing)('says what is wrong, where its key is', async () => {
    opened = await openClientStage({ orders: ['garden'] });
    opened.key = 'sg_bot_of_another_service';
    await start();
    const user = userOf(opened);
    await user.say('/get the soup');
    await user.sees(said('/get the soup'));
    expect(words).toContain('This path wants a Bot Key in the header Auth; a Bot Key that is not valid');
    expect(words).not.toContain(opened.key);
  });

  // It needs the packages that `.ci/run` installs.
  it.skipIf(isMissing)('handles what was asked for before it restarted', async () => {
    opened = await openClientStage({ orders: ['garden'] });
    await start();
    const user = userOf(opened);
    await user.say('/get the soup');
    await user.block();
    await kill();
    await user.join('garden');
    await start();
    // The request stands in the button, or in a file.
    expect(await user.press()).toMatchObject({ text: '' });
    await user.sees(said('/get the soup'));
    await user.freed();
    await user.say('still there?');
    await user.sees(said('still there?'));
  });

  // It needs the packages that `.ci/run` installs.
  it.skipIf(isMissing)(
    'goes on after each of ten awkward updates',
    async () => {
      opened = await openClientStage({ orders: [] });
      const { client } = opened.stage;
      const { botName, token } = opened.scene;
      await client.users(noel);
      // The platform is away when the bot starts, and once more later.
      for (const method of ['getMe', 'getUpdates'])
        await client.faults({ token, method, kind: 'drop', times: 1 });
      await start();
      const user = userOf(opened);
      let count = 0;
      /** The bot answers what comes next. */
      const isAlive = async () => {
        count += 1;
        await user.say(`number ${String(count)}`);
        const text = said(`number ${String(count)}`);
        // Telegraf waits for five seconds when the platform is away.
        await client.waitForMessage(user.id, botName, (one) => one.text === text, { timeoutMs: 15_000 });
        expect(running?.exitCode).toBeNull();
      };
      const group = { id: -1001234567890, type: 'supergroup', title: 'A group of others', is_forum: true };
      const message = { message_id: 7, date: 1_700_000_000, chat: group, from: { is_bot: false, ...noel } };
      const brings = (update: object) => bring(client, botName, update);
      const fails = (kind: '403' | '429' | '502' | 'drop', method: string) =>
        client.faults({ token, method, kind, times: 1, ...(kind === '429' ? { retry_after: 1 } : {}) });
      /** The answer to this is refused, and no other. */
      const isRefused = async (kind: '403' | '429', text: string) => {
        await fails(kind, 'sendMessage');
        await user.say(text);
        const isIt = ({ ok, payload }: { ok: boolean | null; payload: object }) =>
          ok === false && JSON.stringify(payload).includes(text);
        await client.waitForCall({ token, method: 'sendMessage' }, isIt);
      };

      await isAlive();
      const awkward: (() => Promise<unknown>)[] = [
        // A picture without a word.
        async () => {
          await client.send(user.id, botName, { photo: picture });
          await user.sees(said('a picture'));
        },
        // Somebody who blocks the bot before it answers.
        async () => {
          await client.hold(botName);
          await client.say(noel.id, botName, '/start');
          await client.block(noel.id, botName);
          await client.release(botName);
          // Else it is this answer that is refused below.
          await client.waitForCall({ token, method: 'sendMessage' }, ({ payload }) =>
            JSON.stringify(payload).includes(String(noel.id)),
          );
        },
        // A refusal of an answer, and one that is to wait.
        () => isRefused('403', 'is refused'),
        () => isRefused('429', 'is too fast'),
        // A topic of a group that the bot has left.
        () => brings({ message: { ...message, message_thread_id: 5, is_topic_message: true, text: '/get' } }),
        // A notice, a post of a channel, an edited message, a kind that nobody knows yet.
        () => brings({ message: { ...message, boost_added: { boost_count: 1 } } }),
        () =>
          brings({
            channel_post: { message_id: 8, date: 1, chat: { ...group, type: 'channel' }, text: 'x' },
          }),
        () => brings({ edited_message: { ...message, edit_date: 1_700_000_001, text: 'edited' } }),
        () => brings({ kind_of_next_year: { id: 1 } }),
        // A press without a message.
        () =>
          brings({
            callback_query: { id: '1', from: message.from, chat_instance: '1', inline_message_id: 'a' },
          }),
      ];
      expect(awkward).toHaveLength(10);
      for (const happens of awkward) {
        await happens();
        await isAlive();
      }
      // The platform is away for a moment.
      await fails('502', 'getUpdates');
      await fails('drop', 'getUpdates');
      await isAlive();
      expect(words).not.toContain(token);
    },
    60_000,
  );
});
