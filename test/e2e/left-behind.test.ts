/** No process is left behind holding the ports when `npm start` itself is killed, nor ends when the reader of its log does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { databaseOf } from '../support/database.js';
import { removeFolder, startDemo } from '../support/service-process.js';

const script = path.resolve(import.meta.dirname, '../../dist/scripts/start.js');

it('stops every process when the one that started them is killed', async () => {
  const demo = await startDemo();
  const { api, platform } = demo.world;
  demo.platform.close();
  // A response that never ends is cut when its server goes: the moment is an event, not a guess.
  const events = await fetch(`${platform}/emulator/events`);
  const reader = events.body?.getReader();
  demo.kill();
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })().catch(() => 'cut'),
  ).resolves.toBeOneOf([undefined, 'cut']);
  await expect(fetch(`${platform}/emulator/users`)).rejects.toThrow();
  await stopped(`${api}/healthz`);
  await removeFolder(demo.folder);
}, 60_000);

it('goes on when what reads its words ends, and starts again what falls over', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-unread-'));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [script, '--json'], {
    cwd: folder,
    env: { PATH, HOME, API_PORT: '0', PLATFORM_PORT: '0', ...(await databaseOf(folder)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.resume();
  await once(createInterface({ input: child.stdout }), 'line');
  child.stderr.destroy();
  const before = await apiOf(child);
  process.kill(Number(before), 'SIGKILL');
  await expect.poll(() => apiOf(child), { timeout: 20_000 }).not.toBeOneOf([before, undefined]);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await removeFolder(folder);
}, 60_000);

/** The number of its api process. */
async function apiOf({ pid = 0 }: ChildProcess): Promise<string | undefined> {
  const children = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  for (const each of children.trim().split(' ')) {
    const command = await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('/api/main.js')) return each;
  }
  return undefined;
}

/** Resolves when nothing answers there any more; the test's own time limit bounds it. */
async function stopped(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(url)).arrayBuffer();
    } catch {
      return;
    }
  }
}
