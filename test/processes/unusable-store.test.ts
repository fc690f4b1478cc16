/** A database that cannot be used: no process starts on it, and each says which file it is and what to do about it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup, restoreBackup } from '../../db/sqlite/backup/index.js';
import { requireOwnDatabase } from '../../core/installation.js';
import { createVault } from '../../core/vault.js';
import { migrate, openStore } from '../../db/index.js';
import { partOf } from '../support/part.js';

const dist = path.resolve(import.meta.dirname, '../../dist');
const NOBODY = 65_534;

let folder: string;
const file = (name: string) => path.join(folder, `${name}.db`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-unusable-'));
  await migrate(file('good'));
  const whole = readFileSync(file('good'));
  writeFileSync(file('text'), 'This is no database.\n'.repeat(500));
  writeFileSync(file('empty'), '');
  mkdirSync(file('a folder'));
  writeFileSync(file('short'), whole.subarray(0, 5_000));
  const torn = Buffer.from(whole);
  torn.fill(0x5a, 4_096, 6 * 4_096);
  writeFileSync(file('torn'), torn);
  await migrate(file('emptied'));
  writeFileSync(file('emptied'), '');
  for (const [name, table] of [
    ['foreign', 'customers'],
    ['foreign too', 'service_migrations'],
  ] as const) {
    const foreign = new Database(file(name));
    foreign.exec(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, hash text, created_at numeric)`);
    foreign.exec(`INSERT INTO ${table} VALUES (1, 'theirs', 1700000000000)`);
    foreign.close();
  }
  copyFileSync(file('good'), file('newer'));
  const newer = new Database(file('newer'));
  newer
    .prepare('INSERT INTO service_migrations (tag, when_ms) VALUES (?, ?)')
    .run('later', 9_999_999_999_999);
  newer.close();
  await migrate(file('sealed'));
  const store = await openStore({ DATABASE_URL: `file:${file('sealed')}` });
  await requireOwnDatabase({
    store,
    vault: createVault([Buffer.alloc(32, 2)]),
    settings: { DEMO: false, BOT_TOKEN: '123456:own' },
  });
  await store.close();
  copyFileSync(file('good'), file('readonly'));
  for (const made of ['text', 'empty', 'short', 'torn', 'newer', 'readonly']) chmodSync(file(made), 0o644);
  chmodSync(folder, 0o755);
  chmodSync(file('readonly'), 0o444);
  mkdirSync(path.join(folder, 'closed'), { mode: 0o555 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Null where there is no file to read. */
function contentOf(name: string): Buffer | null {
  return existsSync(file(name)) && statSync(file(name)).isFile() ? readFileSync(file(name)) : null;
}

const scripts = {
  api: 'api/main.js',
  bot: 'bot/main.js',
  admin: 'scripts/admin.js',
  start: 'scripts/start.js',
} as const;

/** Starts a process on a database, and tells how it ended. Root may write everything, so nobody does it. */
async function run(
  script: keyof typeof scripts,
  name: string,
): Promise<{ code: number | null; said: string }> {
  const isRoot = process.getuid?.() === 0;
  const isNobody = isRoot && /^readonly|^closed/.test(name);
  if (isNobody) chownSync(folder, 0, 0);
  const child = spawn(
    process.execPath,
    [path.join(dist, scripts[script]), ...(script === 'admin' ? ['migrate'] : [])],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        BOT_TOKEN: '123456:token-of-a-test-which-nobody-asks',
        SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
        DATABASE_URL: `file:${file(name)}`,
        PLATFORM_API_ROOT: 'http://127.0.0.1:1',
        API_PORT: '0',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isNobody ? { uid: NOBODY, gid: NOBODY } : {}),
    },
  );
  const words: string[] = [];
  child.stderr.on('data', (data: Buffer) => words.push(data.toString()));
  await once(child, 'close');
  return { code: child.exitCode, said: words.join('') };
}

const FOREIGN =
  /is a database, but not of this service: set DATABASE_URL to another file, or move this one away\. Nothing in it was changed\./;

const CLOSED =
  /new\.db cannot be used: the service, as user \d+, may not write there: let it write that folder, or set DATABASE_URL to a file in another\.$/m;

const cases: [name: string, processes: (keyof typeof scripts)[], words: RegExp][] = [
  ['missing', ['api', 'bot'], /There is no database at .*missing\.db: run `npm run admin -- migrate`/],
  ['empty', ['api', 'bot'], /empty\.db lacks migrations: run `npm run admin -- migrate`/],
  [
    'emptied',
    ['admin', 'start'],
    /emptied\.db is empty \(0 bytes\), though there was one before: put a backup in its place by `npm run admin -- restore <file>`.*, or, to start over, delete it together with .*emptied\.db\.made\. Nothing was changed\./,
  ],
  ['foreign', ['admin', 'start'], FOREIGN],
  ['foreign too', ['admin', 'start'], FOREIGN],
  [
    'text',
    ['api', 'bot', 'admin', 'start'],
    /text\.db cannot be used: the file is not a database: restore a backup\./,
  ],
  [
    'short',
    ['api', 'bot', 'admin'],
    /short\.db cannot be used: the database file is damaged: restore a backup\./,
  ],
  [
    'torn',
    ['api', 'bot', 'admin'],
    /torn\.db cannot be used: the database file is damaged: restore a backup\./,
  ],
  ['newer', ['api', 'bot', 'admin'], /made by a newer version of the service: run that version\./],
  [
    'sealed',
    ['api', 'bot', 'start'],
    /^SECRETS_KEY is not that of this database: .*\. Put the right one back; .*\.$/m,
  ],
  [
    'readonly',
    ['api', 'bot'],
    /readonly\.db cannot be used: the database file is read-only: let the service write it and its folder\./,
  ],
  ['closed/new', ['admin', 'start'], CLOSED],
  ['closed/data/new', ['admin', 'start'], CLOSED],
  [
    'good.db/new',
    ['admin', 'start'],
    /new\.db cannot be used: its folder is not there and cannot be made: set DATABASE_URL to a file in another\.$/m,
  ],
  [
    'a folder',
    ['api', 'bot', 'admin'],
    /a folder\.db cannot be used: the database file cannot be opened: see that its folder is there and the service may write it\./,
  ],
];

describe.each(cases)('a database that is %s', (name, processes, words) => {
  it.each(partOf(processes, 1))('is refused by %s, in words and with an exit code', async (script) => {
    const before = contentOf(name);
    const { code, said } = await run(script, name);
    expect(contentOf(name)).toEqual(before);
    expect(said).toMatch(words);
    expect(code).toBe(1);
    // Words for an operator, not a trace for us.
    expect(said).not.toMatch(/\n\s+at |SqliteError/);
    expect(said.trim().split('\n')).toHaveLength(1);
  });
});

it('a new folder is made one, a first start that was cut short is gone on with, and an emptied file can be restored', async () => {
  const backup = await makeBackup({ path: file('good'), folder, keep: 9, nowMs: 0 });
  writeFileSync(file('cut short'), '');
  await migrate(file('cut short'));
  await migrate(path.join(folder, 'new', 'service.db'));
  await migrate(file('lost'));
  writeFileSync(file('lost'), '');
  await restoreBackup({ path: file('lost'), backup: backup.file, nowMs: 0 });
  await migrate(file('lost'));
  expect(readFileSync(file('lost')).length).toBeGreaterThan(0);
});
