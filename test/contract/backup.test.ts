/** Backups of a SQLite database that is in use, and the way back; nothing is in the place of anything else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireOwnDatabase } from '../../core/installation.js';
import type { Store } from '../../core/ports.js';
import { createSecrets } from '../../core/secrets/index.js';
import { createVault } from '../../core/vault.js';
import { migrate } from '../../db/index.js';
import { BackupFault, listBackups, makeBackup, restoreBackup } from '../../db/sqlite/backup/index.js';
import { createSqliteStore } from '../../db/sqlite/index.js';
import { damageFile } from '../support/damage.js';
import { addOrder, ADVERTISER, BALANCED, populate, PUBLISHER, settle, show } from './makers.js';
import { sqliteStage, START_MS, type SqliteStage } from './run.js';

const DAY_MS = 86_400_000;

let stage: SqliteStage;
let folder: string;
let orderId: number;

beforeEach(async () => {
  stage = await sqliteStage();
  folder = path.join(path.dirname(stage.path), 'backups');
  ({ orderId } = await populate(stage.store, { quantityAll: 1_000 }));
});

afterEach(() => stage.close());

const backUp = (more: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({ path: stage.path, folder, keep: 3, nowMs: START_MS, ...more });

const restore = (backup: string, target = stage.path) =>
  restoreBackup({ path: target, backup, nowMs: START_MS + DAY_MS });

async function subscribe(store: Store, userId: number): Promise<void> {
  await show(store, userId, orderId);
  await settle(store, orderId, userId);
}

async function look<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await createSqliteStore({ path: file });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const subscribers = (file: string) =>
  look(file, async (store) => {
    expect(await store.ledger.check()).toEqual(BALANCED);
    return (await store.orders.find(orderId))?.quantityNow;
  });

function damage(file: string): void {
  const descriptor = openSync(file, 'r+');
  const { size } = statSync(file);
  for (let place = 4_096; place < size; place += 4_096)
    writeSync(descriptor, Buffer.alloc(64, 0xa5), 0, 64, place);
  closeSync(descriptor);
}

/** What stands in the write-ahead log would be read instead. */
function checkpoint(file: string): void {
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

describe('a backup of a database from which somebody was erased', () => {
  const NAME = 'Annabella-Erased-Or-Not';
  const holds = (file: string) => readFileSync(file).includes(NAME);

  it('has nothing of them, also of what was overwritten before, and is whole', async () => {
    stage.store.people.useKey(Buffer.alloc(32, 1));
    for (let userId = 1; userId <= 30; userId += 1) await subscribe(stage.store, userId);
    // What was said of them earlier leaves traces in the free space of a page.
    for (const firstName of [NAME.repeat(50), 'Bo'])
      await stage.store.audience.learn(5, { firstName }, START_MS);
    checkpoint(stage.path);
    expect(holds(stage.path)).toBe(true);
    expect(holds((await backUp()).file)).toBe(true);
    await stage.store.people.erase(5);
    const { file } = await backUp({ nowMs: START_MS + 1_000 });
    expect(holds(file)).toBe(false);
    expect(await subscribers(file)).toBe(30);
  });
});

describe('a backup', () => {
  it('holds one moment of a database that is being written to, and all that was answered before', async () => {
    const other = await stage.open();
    for (let userId = 1; userId <= 20; userId += 1) await subscribe(stage.store, userId);
    let next = 20;
    const made = new AbortController();
    const writing = (async () => {
      while (!made.signal.aborted) await subscribe(other, (next += 1));
    })();
    const { file, bytes } = await backUp();
    made.abort();
    await writing;
    const inside = (await subscribers(file)) ?? 0;
    expect(inside).toBeGreaterThanOrEqual(20);
    expect(inside).toBeLessThanOrEqual(next);
    expect(next).toBeGreaterThan(20);
    expect(bytes).toBe(statSync(file).size);
    expect(statSync(file).mode & 0o077, 'readable by its owner only').toBe(0);
  });

  it('is one file with nothing beside it, and the oldest of this database go', async () => {
    const names: string[] = [];
    writeFileSync(path.join(path.dirname(stage.path), 'not-in-the-folder'), '');
    for (const day of [0, 1, 2, 3]) {
      const { file } = await backUp({ nowMs: START_MS + day * DAY_MS, keep: 2 });
      names.push(path.basename(file));
      if (day === 0) writeFileSync(path.join(folder, 'notes.txt'), 'not ours');
    }
    expect(names[0]).toBe('service-20260115T120000Z.db');
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', ...names.slice(2)]);
    expect(listBackups(folder, stage.path)).toEqual(names.slice(2));
  });

  it('is not made where there is no room, and leaves the others alone', async () => {
    await backUp({ keep: 1 });
    const full = backUp({ nowMs: START_MS + DAY_MS, keep: 1, freeBytes: () => 1_000_000 });
    await expect(full).rejects.toThrow('There is no room');
    expect(readdirSync(folder)).toEqual(['service-20260115T120000Z.db']);
  });

  it('of a database whose money does not add up is none, and takes none away', async () => {
    await backUp({ keep: 1 });
    const raw = new Database(stage.path);
    raw
      .prepare('UPDATE ledger_accounts SET balance_micros = balance_micros + 1 WHERE owner_id = ?')
      .run(ADVERTISER);
    raw.close();
    const unsound = backUp({ nowMs: START_MS + DAY_MS, keep: 1 });
    await expect(unsound).rejects.toThrow('out of balance');
    expect(readdirSync(folder)).toEqual(['service-20260115T120000Z.db']);
  });

  it.each([
    [
      'in its schema',
      (file: string) => {
        damageFile(file);
      },
    ],
    [
      'in its tables',
      (file: string) => {
        checkpoint(file);
        damage(file);
      },
    ],
    [
      'from its first byte on',
      (file: string) => {
        writeFileSync(file, 'no database: '.repeat(1_000));
      },
    ],
  ])('of a database that is damaged %s is none; it says so, and what to do', async (_, breakIt) => {
    await backUp({ keep: 1 });
    await stage.store.close();
    breakIt(stage.path);
    const fault: unknown = await backUp({ nowMs: START_MS + DAY_MS, keep: 1 }).catch(
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(BackupFault);
    expect(String(fault)).toContain(`The database at ${stage.path} is damaged, so no backup was made`);
    expect(String(fault)).toContain('`npm run admin -- restore <file>`');
    expect(String(fault)).not.toContain('SqliteError');
    expect(readdirSync(folder)).toEqual(['service-20260115T120000Z.db']);
  });

  it('of no database, or an empty one, is none, in words', async () => {
    const nowhere = path.join(path.dirname(stage.path), 'nowhere.db');
    await expect(backUp({ path: nowhere })).rejects.toThrow('No backup was made. There is no database at');
    writeFileSync(nowhere, '');
    await expect(backUp({ path: nowhere })).rejects.toThrow(
      /No backup was made\. The database at .* lacks migrations/,
    );
  });

  it('into what is no folder is none, and names the setting of the folder', async () => {
    writeFileSync(folder, '');
    const fault = await backUp().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(BackupFault);
    expect(String(fault)).toMatch(/No backup can be made: EEXIST.*backups'\. Set BACKUP_DIR to a folder/);
    const list = () => listBackups(folder, stage.path);
    expect(list).toThrow(BackupFault);
    expect(list).toThrow(/The folder of backups cannot be read: ENOTDIR.*Set BACKUP_DIR to the folder/);
  });

  it('of an older version is made with its own files, which a migration would shut out', async () => {
    const database = new Database(stage.path);
    database
      .prepare('DELETE FROM service_migrations WHERE when_ms = (SELECT max(when_ms) FROM service_migrations)')
      .run();
    database.close();
    await expect(backUp()).rejects.toThrow(/lacks migrations: bring back the files that it ran with last/);
  });

  it('clears up after one that was cut short', async () => {
    await backUp();
    writeFileSync(path.join(folder, '.service-20260114T120000Z.db.part'), 'half');
    await backUp({ nowMs: START_MS + DAY_MS });
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe('a restore', () => {
  it('is refused while anybody has the database open, and changes nothing then', async () => {
    await subscribe(stage.store, 1);
    const { file } = await backUp();
    await subscribe(stage.store, 2);
    await expect(restore(file)).rejects.toThrow('stop the service first');
    await subscribe(stage.store, 3);
    expect((await stage.store.orders.find(orderId))?.quantityNow).toBe(3);
    expect(readdirSync(path.dirname(stage.path)).filter((name) => /before|restoring/.test(name))).toEqual([]);
  });

  it('puts the backup in the place of the database, and keeps that one beside it', async () => {
    await subscribe(stage.store, 1);
    const { file } = await backUp();
    await subscribe(stage.store, 2);
    await stage.store.close();
    writeFileSync(`${stage.path}.restoring`, 'what an interrupted one has left');
    const { keptAs } = await restore(file);
    expect(await subscribers(stage.path)).toBe(1);
    expect(await subscribers(keptAs ?? '')).toBe(2);
    expect(readdirSync(path.dirname(stage.path)).sort()).toEqual(
      ['backups', 'service.db', path.basename(keptAs ?? '')].sort(),
    );
    await look(stage.path, async (store) => {
      await subscribe(store, 2);
      expect(await store.ledger.check()).toEqual(BALANCED);
    });
    // And back again, since what was kept is a database like any other.
    await restoreBackup({ path: stage.path, backup: keptAs ?? '', nowMs: START_MS + 2 * DAY_MS });
    expect(await subscribers(stage.path)).toBe(2);
  });

  it('never gives an id again that was told to somebody after the backup', async () => {
    const { file } = await backUp();
    await stage.store.events.setWebhook(PUBLISHER, 0, 'sealed', START_MS);
    await subscribe(stage.store, 1);
    const told = await stage.store.events.recent(PUBLISHER, 7001, 1);
    const later = await addOrder(stage.store, { linkKey: 'later' });
    await stage.store.close();
    await restore(file);
    await look(stage.path, async (store) => {
      expect((await addOrder(store, { linkKey: 'another' })).orderId).toBeGreaterThan(later.orderId);
      await store.events.setWebhook(PUBLISHER, 0, 'sealed', START_MS);
      await subscribe(store, 2);
      const [event] = await store.events.recent(PUBLISHER, 7001, 1);
      expect(event?.webhookId).toBeGreaterThan(told[0]?.webhookId ?? Infinity);
    });
  });

  it('makes a database where there was none', async () => {
    await subscribe(stage.store, 1);
    const { file } = await backUp();
    const elsewhere = path.join(path.dirname(stage.path), 'new', 'service.db');
    expect(await restore(file, elsewhere)).toEqual({ keptAs: null });
    expect(await subscribers(elsewhere)).toBe(1);
  });

  it('refuses a backup that is damaged, no database, or not there, and changes nothing', async () => {
    await subscribe(stage.store, 1);
    const { file } = await backUp();
    await stage.store.close();
    for (const none of [path.join(folder, 'none.db'), folder])
      await expect(restore(none)).rejects.toThrow('There is no file');
    // A copy onto a full disk, and what a tool makes of a misspelt name.
    const [empty, bare] = ['empty.db', 'bare.db'].map((name) => path.join(folder, name)) as [string, string];
    writeFileSync(empty, '');
    new Database(bare).exec('VACUUM').close();
    for (const nothing of [empty, bare])
      await expect(restore(nothing)).rejects.toThrow('The file holds nothing.');
    const text = path.join(folder, 'text.db');
    writeFileSync(text, 'no database, but long enough to be looked at: '.repeat(100));
    await expect(restore(text)).rejects.toThrow('cannot be used');
    damage(file);
    await expect(restore(file)).rejects.toThrow(/damaged|cannot be/);
    expect(readdirSync(path.dirname(stage.path)).sort()).toEqual(['backups', 'service.db']);
    expect(await subscribers(stage.path)).toBe(1);
  });

  it('refuses a database whose log is not closed into it, which a backup of it brings along', async () => {
    const copy = path.join(folder, 'copy.db');
    const { file } = await backUp();
    await subscribe(stage.store, 1);
    for (const end of ['', '-wal']) copyFileSync(`${stage.path}${end}`, `${copy}${end}`);
    await stage.store.close();
    await expect(restore(copy)).rejects.toThrow(`${copy} is no backup: it has a write-ahead log`);
    expect(await subscribers(stage.path)).toBe(1);
    await restore(file);
    expect(await subscribers(stage.path)).toBe(0);
    const whole = await makeBackup({ path: copy, folder, keep: 3, nowMs: START_MS });
    await restore(whole.file);
    expect(await subscribers(stage.path)).toBe(1);
  });

  it('is for its owner alone, also where others could read the backup', async () => {
    const { file } = await backUp();
    await stage.store.close();
    chmodSync(file, 0o644);
    await restore(file);
    expect(statSync(stage.path).mode & 0o777).toBe(0o600);
  });

  it('refuses a backup that another secret sealed, and changes nothing', async () => {
    const [older, newer] = [7, 8].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer];
    const accept = (store: Store, ...secrets: Buffer[]) =>
      requireOwnDatabase({
        store,
        vault: createVault(secrets),
        settings: { DEMO: false, BOT_TOKEN: '123456:own' },
      });
    await createSecrets({ store: stage.store, vault: createVault([older]) }).adopt();
    const { file } = await backUp();
    const target = path.join(path.dirname(stage.path), 'new', 'service.db');
    const into = { path: target, backup: file, nowMs: START_MS };
    await expect(restoreBackup({ ...into, accept: (store) => accept(store, newer) })).rejects.toThrow(
      /^SECRETS_KEY is not that of this database/,
    );
    expect(readdirSync(path.dirname(target))).toEqual([]);
    await restoreBackup({ ...into, accept: (store) => accept(store, newer, older) });
    await look(target, (store) => accept(store, older));
  });

  it('brings a backup of an older version up to date, and refuses one of a newer', async () => {
    const older = path.join(path.dirname(stage.path), 'older.db');
    const raw = new Database(older);
    const former = path.resolve(import.meta.dirname, '../fixtures/before-baseline/sqlite.sql');
    raw.exec(readFileSync(former, 'utf8'));
    raw.close();
    await stage.store.close();
    await restore(older);
    await look(stage.path, (store) => store.health.check());

    await migrate(older);
    const newer = new Database(older);
    newer.prepare('INSERT INTO service_migrations (tag, when_ms) VALUES (?, ?)').run('of tomorrow', 9e15);
    newer.close();
    await expect(restore(older)).rejects.toThrow('newer version');
  });

  it('waits for nobody who was killed: the lock goes with the process', async () => {
    const { file } = await backUp();
    await stage.store.close();
    const code = `const Database = require('better-sqlite3');
      const database = new Database(process.argv[1]);
      database.prepare("UPDATE orders SET name = 'written by the one who was killed'").run();
      console.log('open'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['-e', code, stage.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await expect(restore(file)).rejects.toThrow('stop the service first');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const { keptAs } = await restore(file);
    const kept = await look(keptAs ?? '', (store) => store.orders.find(orderId));
    expect(kept?.name, 'its last commit is in what was kept').toBe('written by the one who was killed');
  });
});
