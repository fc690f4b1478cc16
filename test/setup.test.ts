/** What happens between a command and the service: installing, building, and keeping stdout clean. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiNodeOptions, servicePlan } from '../scripts/processes.js';

const repository = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

interface Setup {
  checkNode(version: string): void;
  compilerAdvice(isThere: (command: string) => boolean, platform: string): string;
  takesHooksAway(driver: Buffer): boolean;
}
// Plain scripts have no types.
const { checkNode, compilerAdvice, takesHooksAway } = (await import(
  new URL('../scripts/install.mjs', import.meta.url).href
)) as Setup;

describe('setting up', () => {
  it.each(['18.20.4', '20.18.3'])('refuses Node %s in words', (version) => {
    expect(() => {
      checkNode(version);
    }).toThrow(`Node.js 20.19 or newer is needed; this is ${version}.`);
  });

  it.each(['20.19.0', '20.20.2', '22.0.0'])('takes Node %s', (version) => {
    checkNode(version);
  });

  it('knows a compiled driver that would end the process on Node 24, and has none', async () => {
    const symbol = '_ZN4node28RemoveEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_';
    expect(takesHooksAway(Buffer.from(`\0${symbol}\0`))).toBe(true);
    const driver = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
    expect(takesHooksAway(await readFile(path.join(repository, driver)))).toBe(false);
  });

  it('starts the api with options that this Node knows', async () => {
    const { stdout } = await run(process.execPath, [...apiNodeOptions, '-p', 'process.execArgv.length']);
    expect(Number(stdout)).toBeGreaterThanOrEqual(apiNodeOptions.length);
    await expect(run(process.execPath, ['--no-such-option', '-e', ''])).rejects.toThrow('bad option');
    const { nodeOptions } = servicePlan('api', {});
    expect(nodeOptions).toBe(apiNodeOptions);
  });

  it.each([
    ['linux', ['apt-get', 'python3'], 'make, g++', 'apt-get install -y make g++'],
    ['linux', ['dnf', 'make'], 'python3, g++', 'dnf install -y python3 gcc-c++'],
    ['darwin', ['python3', 'make'], 'g++', 'xcode-select --install'],
  ])('on %s with %j says what the driver lacks', (platform, present, missing, line) => {
    const advice = compilerAdvice((command) => present.includes(command), platform);
    expect(advice).toContain(`these are missing: ${missing}.`);
    expect(advice).toContain(line);
  });
});

/** A small service that is set up by the real scripts: it answers with its arguments, and stops when it is told to. */
describe('a small service', { timeout: 60_000 }, () => {
  let folder = '';
  const there = (file: string) => path.join(folder, file);
  const build = () => run(process.execPath, [there('scripts/build.mjs')]);
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    // With what an address writes otherwise: a space, and a letter beyond ASCII.
    folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate setup ü-'));
    const copied = ['package.json', '.npmrc', 'tsconfig.json', 'tsconfig.build.json'];
    const scripts = ['admin.mjs', 'build.mjs', 'install.mjs', 'lock.mjs', 'start.mjs', 'sqlite-driver.h'].map(
      (name) => `scripts/${name}`,
    );
    for (const file of [...copied, ...scripts]) await cp(path.join(repository, file), there(file));
    await borrowPackages(folder);
    await mkdir(there('api'));
    await writeFile(there('api/style.css'), 'p {}\n');
    await writeFile(there('api/words.ts'), "export const words: string = 'ready';\n");
    await writeFile(there('scripts/start.ts'), service);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('is built, and built again only when something has changed', async () => {
    const first = await build();
    expect(first.stderr).toContain('Building');
    expect(first.stdout).toBe('');
    expect(await readFile(there('dist/api/style.css'), 'utf8')).toBe('p {}\n');
    expect(await readFile(there('dist/api/words.js'), 'utf8')).toContain('ready');

    expect((await build()).stderr).toBe('');

    await writeFile(there('api/words.ts'), "export const words: string = 'changed';\n");
    await rm(there('api/style.css'));
    expect((await build()).stderr).toContain('Building');
    expect(await readFile(there('dist/api/words.js'), 'utf8')).toContain('changed');
    await expect(readFile(there('dist/api/style.css'))).rejects.toThrow('ENOENT');
  });

  it('is built once by two commands at once', async () => {
    const both = await Promise.all([build(), build()]);
    expect(both.filter(({ stderr }) => stderr.includes('Building'))).toHaveLength(1);
  });

  it('is not held up by a build that was killed', async () => {
    // No process has this number: it is above what the system gives out.
    await writeFile(there('.build.lock'), '99999999');
    expect((await build()).stderr).toContain('Building');
  });

  it('is set up by its owner alone, in words for others', async () => {
    await chmod(folder, 0o555);
    // To root nothing is closed.
    const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    await expect(run(process.execPath, [there('scripts/start.mjs')], other)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^There is something to install or build in .* run `npm run build` in it as its owner/,
      ) as string,
    });
    await chmod(folder, 0o700);
  });

  it('does not start when it cannot be compiled, and says where', async () => {
    await writeFile(there('api/words.ts'), 'export const words = ;\n');
    const failed = run(process.execPath, [there('scripts/start.mjs'), '--json']);
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('api/words.ts(1,') as string,
    });
  });

  it('finds the scripts of its processes in a folder of any name', async () => {
    for (const file of ['scripts/processes.ts', 'scripts/stopping.ts'])
      await cp(path.join(repository, file), there(file));
    await writeFile(there('api/main.ts'), '');
    await writeFile(there('scripts/start.ts'), findsItsApi);
    const { stdout } = await run(process.execPath, [there('scripts/start.mjs')]);
    expect(stdout).toBe('true');
  });

  it('has stdout to itself under npm, gets its arguments, and is stopped through npm', async () => {
    const child = spawn('npm', ['start', '--', '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const said: string[] = [];
    const lines = createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
    child.stderr.resume();
    await once(lines, 'line');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).toEqual(['{"ready":["--json"]}', 'stopped by SIGTERM']);
  });

  it('fails under npm with its own words and code, and with none of npm’s', async () => {
    await writeFile(
      there('scripts/start.ts'),
      "process.stderr.write('It is broken.\\n'); process.exit(3);\n",
    );
    await build();
    // As a terminal has it: npm tells its children how it was called, and we may be one.
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
    );
    await expect(run('npm', ['start'], { cwd: folder, env: environment })).rejects.toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'It is broken.\n',
    });
  });
});

/** The compiler and the driver of this repository, in a folder of their own: nothing done here may touch the real one. */
async function borrowPackages(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of ['typescript-native', '@types', 'better-sqlite3']) {
    await symlink(path.join(repository, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  const nothingElse = JSON.stringify({ packages: {} });
  await writeFile(path.join(folder, 'package-lock.json'), nothingElse);
  await writeFile(path.join(folder, 'node_modules/.package-lock.json'), nothingElse);
}

const service = `
import { words } from '../api/words.js';
const held = setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => {
  process.stdout.write('stopped by SIGTERM\\n');
  clearInterval(held);
});
process.stdout.write(JSON.stringify({ [words]: process.argv.slice(2) }) + '\\n');
`;

const findsItsApi = `
import { existsSync } from 'node:fs';
import { servicePlan } from './processes.js';
process.stdout.write(String(existsSync(servicePlan('api', {}).script)));
`;
