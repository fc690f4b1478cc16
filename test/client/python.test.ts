/** The client for Python: alone, and in bots over the real service and the emulated platform. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientStage, openClientStage, userOf } from './stage.js';
import { openPeer, type Peer, type Reply } from './peer.js';

const repository = path.resolve(import.meta.dirname, '../..');
const client = path.join(repository, 'client/python');

/** A Python that has these packages: Debian's own sees Debian's. */
const pythonWith = (...packages: string[]) =>
  ['python3', '/usr/bin/python3'].find(
    (python) =>
      spawnSync(python, ['-W', 'ignore', '-c', `import ${['sys', ...packages].join(', ')}`]).status === 0,
  );
const plain = pythonWith();
const withAiohttp = pythonWith('aiohttp');
const withFramework = pythonWith('telegram');
const missing = [plain, withAiohttp, withFramework].filter((one) => one === undefined).length;
if (missing > 0 && process.env['CI'] === 'true')
  throw new Error('python3, python3-aiohttp and python3-python-telegram-bot are wanted.');

/** It leaves no compiled files behind. */
const environment = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: client };

describe.each([
  ['with the standard library alone', plain, 'examples/python_bot.py'],
  ['over asyncio', withAiohttp, 'test/client/python/asyncio_bot.py'],
  ['over python-telegram-bot', withFramework, 'test/client/python/framework_bot.py'],
])('a bot in Python %s', (_, python, file) => {
  let opened: ClientStage;
  let child: ReturnType<typeof spawn>;
  const said: string[] = [];
  const state = path.join(tmpdir(), `sponsorgate-python-${String(process.pid)}.db`);
  beforeEach(async () => {
    opened = await openClientStage({ bot: { genderQuestion: true } });
    if (python === undefined) return;
    child = spawn(python, [path.join(repository, file)], {
      env: {
        ...environment,
        ...{ SERVICE_URL: opened.url, BOT_KEY: opened.key, STATE_FILE: state },
        ...{ PLATFORM_API_ROOT: opened.stage.emulator.url, BOT_TOKEN: opened.scene.token },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (data: Buffer) => said.push(data.toString()));
  });
  afterEach(async () => {
    if (python !== undefined) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await opened.close();
    await rm(state, { force: true });
  });

  // It needs the packages that `.ci/run` installs.
  it.skipIf(python === undefined)(
    'holds, names what is missing, and handles what was begun with',
    async () => {
      const user = userOf(opened);
      await user.say('/get the soup');
      expect(await user.press('subgram_gender_female')).toMatchObject({ text: '' });
      const block = await user.block();
      const early = await user.press();
      expect(early).toMatchObject({ show_alert: true });
      expect(early.text?.split('\n').slice(1).toSorted()).toEqual(['• garden', '• kitchen']);
      // One message, edited in place.
      expect((await user.blocks()).map(({ message_id }) => message_id)).toEqual([block.message_id]);
      await user.join('garden');
      await user.join('kitchen');
      // The example has presses of the same button wait for two seconds.
      await expect.poll(async () => (await user.press()).text, { timeout: 8_000, interval: 300 }).toBe('');
      await user.sees('Here is what you asked for: /get the soup');
      await user.freed();
      await user.say('more');
      await user.sees('Here is what you asked for: more');
      expect(await user.said()).toHaveLength(2);
      expect(said.join('')).toBe('');
    },
  );
});

describe('the client for Python', () => {
  let peer: Peer;
  const failed = new Set<string>();
  const error = (status: number, message: string): Reply => ({
    status,
    body: { status: 'error', code: status, message },
  });
  const fine: Reply = { body: { status: 'ok', code: 200, message: '' } };
  beforeEach(async () => {
    failed.clear();
    peer = await openPeer(({ path: asked }) => {
      const [, way = ''] = asked.split('/');
      if (way === 'silent') return 'silent';
      if (way === 'refuses') return error(422, 'user_id: must be a whole number of at least 1.');
      if (way === 'echoes') return error(401, 'The key sg_secret is unknown.');
      if (way === 'redirects') return { status: 302, headers: { Location: `${peer.url}/refuses` } };
      const sponsor = { ads_id: '1', link: 'https://t.me/garden', resource_name: 'Garden', button_text: '' };
      const sponsors = [{ ...sponsor, status: 'unsubscribed', available_now: true }];
      const asks = { status: 'warning', code: 200, message: 'Subscribe.', additional: { sponsors } };
      if (way === 'asks') return { body: asks };
      const isFirst = !failed.has(way);
      failed.add(way);
      return isFirst ? error(502, 'Away.') : fine;
    });
  });
  afterEach(() => peer.close());

  // It needs the packages that `.ci/run` installs.
  it.skipIf(withAiohttp === undefined)('keeps its promises', async () => {
    const child = spawn(
      withAiohttp ?? '',
      ['-W', 'ignore', path.join(import.meta.dirname, 'python/unit.py')],
      {
        env: { ...environment, CLIENT_FOLDER: client, PEER_URL: peer.url },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const [code] = (await once(child, 'exit')) as [number];
    expect(code, said).toBe(0);
    expect(said).toMatch(/Ran 1\d tests/);
  });
});
