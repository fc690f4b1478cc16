/** From the version before the last migration to this one, and back again as `docs/upgrading.md` says. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Store } from '../../core/ports.js';
import { migrate, openStore } from '../../db/index.js';
import { makeBackup, restoreBackup } from '../../db/sqlite/backup/index.js';
import { type Bare, makeBare, schemaOf } from '../support/bare-database.js';
import { canonicalDump } from '../support/canonical-dump.js';
import { sqlOver, storeKind } from '../support/database.js';
import { kit, readSnapshots } from '../support/drizzle-kit.js';
import { findBinaries } from '../support/postgres-server.js';
import { BALANCED, BOT, populate, requestRecord, settle, show } from './makers.js';
import { START_MS } from './run.js';

/** The version before is this one without its last migration: nothing else of it is here. */
const version = vi.hoisted(() => ({ isBefore: false }));
vi.mock(import('drizzle-orm/migrator'), async (original) => {
  const { readMigrationFiles } = await original();
  return {
    readMigrationFiles: (config) => readMigrationFiles(config).slice(0, version.isBefore ? -1 : undefined),
  };
});

async function before<T>(work: () => Promise<T>): Promise<T> {
  version.isBefore = true;
  try {
    return await work();
  } finally {
    version.isBefore = false;
  }
}

const [PAID, PINNED, LATER] = [1, 2, 3];
const NEWER = /made by a newer version/;

let made: Bare[];
let url: string;
let orderId: number;
/** All rows, as this version has them. */
let rows: string[];

beforeEach(async () => {
  made = [];
  url = await bare();
  await migrate(url);
  await over(fill);
  rows = await canonicalDump(url);
  await takeAwayLast();
});
afterEach(async () => {
  for (const { drop } of made) await drop();
});

async function bare(): Promise<string> {
  const database = await makeBare();
  made.push(database);
  return database.url;
}

const open = (at: string) => openStore({ DATABASE_URL: at }, { clock: { now: () => START_MS } });

async function over<T>(work: (store: Store) => Promise<T>, at = url): Promise<T> {
  const store = await open(at);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function fill(store: Store): Promise<void> {
  ({ orderId } = await populate(store));
  await show(store, PAID, orderId);
  await settle(store, orderId, PAID);
  const slots = [{ kind: 'order', orderId } as const];
  const pin = { mode: 'subscribe', slots, pinnedAtMs: START_MS, expiresAtMs: START_MS + 60_000 } as const;
  await store.sponsors.record(PINNED, requestRecord({ notesUser: true, pin }));
}

/**
 * To the schema before, with the rows that are there: a way that no service goes. A row that the last migration adds by hand
 * has to be taken away here, too.
 */
async function takeAwayLast(): Promise<void> {
  const { former, last } = await readSnapshots(storeKind);
  const steps = await (storeKind === 'sqlite'
    ? kit.generateSQLiteMigration(last, former)
    : kit.generateMigration(last, former));
  for (const step of steps) await sqlOver(url, step);
  await sqlOver(
    url,
    'DELETE FROM service_migrations WHERE when_ms = (SELECT max(when_ms) FROM service_migrations)',
  );
}

async function expectWhole(store: Store): Promise<void> {
  expect(await store.ledger.check()).toEqual(BALANCED);
  expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
  const { pin } = await store.sponsors.requestContext(BOT, PINNED, 0, START_MS);
  expect(pin?.slots).toEqual([{ kind: 'order', orderId }]);
}

test('the version before has another schema, which is the one with the rows in it', async () => {
  const empty = await bare();
  await before(() => migrate(empty));
  const schema = await schemaOf(url);
  expect(schema).toEqual(await schemaOf(empty));
  await migrate(empty);
  expect(schema).not.toEqual(await schemaOf(empty));
});

test('an upgrade keeps every row, and goes on with them', async () => {
  await expect(over(expectWhole)).rejects.toThrow(/lacks migrations/);
  await migrate(url);
  expect(await canonicalDump(url)).toEqual(rows);
  await over(async (store) => {
    await expectWhole(store);
    await show(store, LATER, orderId);
    await settle(store, orderId, LATER);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 2 });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });
});

