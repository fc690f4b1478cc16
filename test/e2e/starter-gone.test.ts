/** A process whose starter is gone before it listens ends in peace, and takes no work: `npm start` was killed a moment ago. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase, reaching } from '../support/database.js';

const dist = path.resolve(import.meta.dirname, '../../dist');

it.each([
  ['api', {}],
  ['api', { API_WORKERS: '2' }],
  ['bot', {}],
])(
  'the %s, with %j',
  async (name, settings) => {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const child = spawn(process.execPath, [path.join(dist, name, 'main.js')], {
      env: {
        PATH: process.env['PATH'],
        ...reaching(database.url),
        SPONSORGATE_ANNOUNCE: '1',
        BOT_TOKEN: '123456:abcdefghijklmnop',
        SECRETS_KEY: randomBytes(32).toString('base64'),
        PLATFORM_API_ROOT: 'http://127.0.0.1:9',
        API_PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const words: string[] = [];
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('they are pipes');
    stderr.on('data', (data: Buffer) => words.push(data.toString()));
    const ended = Promise.all([once(child, 'exit'), once(stderr, 'close')]);
    stdout.destroy();
    child.disconnect();
    await ended;
    const said = words.join('');
    expect(child.exitCode, said).toBe(0);
    expect(said).not.toMatch(/works on a part|Error/);
  },
  40_000,
);
