/** What is true of the SQLite adapter alone. */
import { stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../db/sqlite/migrate.js';
import { LOG_LIMIT_BYTES } from '../../db/sqlite/connection.js';
import { createSqliteStore } from '../../db/sqlite/index.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BOT,
  deposit,
  listed,
  openAccount,
  orderFields,
  populate,
  PUBLISHER,
  settle,
  show,
  requestRecord,
} from './makers.js';
import { sqliteStage, type SqliteStage, START_DAY, START_MS } from './run.js';

let stage: SqliteStage;

beforeEach(async () => {
  stage = await sqliteStage();
});

afterEach(async () => {
  await stage.close();
});

function inFile<T>(use: (database: Database.Database) => T): T {
  const database = new Database(stage.path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const asked = {
  orderId: 1,
  accountId: ADVERTISER,
  timeRange: 'all',
  createdAtMs: START_MS,
  expiresAtMs: START_MS + 1,
} as const;

const durable: Record<string, (stage: SqliteStage) => Promise<unknown>> = {
  'accounts.open': ({ store }) => openAccount(store, 9),
  'accounts.setBlocked': ({ store }) =>
    store.accounts.setBlocked(
      PUBLISHER,
      true,
      { moderatorId: 9, reason: 'Fraud.', notifications: () => [] },
      START_MS,
    ),
  'keys.replace': ({ store }) =>
    store.keys.replace(
      { kind: 'access', accountId: PUBLISHER, botId: null },
      { hash: 'h', cipher: 'c' },
      START_MS,
    ),
  'bots.add': ({ store }) => addBot(store, BOT + 1),
  'bots.update': ({ store }) => store.bots.update(BOT, { isOn: false }, START_MS),
  'bots.moderate': ({ store }) =>
    store.bots.moderate(BOT, { isBlocked: true }, { moderatorId: 9, notifications: () => [] }, START_MS),
  'orders.setLinkBlocked': ({ store }) => store.orders.setLinkBlocked('t.me/other', true, 9, START_MS),
  'orders.create': ({ store }) => addOrder(store),
  'orders.revise': ({ store }) => store.orders.revise(1, 1, orderFields(), [], START_MS),
  'orders.decide': ({ store }) =>
    store.orders.decide(
      1,
      1,
      { decision: 'approved', reason: null, moderatorId: 9, theme: null },
      [],
      START_MS,
    ),
  'ledger.deposit': ({ store }) => deposit(store, ADVERTISER, 1n),
  'exclusions.setForAdvertiser': ({ store }) => store.exclusions.setForAdvertiser(1, BOT, true, START_MS),
  'exclusions.setForPublisher': ({ store }) =>
    store.exclusions.setForPublisher(PUBLISHER, 0, 1, true, START_MS),
  'jobs.queue': ({ store }) => store.jobs.queue({ ...asked, taskId: 'a', includePrice: false }),
  'jobs.putIdFile': ({ store }) => store.jobs.putIdFile({ ...asked, fileId: 'a' }),
  'subscriptions.settle': ({ store }) => settle(store, 1, 1),
  'subscriptions.leave': async ({ store, commits }) => {
    await settle(store, 1, 1);
    commits.length = 0;
    const at = { day: START_DAY, nowMs: START_MS };
    await store.subscriptions.leave(1, 1, at, () => ({ kind: 'left', reverse: false }));
  },
};

test.each(Object.entries(durable))('%s has reached the disk when it is answered', async (name, command) => {
  await populate(stage.store);
  await show(stage.store, 1, 1);
  stage.commits.length = 0;
  await command(stage);
  expect(stage.commits).toEqual([{ names: [name], isDurable: true }]);
});

const light: Record<string, (stage: SqliteStage) => Promise<unknown>> = {
  'sponsors.record': ({ store }) => store.sponsors.record(1, requestRecord({ isFirstForBot: true })),
  'sponsors.fillSlot': ({ store }) =>
    store.sponsors.fillSlot(BOT, 1, 0, { ...listed(1), proof: 'contact' }, START_MS),
  'audience.learn': ({ store }) => store.audience.learn(1, {}, START_MS),
  'notifications.queue': ({ store }) =>
    store.notifications.queue([{ accountId: 1, kind: 'deposit', facts: {}, dedupeKey: 'a' }], START_MS),
  'keys.touch': ({ store }) => store.keys.touch('h', START_MS),
  'health.beat': ({ store }) => store.health.beat('api', START_MS),
};

test.each(Object.entries(light))('%s does not wait for the disk', async (name, command) => {
  await populate(stage.store);
  stage.commits.length = 0;
  await command(stage);
  expect(stage.commits).toEqual([{ names: [name], isDurable: false }]);
});

test('the write-ahead log, which a long read lets grow, shrinks to its limit afterwards', async () => {
  const { store } = stage;
  // Pages that stay as they are would not be written.
  const write = (number: number, bytes: number) =>
    store.sessions.write('large', String.fromCharCode(65 + number).repeat(bytes), START_MS);
  const reader = new Database(stage.path);
  reader.exec('BEGIN; SELECT count(*) FROM sessions');
  for (let number = 0; number < 18; number += 1) await write(number, 4_000_000);
  const { logBytes } = await store.health.sizes();
  expect(logBytes).toBeGreaterThan(LOG_LIMIT_BYTES);
  reader.close();
  // The first copies the log back, the second begins it anew.
  for (const number of [1, 2]) await write(number, 1);
  const after = await store.health.sizes();
  expect(after.logBytes).toBeLessThanOrEqual(LOG_LIMIT_BYTES);
  expect(after.dataBytes).toBeGreaterThan(0);
});

test('the ledger cannot be changed or deleted from, not even by hand', async () => {
  await populate(stage.store);
  for (const sql of [
    'UPDATE postings SET amount_micros = 1',
    'DELETE FROM postings',
    'UPDATE ledger_entries SET at_ms = 1',
    'DELETE FROM ledger_entries',
  ]) {
    expect(() => inFile((database) => database.exec(sql)), sql).toThrow(/never changed/);
  }
});

test('an imbalance made by hand is found', async () => {
  await populate(stage.store);
  inFile((database) => {
    database.exec('DROP TRIGGER postings_no_update');
    database.exec('UPDATE postings SET amount_micros = amount_micros + 3 WHERE amount_micros > 0');
    database.exec("UPDATE ledger_accounts SET balance_micros = balance_micros + 4 WHERE kind = 'wallet'");
  });
  const found = { postingsMicros: 3n, balancesMicros: 4n, entriesOutOfBalance: 1, reservesOff: 0 };
  expect(await stage.store.ledger.check()).toEqual(found);
});

test('a database is created for its owner only, and migrating it again changes nothing', async () => {
  expect((await stat(stage.path)).mode & 0o777).toBe(0o600);
  migrate(`file:${stage.path}`);
  await expect(stage.store.health.check()).resolves.toBeUndefined();
});

test('what an ANALYZE by hand left is removed at the next start', async () => {
  await populate(stage.store);
  const statistics = () =>
    inFile((database) =>
      database.prepare("SELECT 1 FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").all(),
    );
  inFile((database) => database.exec('ANALYZE'));
  expect(statistics()).not.toEqual([]);
  migrate(stage.path);
  expect(statistics()).toEqual([]);
  expect(await stage.store.ledger.history(ADVERTISER, { beforeEntryId: null, limit: 1 })).toHaveLength(1);
});

test('a store is refused without a database, and where the migrations are not the ones we know', async () => {
  await expect(createSqliteStore({ path: `${stage.path}.none` })).rejects.toThrow(/no database/);
  inFile((database) => database.exec('UPDATE service_migrations SET when_ms = when_ms + 1'));
  await expect(createSqliteStore({ path: stage.path })).rejects.toThrow(/newer version/);
  expect(() => migrate(stage.path)).toThrow(/newer version/);
  inFile((database) => database.exec('DELETE FROM service_migrations'));
  await expect(createSqliteStore({ path: stage.path })).rejects.toThrow(/lacks migrations/);
  await expect(stage.store.health.check()).rejects.toThrow(/lacks migrations/);
});

test('rows are read by the names of their columns, even once another process has dropped one', async () => {
  const resource = { resourceId: '-1001', name: 'Slow', logoFileId: '', takesJoinRequests: false };
  const links = { checkerBotId: null, inviteLink: 'https://t.me/+own' };
  const { orderId } = await populate(stage.store, { resource: { ...resource, ...links } });
  const order = await stage.store.orders.find(orderId);
  expect(order?.resource.inviteLink).toBe(links.inviteLink);
  inFile((database) => database.exec('ALTER TABLE orders DROP COLUMN lost_before_ms'));
  // What is read in one event is read at one moment.
  await turn();
  expect(await stage.store.orders.find(orderId)).toEqual(order);
});

test('a file that is no database is named as such', async () => {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(`${stage.path}.bad`, 'this is no database, but it is long enough to look at '.repeat(100));
  await expect(createSqliteStore({ path: `${stage.path}.bad` })).rejects.toThrow(/not a database/);
});

test('shows are counted by the day of the zone of the service', async () => {
  const { orderId } = await populate(stage.store);
  const elsewhere = await createSqliteStore({ path: stage.path, timeZone: 'Pacific/Kiritimati' });
  await show(elsewhere, 1, orderId);
  await elsewhere.close();
  const impressions = async (day: number) =>
    (await stage.store.catalog.counters([orderId], day, START_MS)).get(orderId)?.impressions;
  expect([await impressions(START_DAY), await impressions(START_DAY + 1)]).toEqual([0, 1]);
});
