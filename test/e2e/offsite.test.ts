/** Off-site backups as an operator has them: of the schedule and by hand, a kill in the middle, and an empty machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workers } from '../../bot/workers/index.js';
import { startBackups } from '../../core/adapters/backup-runner.js';
import { parseSettings } from '../../core/config.js';
import { requireOwnDatabase } from '../../core/installation.js';
import { createVault } from '../../core/vault.js';
import { migrate } from '../../db/index.js';
import { createSqliteStore } from '../../db/sqlite/index.js';
import { openS3, type S3 } from '../../emulator/s3/server.js';
import { BALANCED, populate } from '../contract/makers.js';
import { runAdmin } from '../support/admin.js';

const MIB = 1_048_576;
const [somebody, another] = [9_001, 9_002];
const secret = Buffer.alloc(32, 5);

let s3: S3;
let root: string;
let machine: string;
let settings: Record<string, string>;

beforeEach(async () => {
  s3 = await openS3();
  root = mkdtempSync(path.join(tmpdir(), 'sponsorgate-offsite-'));
  machine = path.join(root, 'machine');
  mkdirSync(path.join(machine, 'data'), { recursive: true });
  settings = {
    BOT_TOKEN: '123456:offsite-backups',
    SECRETS_KEY: secret.toString('base64'),
    OFFSITE_URL: `${s3.url}/sponsorgate`,
    OFFSITE_REGION: s3.account.region,
    OFFSITE_ACCESS_KEY: s3.account.accessKey,
    OFFSITE_SECRET_KEY: s3.account.secretKey,
  };
  await migrate(databaseOf(machine));
  await look(machine, async (store) => {
    await requireOwnDatabase({
      store,
      vault: createVault([secret]),
      settings: { DEMO: false, BOT_TOKEN: '123456:own' },
    });
    await populate(store);
    for (const userId of [somebody, another])
      await store.audience.learn(userId, { firstName: 'Bo' }, Date.now());
  });
});
afterEach(async () => {
  await s3.close();
  await rm(root, { recursive: true, force: true });
});

const databaseOf = (folder: string) => path.join(folder, 'data/service.db');
const backupsOf = (folder: string) => path.join(folder, 'data/backups');
const admin = (...words: string[]) => runAdmin(machine, words, settings);

async function look<T>(
  folder: string,
  work: (store: Awaited<ReturnType<typeof createSqliteStore>>) => Promise<T>,
) {
  const store = await createSqliteStore({ path: databaseOf(folder) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
const isKnown = (userId: number, folder: string) =>
  look(folder, async (store) => {
    expect(await store.ledger.check()).toEqual(BALANCED);
    return (await store.people.held(userId)).length > 0;
  });

it('an empty machine is restored by one command, and no one comes back who was erased since', async () => {
  expect(await admin('backup')).toMatch(/verified\.\nservice-\S+ is off-site, read back whole\./);
  expect(await admin('person', '--erase', String(somebody), '--yes')).toContain('is erased');
  const empty = path.join(root, 'empty');
  mkdirSync(empty);
  const said = await runAdmin(empty, ['restore', '--offsite'], settings);
  expect(said).toMatch(
    /is the database now, verified and up to date\.\n1 person\(s\) who were erased since are erased again/,
  );
  expect(await isKnown(another, empty)).toBe(true);
  expect(await isKnown(somebody, empty)).toBe(false);
  // It goes on from there.
  expect(await runAdmin(empty, ['backup'], settings)).toContain('is off-site');
  const { rows } = JSON.parse(await admin('offsite', 'list', '--json')) as { rows: object[] };
  const [first, ...later] = rows;
  expect(first).toMatchObject({ verified: true, opens: true });
  expect(later.length, 'within a second both have one name').toBeLessThanOrEqual(1);
}, 60_000);

it('a copy that somebody changed is refused, and so is one under another secret; the database stays', async () => {
  await admin('backup');
  const before = readFileSync(databaseOf(machine));
  const [key = ''] = [...s3.bucket.objects.keys()];
  const good = s3.bucket.get(key);
  const bad = Buffer.from(good);
  bad[bad.length - 100] = (bad.at(-100) ?? 0) ^ 1;
  s3.bucket.put(key, bad);
  await expect(admin('restore', '--offsite')).rejects.toThrow('is not what was sent');
  s3.bucket.put(key, good);
  const other = { ...settings, SECRETS_KEY: Buffer.alloc(32, 6).toString('base64') };
  await expect(runAdmin(machine, ['restore', '--offsite'], other)).rejects.toThrow('under your SECRETS_KEY');
  await expect(admin('restore')).rejects.toThrow('Name the file, or say --offsite');
  expect(readFileSync(databaseOf(machine)).equals(before)).toBe(true);
  expect(await admin('restore', '--offsite', path.posix.basename(key))).toContain('is the database now');
}, 60_000);

it('a process that is killed while it sends leaves no copy, and the next one clears up after it', async () => {
  const file = path.join(root, 'service-20260101T000000Z.db');
  writeFileSync(file, Buffer.alloc(40 * MIB, 1));
  const held = new AbortController();
  const reached = new Promise<void>((resolve) => {
    s3.onCall = async (operation) => {
      if (operation !== 'UploadPart' || s3.calls.filter((each) => each === operation).length < 3) return;
      resolve();
      await once(held.signal, 'abort');
    };
  });
  const script = path.resolve(import.meta.dirname, '../../dist/scripts/admin.js');
  const child = spawn(process.execPath, [script, 'offsite', 'send', file], {
    cwd: machine,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  await reached;
  child.kill('SIGKILL');
  await ended;
  held.abort();
  s3.onCall = null;
  expect([...s3.bucket.uploads.values()].map(({ parts }) => parts.size)).toEqual([2]);
  await expect(admin('restore', '--offsite')).rejects.toThrow('There is no verified copy');
  await admin('backup');
  expect(s3.bucket.uploads.size).toBe(0);
  expect([...s3.bucket.objects.keys()].filter((key) => key.includes('20260101T'))).toEqual([]);
  expect(await admin('restore', '--offsite')).toContain('is the database now');
}, 60_000);

it('the schedule sends what it makes; where that fails the backup is there all the same', async () => {
  const lines: [string, unknown][] = [];
  const outcomes: unknown[] = [];
  const runner = startBackups({
    settings: parseSettings({
      ...settings,
      DATABASE_URL: `file:${databaseOf(machine)}`,
      BACKUP_SCHEDULE: 'off',
    }),
    clock: Date,
    timetable: { at: () => ({ stop: () => undefined }) },
    workers,
    log: {
      info: (_, message) => lines.push([message, null]),
      warn: () => undefined,
      error: ({ reason }, message) => lines.push([message, reason]),
    },
    observe: (...outcome) => outcomes.push(outcome),
  });
  expect(await runner.run()).toMatchObject({ kind: 'made' });
  s3.fault('CreateUpload', 'denied');
  expect(await runner.run()).toMatchObject({ kind: 'made' });
  await runner.stop();
  expect(lines).toEqual([
    ['a backup is made', null],
    ['a backup is off-site', null],
    ['a backup is made', null],
    ['no backup could be sent off-site', expect.stringContaining('AccessDenied')],
  ]);
  expect(outcomes).toEqual([
    ['backup', true],
    ['offsite', true],
    ['backup', true],
    ['offsite', false],
  ]);
  expect(readdirSync(backupsOf(machine))).toContain('latest-offsite.txt');
}, 60_000);
