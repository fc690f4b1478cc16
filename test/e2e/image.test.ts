/**
 * The Dockerfile of the README: what it copies is enough to build and start the service by its own commands, with the ports and
 * the folder that its settings name. Where a builder of images runs, the image itself is built and started too.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, parseSettings, settingsSchema } from '../../core/config.js';
import { databaseOf } from '../support/database.js';
import { removeFolder } from '../support/service-process.js';

const repository = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const dockerfile = /```dockerfile\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? '';
const linesOf = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, words = '']) => words);
const { scripts, license, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  license: string;
  engines: { node: string };
};
/** Each source with its place in the image. */
const copies = linesOf('COPY').flatMap((words) => {
  const names = words.split(' ');
  const target = names.at(-1) ?? '';
  const place = (source: string) => (target === './' ? path.basename(source) : target);
  return names.slice(0, -1).map((source) => [source, place(source)] as const);
});
const environment = Object.fromEntries(
  linesOf('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
);
const command = JSON.parse(linesOf('CMD')[0] ?? '[]') as string[];
const mine = { BOT_TOKEN: '123456:token-of-a-test-which-nobody-asks', SECRETS_KEY: `${'A'.repeat(43)}=` };

it('the licence is the one that package.json names', () => {
  expect(license).toBe('MIT');
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
  expect(read('README.md')).toContain('(LICENSE)');
});

describe('the Dockerfile by its parts', () => {
  it('copies what there is, and no file with secrets', () => {
    expect(copies.length).toBeGreaterThan(8);
    expect(copies.filter(([source]) => !existsSync(path.join(repository, source)))).toEqual([]);
    expect(copies.filter(([source]) => source === '.' || source === '.env')).toEqual([]);
  });

  it('runs scripts of package.json, on a Node that they take', () => {
    const named = [...dockerfile.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named).toEqual(['build']);
    expect(command).toEqual(['npm', 'start']);
    for (const name of [...named, 'start']) expect(scripts).toHaveProperty(name);
    expect(linesOf('FROM')).toEqual([`node:${/\d+/.exec(engines.node)?.[0] ?? ''}-bookworm`]);
  });

  it('opens the port and keeps the folder that the settings name', () => {
    expect(Object.keys(environment).filter((name) => !(name in settingsSchema.shape))).toEqual([]);
    for (const name of Object.keys(environment))
      expect(read('.env.example')).toMatch(new RegExp(`^#?${name}=`, 'm'));
    const settings = parseSettings({ ...environment, ...mine });
    expect(linesOf('EXPOSE')).toEqual([String(settings.API_PORT)]);
    expect(read('README.md')).toContain(`-p ${String(settings.API_PORT)}:${String(settings.API_PORT)}`);
    const folder = path.relative(process.cwd(), dataFolder(settings));
    expect(linesOf('VOLUME')).toEqual([`${linesOf('WORKDIR')[0] ?? ''}/${folder}`]);
  });
});

describe('what it copies', { timeout: 120_000 }, () => {
  let folder: string;
  let child: ChildProcess | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-image-'));
    for (const [source, place] of copies)
      await cp(path.join(repository, source), path.join(folder, place), { recursive: true });
    // One by one: an installation that went wrong takes these links away, and not what they lead to.
    const packages = path.join(repository, 'node_modules');
    await mkdir(path.join(folder, 'node_modules'));
    for (const name of await readdir(packages))
      await symlink(path.join(packages, name), path.join(folder, 'node_modules', name));
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await removeFolder(folder);
  });

  it('is built, answers, and stops in peace', async () => {
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe' });
    const [program = '', ...words] = command;
    child = spawn(program, [...words, '--', '--json'], {
      cwd: folder,
      env: {
        ...process.env,
        ...environment,
        ...(await databaseOf(folder)),
        API_PORT: '0',
        PLATFORM_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    child.stderr?.on('data', (data: Buffer) => said.push(data.toString()));
    const ended = once(child, 'close');
    if (child.stdout === null) throw new Error('It has no stdout.');
    const line = once(createInterface({ input: child.stdout }), 'line');
    const [text] = (await Promise.race([line, ended])) as [unknown];
    if (typeof text !== 'string') throw new Error(`It ended: ${said.join('')}`);
    const { api } = JSON.parse(text) as { api: string };
    const reached = api.replace('0.0.0.0', '127.0.0.1');
    for (const page of ['/healthz', '/readyz', '/docs', '/favicon.ico', '/robots.txt'])
      expect((await fetch(`${reached}${page}`)).status, page).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

const BASE = linesOf('FROM')[0] ?? '';
const builder = ['docker', 'podman'].find(
  (name) =>
    spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0 &&
    spawnSync(name, ['pull', '--quiet', BASE], { stdio: 'ignore' }).status === 0,
);
// Skipped where no builder of images runs, or its base cannot be had: it needs both.
describe.runIf(builder !== undefined)('the image', { timeout: 900_000 }, () => {
  const run = (...words: string[]) =>
    execFileSync(builder ?? '', words, { encoding: 'utf8', stdio: 'pipe' }).trim();

  it('is built, started, and answers', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-dockerfile-'));
    const file = path.join(folder, 'Dockerfile');
    await writeFile(file, dockerfile);
    const tag = `sponsorgate-test-${String(process.pid)}`;
    run('build', '--tag', tag, '--file', file, repository);
    const port = linesOf('EXPOSE')[0] ?? '';
    const container = run('run', '--detach', '--rm', '--publish', `127.0.0.1::${port}`, tag);
    try {
      const [address = ''] = run('port', container, port).split('\n');
      const healthy = async () => (await fetch(`http://${address}/healthz`).catch(() => null))?.status;
      await expect.poll(healthy, { timeout: 60_000, interval: 200 }).toBe(200);
    } finally {
      run('stop', container);
      run('rmi', tag);
      await removeFolder(folder);
    }
  });
});
