/**
 * The Dockerfile: what it copies is enough to build and start the service by its own commands, with the ports and the folder
 * that its settings name. Where Docker or Podman runs, the image itself is built and tried too.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, parseSettings, settingsSchema } from '../../core/config.js';
import { databaseOf } from '../support/database.js';
import { removeFolder } from '../support/service-process.js';

const repository = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const dockerfile = read('Dockerfile');
const contributing = read('CONTRIBUTING.md');
const ignored = read('.dockerignore').trim().split('\n');
/** The words after each instruction of that name, in one stage. */
const linesIn = (stage: string, name: string) =>
  [...stage.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, words = '']) => words);
const [building = '', running = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);
const linesOf = (name: string) => linesIn(running, name);
const { scripts, license, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  license: string;
  engines: { node: string };
};
/** What the running image takes from the folder where it was built. */
const kept = linesOf('COPY').map((words) => /^--from=build \/app\/(\S+) /.exec(words)?.[1] ?? words);
const environment = Object.fromEntries(
  linesOf('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
);
/** But for those of npm. */
const ourSettings = Object.fromEntries(
  Object.entries(environment).filter(([name]) => name.startsWith('API_')),
);
const command = JSON.parse(linesOf('CMD')[0] ?? '[]') as string[];
/** How the image says that it is well. */
const [, checked = '[]'] = /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(running) ?? [];
const health = JSON.parse(checked) as string[];
const mine = { BOT_TOKEN: '123456:token-of-a-test', SECRETS_KEY: `${'A'.repeat(43)}=` };

/** Links the packages into a folder one by one: a failed installation then deletes links only. */
async function linkPackages(folder: string, takes: (place: string) => boolean): Promise<void> {
  const packages = path.join(repository, 'node_modules');
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of await readdir(packages)) {
    const place = await realpath(path.join(packages, name));
    if (takes(place)) await symlink(place, path.join(folder, 'node_modules', name));
  }
}

it('the licence is the one that package.json names', () => {
  expect(license).toBe('MIT');
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
  expect(read('README.md')).toContain('(LICENSE)');
});

describe('the Dockerfile by its parts', () => {
  it('copies what there is, and no file with secrets', () => {
    const sources = linesIn(building, 'COPY').flatMap((words) => words.split(' ').slice(0, -1));
    expect(sources).toContain('.');
    expect(sources.filter((source) => !existsSync(path.join(repository, source)))).toEqual([]);
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'data', 'docs']));
    expect(kept).toEqual(['package.json', 'node_modules', 'dist']);
  });

  it('runs scripts of package.json, on a Node that they take', () => {
    expect([...dockerfile.matchAll(/^RUN npm run ([\w:]+)/gm)].map(([, name = '']) => name)).toEqual([
      'build',
    ]);
    expect(scripts).toHaveProperty('build');
    const base = `node:${/\d+/.exec(engines.node)?.[0] ?? ''}-bookworm`;
    expect([...linesIn(building, 'FROM'), ...linesOf('FROM')]).toEqual([`${base} AS build`, `${base}-slim`]);
  });

  it('opens the port and keeps the folder that the settings name', () => {
    expect(environment['NODE_ENV']).toBe('production');
    for (const name of Object.keys(ourSettings)) expect(settingsSchema.shape).toHaveProperty(name);
    const settings = parseSettings({ ...ourSettings, ...mine });
    expect(linesOf('EXPOSE')).toEqual([String(settings.API_PORT)]);
    expect(contributing).toContain('docker compose up --build -d');
    const folder = path.relative(process.cwd(), dataFolder(settings));
    expect(linesOf('VOLUME')).toEqual([`${linesOf('WORKDIR')[0] ?? ''}/${folder}`]);
  });
});

/** Builds in a folder what the first stage builds, and makes next to it what the second one starts. */
async function imageIn(folder: string): Promise<string> {
  const isIgnored = (source: string) => ignored.includes(path.relative(repository, source));
  const built = path.join(folder, 'build');
  await cp(repository, built, {
    recursive: true,
    filter: (source) => !isIgnored(source) && path.basename(source) !== 'node_modules',
  });
  await linkPackages(built, () => true);
  execFileSync('npm', ['run', 'build'], { cwd: built, stdio: 'pipe' });
  for (const words of linesIn(building, 'RUN').filter((line) => line.startsWith('npm pkg set')))
    execFileSync('sh', ['-c', words], { cwd: built, stdio: 'pipe' });
  const app = path.join(folder, 'app');
  await mkdir(path.join(app, 'data'), { recursive: true });
  for (const name of kept.filter((one) => one !== 'node_modules'))
    await cp(path.join(built, name), path.join(app, name), { recursive: true });
  // The folders of the workspaces stay behind, and their links with them.
  await linkPackages(app, (place) => place.startsWith(path.join(repository, 'node_modules')));
  return app;
}

describe('what it copies', { timeout: 300_000 }, () => {
  let folder: string;
  let child: ChildProcess | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-image-'));
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await removeFolder(folder);
  });

  it('is built, answers, and stops in peace', async () => {
    const cwd = await imageIn(folder);
    const [program = '', ...words] = command;
    const env = { ...process.env, ...environment, ...(await databaseOf(folder)), PLATFORM_PORT: '0' };
    child = spawn(program, [...words, '--json'], {
      cwd,
      env: { ...env, API_PORT: '0' },
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
    const inside = (words: readonly string[]) =>
      spawnSync(words[0] ?? '', words.slice(1), {
        cwd,
        env: { ...env, API_PORT: new URL(api).port },
        encoding: 'utf8',
      });
    expect(inside(health).status).toBe(0);
    // The demo's settings are not those of a service: what starts at all says so.
    const admin = inside(['npm', 'run', '--silent', 'admin', '--', '--help']);
    expect([admin.status, admin.stdout]).toEqual([0, expect.stringContaining('withdrawals')]);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

const [BASE = ''] = linesOf('FROM');
const isBuilt = ['docker', 'podman'].some((name) =>
  [['info'], ['pull', '--quiet', BASE]].every(
    (words) => spawnSync(name, words, { stdio: 'ignore' }).status === 0,
  ),
);
// Skipped where no builder of images runs, or its base cannot be had: it needs both.
it.runIf(isBuilt)(
  'the image is built, and does what it should',
  () => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'image'], {
      cwd: repository,
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
  },
  900_000,
);
