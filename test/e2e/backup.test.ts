/** Backups as an operator makes them: beside the running service, by hand and by the schedule's worker; and the way back. */
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workers } from '../../bot/workers/index.js';
import { startBackups } from '../../core/adapters/backup-runner.js';
import { BALANCED } from '../contract/makers.js';
import { createSqliteStore } from '../../db/sqlite/index.js';
import { runAdmin } from '../support/admin.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

let demo: RunningDemo;
let copyFolder: string;

beforeAll(async () => {
  demo = await startDemo();
  copyFolder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-copy-'));
}, 60_000);

afterAll(async () => {
  await removeFolder(demo.folder);
  await rm(copyFolder, { recursive: true, force: true });
});

const database = (folder: string) => path.join(folder, 'data/demo/service.db');

/** Has a user subscribe, and be paid for: that comes a moment later, once the platform said that they use the bot. */
async function subscribe(userId: number): Promise<void> {
  const { world, platform } = demo;
  const before = await figures(database(demo.folder));
  const bot = world.publisher.bots[1];
  if (bot === undefined) throw new Error('The demo has no second bot.');
  await platform.users({ id: userId, first_name: 'Backup', language_code: 'en' });
  await platform.say(userId, bot.bot_id, '/start');
  const ask = () =>
    call(`${world.api}/get-sponsors`, bot.api_key, {
      chat_id: userId,
      user_id: userId,
      first_name: 'Backup',
      language_code: 'en',
      max_sponsors: 1,
    });
  const shown = (await ask()).body as { additional: { sponsors: { link: string }[] } };
  // By the link as it is: once the bot has one of its own, that is shown.
  await platform.join(userId, shown.additional.sponsors[0]?.link ?? '');
  // A request right after a join may come before the update.
  await expect.poll(async () => (await ask()).body).toMatchObject({ status: 'ok' });
  await expect.poll(() => figures(database(demo.folder))).not.toEqual(before);
}

async function figures(file: string) {
  const store = await createSqliteStore({ path: file });
  try {
    expect(await store.ledger.check()).toEqual(BALANCED);
    const { accounts } = await store.accounts.list({ search: '', offset: 0, limit: 100 });
    const balances = await Promise.all(accounts.map(({ accountId }) => store.ledger.balance(accountId)));
    return accounts.map(({ accountId }, index) => [accountId, balances[index]?.availableMicros] as const);
  } finally {
    await store.close();
  }
}

it('a backup of the running service holds all it has answered, and a copy of the service goes on from it', async () => {
  await subscribe(91_001);
  await subscribe(91_002);
  const before = await figures(database(demo.folder));
  const said = await runAdmin(demo.folder, ['backup']);
  expect(said).toContain('verified');
  await subscribe(91_003);
  const [file] = (await runAdmin(demo.folder, ['backups'])).trim().split('\n').slice(2);
  if (file === undefined) throw new Error('There is no backup.');

  // Into the running service's own database: refused, and it goes on as if nothing had been.
  const intoRunning = runAdmin(demo.folder, ['restore', file]);
  await expect(intoRunning).rejects.toThrow('stop the service first');
  await subscribe(91_004);

  // Into a copy: the promises hold there, and the service starts on it.
  const elsewhere = { DATABASE_URL: `file:${path.join(copyFolder, 'service.db')}` };
  expect(await runAdmin(demo.folder, ['restore', file], elsewhere)).toContain('is the database now');
  expect(await figures(path.join(copyFolder, 'service.db'))).toEqual(before);

  const runner = startBackups({
    settings: {
      DATABASE_URL: `file:${database(demo.folder)}`,
      BACKUP_DIR: path.join(copyFolder, 'scheduled'),
      BACKUP_SCHEDULE: 'off',
      BACKUP_KEEP: 2,
      SERVICE_TIMEZONE: 'UTC',
      OFFSITE_KEEP: 0,
      SECRETS_KEY: [],
    },
    clock: Date,
    timetable: { at: () => ({ stop: () => undefined }) },
    workers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observe: () => undefined,
  });
  const [made, again] = await Promise.all([runner.run(), runner.run()]);
  expect(made).toMatchObject({ kind: 'made' });
  expect(again, 'one at a time').toBe(made);
  await runner.stop();
  expect(await readdir(path.join(copyFolder, 'scheduled'))).toHaveLength(1);

  // Stopped, the service itself is put back, and starts again with the keys and figures of the backup.
  const { code } = await demo.stop();
  expect(code).toBe(0);
  const told = await runAdmin(demo.folder, ['restore', file]);
  const kept = /kept as (\S+)\./.exec(told)?.[1] ?? '';
  await access(path.resolve(demo.folder, kept));
  expect(await figures(database(demo.folder))).toEqual(before);
  const { folder, world } = demo;
  demo = await startDemo({ folder });
  expect(demo.world.publisher.access_key).toBe(world.publisher.access_key);
  await subscribe(91_005);
  await demo.stop();
  await figures(database(folder));
}, 120_000);
