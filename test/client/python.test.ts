/** The client for Python: alone, and in bots over the real service and the emulated platform. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addOrder } from '../bot/service-stage.js';
import { type ClientStage, openClientStage, userOf } from './stage.js';
import { openPeer, type Peer, type Reply } from '../../emulator/networks/peer.js';

const repository = path.resolve(import.meta.dirname, '../..');
const client = path.join(repository, 'client/python');

/** A Python that has these packages: Debian's own sees Debian's. */
const pythonWith = (...packages: string[]) =>
  ['python3', '/usr/bin/python3'].find(
    (python) =>
      spawnSync(python, ['-W', 'ignore', '-c', `import ${['sys', ...packages].join(', ')}`]).status === 0,
  );
const plain = pythonWith();
const withFramework = pythonWith('telegram');
const withTypes = pythonWith('mypy');
const missing = [plain, withFramework, withTypes].filter((one) => one === undefined).length;
if (missing > 0 && process.env['CI'] === 'true')
  throw new Error('python3, python3-python-telegram-bot and mypy are wanted.');

const folder = path.join(import.meta.dirname, 'python');
/** It leaves no compiled files behind. */
const environment = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: client };

const fakes = path.join(folder, 'fakes');

describe.each([
  ['with the standard library alone', plain, 'plain', []],
  ['over asyncio', plain, 'asyncio_bot', []],
  ['over python-telegram-bot 13', withFramework, 'ptb13_bot', []],
  // These frameworks cannot be installed here: fakes have what their documentation says.
  ['over what python-telegram-bot 20 documents', plain, 'ptb20_bot', [fakes, path.join(fakes, 'ptb20')]],
  ['over what aiogram documents', plain, 'aiogram_bot', [fakes]],
  ['over what telebot documents', plain, 'telebot_bot', [fakes]],
  ['over what telebot documents for asyncio', plain, 'async_telebot_bot', [fakes]],
])('a bot in Python %s', (_, python, name, more) => {
  let opened: ClientStage;
  let child: ReturnType<typeof spawn> | undefined;
  const said: string[] = [];
  const state = path.join(tmpdir(), `sponsorgate-python-${String(process.pid)}.db`);
  const open = async (options: Parameters<typeof openClientStage>[0]) => {
    said.length = 0;
    opened = await openClientStage(options);
    child = spawn(python ?? '', [path.join(folder, 'bots', `${name}.py`)], {
      env: {
        ...environment,
        PYTHONPATH: [client, ...more].join(':'),
        SERVICE_URL: opened.url,
        BOT_KEY: opened.key,
        STATE_FILE: state,
        PLATFORM_API_ROOT: opened.stage.emulator.url,
        BOT_TOKEN: opened.scene.token,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (data: Buffer) => said.push(data.toString()));
  };
  afterEach(async () => {
    if (child !== undefined) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await opened.close();
    }
    child = undefined;
    await rm(state, { force: true });
  });

  // It needs the packages that `.ci/run` installs.
  it.skipIf(python === undefined)(
    'holds, names what is missing, and handles what was begun with',
    async () => {
      await open({ bot: { genderQuestion: true } });
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
      expect(await user.press()).toMatchObject({ text: '' });
      await user.sees('Here is what you asked for: /get the soup');
      await user.freed();
      await user.say('more');
      await user.sees('Here is what you asked for: more');
      expect(await user.said()).toHaveLength(2);
      expect(said.join('')).toBe('');
    },
  );

  // It needs the packages that `.ci/run` installs.
  it.skipIf(python === undefined)('handles a held press once, which is answered once', async () => {
    await open({ orders: [] });
    const user = userOf(opened);
    await user.say('hello');
    await user.sees('Here is what you asked for: hello');
    const markup = { inline_keyboard: [[{ text: 'More', callback_data: 'more' }]] };
    const menu = { chat_id: user.id, text: 'The menu.', reply_markup: markup };
    await fetch(`${opened.stage.emulator.url}/bot${opened.scene.token}/sendMessage`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(menu),
    });
    opened.channels['garden'] = (await addOrder(opened.stage, 'garden')).chatId;
    expect(await user.press('more')).toMatchObject({ text: '' });
    await user.block();
    await user.join('garden');
    await user.press();
    await user.sees('Here is what you asked for: more');
    const filter = { token: opened.scene.token, method: 'answerCallbackQuery' };
    const calls = (await opened.stage.client.calls(filter)).map(
      ({ payload }) => payload['callback_query_id'],
    );
    expect(calls).toHaveLength(2);
    expect(new Set(calls).size).toBe(2);
    expect(said.join('')).toBe('');
  });
});

describe('the client for Python', () => {
  let peer: Peer;
  const error = (status: number, message: string): Reply => ({
    status,
    body: { status: 'error', code: status, message },
  });
  const fine: Reply = { body: { status: 'ok', code: 200, message: '' } };
  beforeEach(async () => {
    const asked = new Map<string, number>();
    peer = await openPeer(({ path: address }) => {
      const [, way = ''] = address.split('/');
      const times = asked.get(way) ?? 0;
      asked.set(way, times + 1);
      if (way === 'silent') return 'silent';
      if (way === 'refuses') return error(422, 'user_id: must be a whole number of at least 1.');
      if (way === 'echoes') return error(401, 'The key sg_secret is unknown.');
      if (way === 'redirects') return { status: 302, headers: { Location: `${peer.url}/refuses` } };
      const sponsor = { ads_id: '1', link: 'https://t.me/garden', resource_name: 'Garden', button_text: '' };
      const sponsors = [{ ...sponsor, status: 'unsubscribed', available_now: true }];
      const asks = { status: 'warning', code: 200, message: 'Subscribe.', additional: { sponsors } };
      const none = { body: { ...asks, status: 'ok', code: 404, additional: { sponsors: [] } } };
      const breaksOff = { headers: { 'Content-Length': '100', Connection: 'close' }, body: '{"status":' };
      if (way === 'fine') return none;
      if (way === 'asks') return { body: asks };
      if (way === 'asks-later') return times === 0 ? none : { body: asks };
      if (way === 'breaks-off') return breaksOff;
      if (way === 'comes-back') return (['silent', breaksOff] as const)[times] ?? { body: asks };
      return times === 0 ? error(502, 'Away.') : fine;
    });
  });
  afterEach(() => peer.close());

  // It needs the packages that `.ci/run` installs.
  it.skipIf(plain === undefined)('keeps its promises', async () => {
    const child = spawn(plain ?? '', ['-W', 'error', path.join(folder, 'unit.py')], {
      env: {
        ...environment,
        PYTHONPATH: [client, fakes, path.join(fakes, 'ptb20')].join(':'),
        PEER_URL: peer.url,
        PLATFORM_API_ROOT: peer.url,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const [code] = (await once(child, 'exit')) as [number];
    expect(code, said).toBe(0);
    expect(said).toMatch(/Ran [5-9]\d tests/);
  });

  // It needs the packages that `.ci/run` installs.
  it.skipIf(withTypes === undefined)(
    'has types that hold under strict',
    () => {
      const words = [
        '-m',
        'mypy',
        '--cache-dir',
        '/dev/null',
        '--config-file',
        'pyproject.toml',
        'sponsorgate',
      ];
      const { stdout } = spawnSync(withTypes ?? '', words, { cwd: client, encoding: 'utf8' });
      expect(stdout).toContain('Success');
      // mypy takes 4 s of processor time without its cache; a busy machine stretches that.
    },
    120_000,
  );
});
