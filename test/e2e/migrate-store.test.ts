/** `migrate-store` as an operator runs it: cut short in the middle, taken up again, back again, and what it refuses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, openStore } from '../../db/index.js';
import { addBot, addOrder, ADVERTISER, BOT, populate } from '../contract/makers.js';
import { canonicalDump } from '../support/canonical-dump.js';
import { addSubscribers } from '../support/many-subscribers.js';
import { findBinaries, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { partOf } from '../support/part.js';

const SUBSCRIBERS = 40_000;
const script = path.resolve(import.meta.dirname, '../../dist/scripts/admin.js');

let folder: string;
let source: string;
let before: Digest;
let server: PostgresServer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-move-'));
  const file = path.join(folder, 'service.db');
  source = `file:${file}`;
  await migrate(source);
  const store = await openStore({ DATABASE_URL: source });
  const { orderId } = await populate(store);
  await addBot(store, BOT + 1);
  await addOrder(store, { name: 'Ёлка 漢字 🙂', link: 'https://t.me/second' }, ADVERTISER);
  await store.close();
  await addSubscribers(source, orderId, BOT, {
    count: SUBSCRIBERS,
    untilMs: 1_780_000_000_000,
    apartMs: 1_000,
  });
  before = digestOf(await canonicalDump(source));
  if (findBinaries() !== undefined) server = await startPostgres();
}, 120_000);

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A dump that is too long to be shown. */
interface Digest {
  rows: Record<string, number>;
  hash: string;
}

function digestOf(lines: readonly string[]): Digest {
  const rows: Record<string, number> = {};
  const hash = createHash('sha256');
  for (const line of lines) {
    const table = line.slice(0, line.indexOf(' '));
    rows[table] = (rows[table] ?? 0) + 1;
    hash.update(line);
  }
  return { rows, hash: hash.digest('hex') };
}

function admin(words: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment };
  return spawn(process.execPath, [script, 'migrate-store', ...words], { cwd: folder, env, stdio: 'pipe' });
}

async function finished(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => said.push(data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.join('') };
}

interface Target {
  kind: string;
  make(): Promise<string>;
  /** Whether a good part is copied. */
  isUnderWay(address: string): Promise<boolean>;
}

const file: Target = {
  kind: 'SQLite',
  make: () => Promise.resolve(`file:${path.join(folder, 'target.db')}`),
  isUnderWay: (address) => {
    const target = address.slice('file:'.length);
    const bytes = [target, `${target}-wal`].map(
      (name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0,
    );
    return Promise.resolve(bytes.reduce((sum, size) => sum + size) > 2_000_000);
  },
};
const database: Target = {
  kind: 'PostgreSQL',
  make: async () => {
    await ask(server?.urlOf('postgres') ?? '', 'CREATE DATABASE target');
    return server?.urlOf('target') ?? '';
  },
  isUnderWay: async (address) => {
    const rows = await ask(address, "SELECT 1 FROM store_move WHERE name = 'users'").catch(() => []);
    return rows.length > 0;
  },
};

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe.each(findBinaries() === undefined ? [file] : partOf([file, database], 1))('to $kind', (target) => {
  let address: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    address = await target.make();
    environment = { DATABASE_URL: source, NEW_DATABASE_URL: address };
  });

  it('killed in the middle, it goes on where it was, and back again it is what it was', async () => {
    const child = admin(['--to-env', 'NEW_DATABASE_URL'], environment);
    const ended = finished(child);
    while (child.exitCode === null && !(await target.isUnderWay(address)));
    child.kill('SIGKILL');
    expect((await ended).code, 'it was still at work').toBeNull();

    const { code, said } = await finished(admin(['--to-env', 'NEW_DATABASE_URL'], environment));
    expect(said).toContain('Taken up where it was cut short.');
    expect(said).toContain('The ledger sums to zero in both.');
    expect(said).toContain('Set DATABASE_URL');
    expect(code).toBe(0);
    if (address.startsWith('postgres')) expect(said).not.toContain(new URL(address).password);
    expect(digestOf(await canonicalDump(address))).toEqual(before);

    const back = `file:${path.join(folder, `back-from-${target.kind}.db`)}`;
    const returned = await finished(admin(['--from-env', 'NEW_DATABASE_URL', '--to', back], environment));
    expect(returned.said).toContain('are the same in both');
    expect(returned.code).toBe(0);
    expect(digestOf(await canonicalDump(back))).toEqual(before);
    const verified = await finished(admin(['--verify', '--to', back], environment));
    expect(verified).toMatchObject({ code: 0, said: expect.stringContaining('same in both') as string });
  }, 120_000);

  it('beside a living service it says that it is not finished', async () => {
    const store = await openStore({ DATABASE_URL: source });
    const { code, said } = await finished(
      admin(['--to', `file:${path.join(folder, `live-${target.kind}.db`)}`], environment),
    );
    await store.close();
    expect(said).toContain('The service still runs.');
    expect(code).toBe(3);
  }, 120_000);
});

it('stopped in the middle, it says how to go on', async () => {
  const address = `file:${path.join(folder, 'stopped.db')}`;
  const child = admin(['--to', address], { DATABASE_URL: source });
  const ended = finished(child);
  while (child.exitCode === null && !(await file.isUnderWay(address)));
  child.kill('SIGINT');
  const { code, said } = await ended;
  expect(said).toContain('Cut short: run it again, and it goes on where it was.');
  expect(code).toBe(1);
}, 120_000);

it.each(['mysql://me:hidden-word@host/db', 'file:'])(
  'says what an address is, without repeating it: %s',
  async (address) => {
    const { code, said } = await finished(admin(['--to', address], { DATABASE_URL: source }));
    expect(said).toContain('An address is file:<path>, or postgres://');
    expect(said).not.toContain('hidden-word');
    expect(code).toBe(1);
  },
);
