/** Ctrl-C and SIGTERM end the demo in peace: exit code 0, no trace and no token on the screen, and nobody left behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { databaseOf } from '../support/database.js';
import { removeFolder } from '../support/service-process.js';
import { pairsOf } from '../support/part.js';

const script = path.resolve(import.meta.dirname, '../../dist/scripts/start.js');

let folder: string;
afterEach(() => removeFolder(folder));

/** When the signal comes: how far the start is, by what there is of it. */
const moments: Record<string, (said: string) => boolean> = {
  'when it migrates': () => existsSync(path.join(folder, 'data/demo/demo-secret')),
  'when the platform fills': () => existsSync(path.join(folder, 'data/demo/platform.json')),
  'when it runs': (said) => said.includes('"operator_bot"'),
};

/** A terminal sends Ctrl-C to all processes, a supervisor SIGTERM to the first. */
const signals: Record<string, (pid: number) => void> = {
  'Ctrl-C': (pid) => process.kill(-pid, 'SIGINT'),
  'SIGTERM to all': (pid) => process.kill(-pid, 'SIGTERM'),
  'SIGTERM to the first': (pid) => process.kill(pid, 'SIGTERM'),
};

const both = pairsOf(Object.keys(signals), Object.keys(moments));

it.each(both)(
  '%s, %s',
  async (signal, moment) => {
    folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-stop-'));
    const child = spawn(process.execPath, [script, '--json'], {
      cwd: folder,
      // A group of its own, as a shell makes one.
      detached: true,
      env: {
        PATH: process.env['PATH'],
        API_PORT: '0',
        PLATFORM_PORT: '0',
        ...(await databaseOf(folder)),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const words: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => words.push(data.toString()));
    const ended = once(child, 'close');
    await expect.poll(() => moments[moment]?.(words.join('')), { timeout: 20_000, interval: 5 }).toBe(true);
    signals[signal]?.(child.pid ?? 0);
    await ended;
    const said = words.join('');
    // Log lines of processes whose platform ended before they did.
    const plain = said.split('\n').filter((line) => !/^(\{.*\})?$/.test(line));
    expect(plain, 'no trace, and no words of a fault').toEqual([]);
    expect(said.replace(/^\{"api".*$/m, ''), 'no token').not.toMatch(/\d:[\w-]{20,}/);
    expect(child.exitCode).toBe(0);
  },
  40_000,
);
