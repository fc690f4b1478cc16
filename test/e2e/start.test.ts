/**
 * What `npm start` tells its operator: what is missing and what does not work for it, which setting to change when a port is
 * taken, and lines that a person reads where a person looks.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorName, operatorToken } from '../bot/stage.js';
import { PlatformClient } from '../../emulator/client.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';
import { databaseOf, storeKind } from '../support/database.js';
import { removeFolder } from '../support/service-process.js';

const script = path.resolve(import.meta.dirname, '../../dist/scripts/start.js');
const GAPS = 'Not all of it works';

let emulator: Platform;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  emulator = await createPlatform({ port: 0 });
  const client = new PlatformClient(emulator.url);
  await client.bots({ token: operatorToken, username: operatorName, first_name: 'Sponsorgate' });
  client.close();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-start-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await removeFolder(folder);
});

/** As for real people, with the emulated platform where theirs would be. */
const real = () => ({
  BOT_TOKEN: operatorToken,
  PLATFORM_API_ROOT: emulator.url,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
});

interface Said {
  child: ChildProcess;
  said(): string;
}

async function start(
  environment: Record<string, string>,
  [program, ...words]: readonly [string, ...string[]] = [process.execPath, script],
): Promise<Said> {
  const child = spawn(program, words, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      API_PORT: '0',
      PLATFORM_PORT: '0',
      ...(await databaseOf(folder)),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const heard: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => heard.push(data.toString()));
  return { child, said: () => heard.join('') };
}

const until = (said: () => string, words: string) =>
  expect.poll(said, { timeout: 30_000, interval: 20 }).toContain(words);

describe('for real people', () => {
  it('says loudly what is missing', async () => {
    const { said } = await start(real());
    await until(said, `write /start to @${operatorName}`);
    expect(said()).toContain(GAPS);
    expect(said()).toMatch(/!! MODERATOR_IDS is not set\. .*no order is shown/);
    expect(said()).toMatch(/!! PUBLIC_URL is not set\. .*lead to http:\/\/127\.0\.0\.1:\d+,/);
  }, 60_000);

  // It is skipped over PostgreSQL, whose backups its own tools make.
  it.runIf(storeKind === 'sqlite')(
    'says that no backup can be made, before the night',
    async () => {
      const file = path.join(folder, 'a-file');
      await writeFile(file, '');
      const { said } = await start({ ...real(), BACKUP_DIR: file });
      await until(said, `write /start to @${operatorName}`);
      expect(said()).toMatch(/!! No backup can be made: EEXIST.*a-file'\. Set BACKUP_DIR to a folder/);
    },
    60_000,
  );

  it('says that no report can be made, before somebody orders one', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const { said } = await start({ ...real(), DATA_DIR: file, BACKUP_DIR: path.join(folder, 'backups') });
    await until(said, `write /start to @${operatorName}`);
    expect(said()).toMatch(/!! No report can be made: ENOTDIR.*files'\. Set DATA_DIR to a folder/);
    expect(said()).not.toContain('No backup can be made');
  }, 60_000);

  it('has nothing to say where both are set', async () => {
    const { said } = await start({
      ...real(),
      MODERATOR_IDS: '901',
      PUBLIC_URL: 'https://sponsors.example.org',
    });
    await until(said, `write /start to @${operatorName}`);
    expect(said()).not.toContain(GAPS);
    // Nobody looks: each line of the log is for programs.
    const logged = said()
      .split('\n')
      .filter((line) => line.includes('the api answers'));
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 30, msg: 'the api answers' },
    ]);
  }, 60_000);
});

it('a second word is refused, with what can be started', async () => {
  const { child, said } = await start({}, [process.execPath, script, 'api', 'bot']);
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(said()).toContain('npm run start:bot       the bot process alone');
});

it('a token that the platform refuses is no service that runs', async () => {
  const token = `${operatorToken}-revoked`;
  // Making its first error takes the emulator seconds on a busy machine.
  expect((await fetch(`${emulator.url}/bot${token}/getMe`)).status).toBe(401);
  const { said } = await start({ ...real(), BOT_TOKEN: token });
  await until(said, 'Set another BOT_TOKEN');
  expect(said()).toMatch(/!! BOT_TOKEN is refused by the platform \(401 Unauthorized\)\./);
  expect(said()).not.toContain('The service runs');
  expect(said()).not.toContain('/start');
}, 60_000);

it('backups at a time that never comes are refused before anything is made or started', async () => {
  const { child, said } = await start({ ...real(), BACKUP_SCHEDULE: '0 0 31 2 *' });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said()).toContain('BACKUP_SCHEDULE has no times. It must be off, or minute, hour, day');
  expect(said()).not.toContain('the api answers');
  expect(await readdir(folder)).toEqual([]);
}, 60_000);

it('the database of a demo is refused where a token is set, and not touched by what it would start', async () => {
  const shared = { DATABASE_URL: `file:${path.join(folder, 'shared.db')}` };
  const demo = await start(shared);
  await until(demo.said, 'The demo runs');
  demo.child.kill('SIGTERM');
  await once(demo.child, 'close');
  const { child, said } = await start({ ...real(), ...shared });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said()).toMatch(/^The database is that of a demo, .*\n$/);
}, 90_000);

describe('a port that is taken', () => {
  it.each([
    ['API_PORT', real],
    ['METRICS_PORT', real],
    ['BOT_METRICS_PORT', real],
    ['PLATFORM_PORT', () => ({})],
  ])(
    '%s is named, without a trace',
    async (setting, environment) => {
      const other = createServer();
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const { child, said } = await start({ ...environment(), [setting]: String(port) });
      const [code] = (await once(child, 'close')) as [number];
      other.close();
      expect(code).toBe(1);
      expect(said()).toContain(`port ${String(port)}`);
      expect(said()).toContain(`set ${setting} to another port.`);
      expect(said()).not.toMatch(/^\s+at /m);
    },
    60_000,
  );
});

const terminals = spawnSync('script', ['--version']).status === 0;
// Skipped where there is no `script` of util-linux: it needs its terminal.
describe.runIf(terminals)('at a terminal', () => {
  const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(script)}`;
  const atTerminal = ['script', '-qefc', command, '/dev/null'] as const;

  it('prints lines for a person, and ends with what to do next', async () => {
    const { said } = await start(real(), atTerminal);
    await until(said, `write /start to @${operatorName}`);
    expect(said()).toMatch(/^\d\d:\d\d:\d\d info {2}the api answers {2}url=http:\/\/127\.0\.0\.1:\d+\r?$/m);
    expect(said()).not.toContain('{"level"');
    // The log goes on: the platform may take a moment longer to say that the bot listens.
    const ours = said()
      .split(/\r?\n/)
      .filter((line) => line !== '' && !/^\d\d:\d\d:\d\d /.test(line));
    expect(ours.at(-1)).toBe(`Ctrl-C stops it. Now write /start to @${operatorName}`);
  }, 60_000);

  it('prints JSON there, too, when LOG_FORMAT says so', async () => {
    const { said } = await start({ ...real(), LOG_FORMAT: 'json' }, atTerminal);
    await until(said, `write /start to @${operatorName}`);
    expect(said()).toMatch(/^\{"level":30,.*"the api answers"\}\r?$/m);
  }, 60_000);
});