test('the version before refuses the schema after it, and changes nothing', async () => {
  await migrate(url);
  await before(async () => {
    await expect(over(expectWhole)).rejects.toThrow(NEWER);
    await expect(migrate(url)).rejects.toThrow(NEWER);
  });
  expect(await canonicalDump(url)).toEqual(rows);
});

// Over SQLite it is skipped: no reader is in the way there.
test.runIf(storeKind === 'postgres')(
  'while a dump is made it gives up, rather than have the service wait behind it',
  async () => {
    const dump = new pg.Client({ connectionString: url });
    await dump.connect();
    const tables = await sqlOver<{ name: string }>(
      url,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    await dump.query(`BEGIN; LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
    await expect(migrate(url)).rejects.toThrow(/such as a VACUUM or a dump/);
    await dump.end();
    await migrate(url);
    await over(expectWhole);
  },
);

test('a process of the version before goes on beside the schema after it', async () => {
  const running = await before(() => open(url));
  try {
    await show(running, LATER, orderId);
    await migrate(url);
    await settle(running, orderId, LATER);
    expect(await running.orders.find(orderId)).toMatchObject({ quantityNow: 2 });
    expect(await running.ledger.check()).toEqual(BALANCED);
    // What stands in front of several machines asks each whether it is ready.
    await before(() => running.health.check());
    // A process makes each report in a worker, which opens a store of its own.
    const worker = await before(() => openStore({ DATABASE_URL: url }, { isRunning: true }));
    await worker.close();
  } finally {
    await running.close();
  }
});

describe('back again', () => {
  /** What the version before had made, as it reads it after the rollback. */
  const expectBack = async (at: string, backedUp: readonly string[]) => {
    expect(await canonicalDump(at)).toEqual(backedUp);
    const sums = await before(() => over((store) => store.ledger.check(), at));
    expect(sums).toEqual(BALANCED);
  };
  const goOn = () =>
    over(async (store) => {
      await show(store, LATER, orderId);
      await settle(store, orderId, LATER);
    });

  // Over PostgreSQL it is skipped: the service makes no backups of that.
  describe.runIf(storeKind === 'sqlite')('by a backup', () => {
    const restore = (backup: string) => restoreBackup({ path: url, backup, nowMs: START_MS });
    let backup: string;
    let backedUp: string[];

    beforeEach(async () => {
      backedUp = await canonicalDump(url);
      const folder = path.join(path.dirname(url.slice('file:'.length)), 'backups');
      ({ file: backup } = await before(() => makeBackup({ path: url, folder, keep: 3, nowMs: START_MS })));
      await migrate(url);
      await goOn();
    });

    test('that the version before restores over what the one after it left', async () => {
      await before(() => restore(backup));
      await expectBack(url, backedUp);
    });

    test('is too late once the version after it has restored one', async () => {
      await restore(backup);
      await expect(before(() => over(expectWhole))).rejects.toThrow(NEWER);
      await before(() => restore(backup));
      await expectBack(url, backedUp);
    });
  });

  // Over SQLite it is skipped: this needs tools of PostgreSQL.
  test.runIf(storeKind === 'postgres')('by a dump, which is restored into an empty database', async () => {
    const backedUp = await canonicalDump(url);
    const tool = (name: string, words: string[], input?: Buffer) =>
      execFileSync(path.join(findBinaries() ?? '', name), words, { input, maxBuffer: 100_000_000 });
    const dump = tool('pg_dump', ['--format=custom', url]);
    await migrate(url);
    await goOn();
    const restored = await bare();
    tool('pg_restore', [`--dbname=${restored}`, '--no-owner', '--exit-on-error'], dump);
    await expectBack(restored, backedUp);
  });
});
