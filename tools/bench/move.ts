/** A store of a million subscriptions moved to PostgreSQL (STORE=citus: spread by Citus) and back, by the command that an operator uses. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, openStore } from '../../db/index.js';
import { BOT, populate } from '../../test/contract/makers.js';
import { dumpEach } from '../../test/support/canonical-dump.js';
import { startDurableServers } from '../../test/support/durable-servers.js';
import { fill } from './fill.js';
import { alignedTable } from './table.js';

const script = path.resolve(import.meta.dirname, '../../dist/scripts/admin.js');

/** @throws when what comes back is not what went */
export async function benchMove(subscriptions: number, say: (text: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-bench-move-'));
  const server = await startDurableServers();
  try {
    const [source, back] = ['service', 'back'].map((name) => `file:${path.join(folder, name)}.db`) as [
      string,
      string,
    ];
    await migrate(source);
    const store = await openStore({ DATABASE_URL: source });
    await populate(store);
    await store.close();
    say('Filling a database ...');
    fill(source.slice('file:'.length), BOT, 0, subscriptions);
    const there = server.url;
    const rows: string[][] = [];
    for (const [name, from, to] of [
      ['there', source, there],
      ['and back', there, back],
    ] as const) {
      const startedAtMs = performance.now();
      await run(folder, from, to);
      rows.push([name, ((performance.now() - startedAtMs) / 1_000).toFixed(0)]);
      say(`${name}: ${rows.at(-1)?.[1] ?? ''} s`);
    }
    const dumps = [await digestOf(source), await digestOf(there), await digestOf(back)];
    if (new Set(dumps).size !== 1) throw new Error(`The dumps differ: ${dumps.join(', ')}`);
    return `${alignedTable(['', 'seconds'], rows)}\n\nThe dumps of all three are the same: ${dumps[0] ?? ''}`;
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function run(folder: string, from: string, to: string): Promise<void> {
  const child = spawn(process.execPath, [script, 'migrate-store', '--to-env', 'NEW_DATABASE_URL'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: from, NEW_DATABASE_URL: to },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`migrate-store ended with ${String(code)}`));
    });
  });
}

/** Of all lines in whatever order: the sum of their hashes. */
async function digestOf(address: string): Promise<string> {
  let sum = 0n;
  let lines = 0;
  await dumpEach(address, (line) => {
    sum = (sum + createHash('sha256').update(line).digest().readBigUInt64BE()) & 0xffff_ffff_ffff_ffffn;
    lines += 1;
  });
  return `${String(lines)} rows ${sum.toString(16)}`;
}
