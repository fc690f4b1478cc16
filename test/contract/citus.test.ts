/** A database that Citus spreads: how it comes to be so. What its servers' deaths do is in `citus-servers.test.ts`. */
import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { migrate, openStore } from '../../db/index.js';
import { whyNotSpread } from '../../db/postgres/distribution.js';
import { serverOf, type Shard, SHARDS_SQL, usersByServer } from '../../db/postgres/spread/shards.js';
import { tables } from '../../db/schema/index.js';
import { createSpreadDatabase, dropEverywhere } from '../support/citus-cluster.js';
import { clusterUrls, createBarePostgres, isSpread, sqlOver, workerUrls } from '../support/database.js';
import { populate, settle, show } from './makers.js';
import { openStage, START_MS } from './run.js';

const CITUS = { DATABASE_DISTRIBUTED: 'citus' } as const;
const spread = tables.flatMap(({ name, spreadBy }) => (spreadBy === null ? [] : [name]));

/** A database of the run's servers, which can be spread and is not yet. */
async function emptyDatabase({ workers = true } = {}): Promise<string> {
  const urls = clusterUrls();
  const name = `empty_${randomBytes(6).toString('hex')}`;
  onTestFinished(() => dropEverywhere(urls, name));
  return createSpreadDatabase(workers ? urls : { ...urls, workers: [] }, name);
}

const spreadOf = (url: string) =>
  sqlOver<{ name: string; column: string; group: number }>(
    url,
    `SELECT table_name::text AS name, distribution_column AS column, colocation_id AS "group" FROM citus_tables
     WHERE citus_table_type = 'distributed' ORDER BY 1`,
  );

const openOver = async (url: string): Promise<Store> => {
  const store = await openStore({ DATABASE_URL: url, ...CITUS });
  onTestFinished(() => store.close());
  return store;
};

// Over other databases it is skipped: this needs several servers.
describe.runIf(isSpread)('Citus', () => {
  test('has the tables of users together by user, and all else whole', async () => {
    const url = await emptyDatabase();
    await Promise.all([migrate(url), migrate(url, { distributed: 'citus' })]);
    const found = await spreadOf(url);
    expect(found.map(({ name }) => name)).toEqual(spread.toSorted());
    expect(new Set(found.map(({ column }) => column))).toEqual(new Set(['user_id']));
    expect(new Set(found.map(({ group }) => group)).size).toBe(1);
    await migrate(url);
    expect(await spreadOf(url)).toEqual(found);
    await openOver(url);
  });

  test('settles with the fewest connections that a process may have', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const store = await openStore({ DATABASE_URL: url, DATABASE_POOL_MAX: 3 });
    onTestFinished(() => store.close());
    const { orderId } = await populate(store);
    const settled = await Promise.all(
      [1, 2, 3, 4, 5].map(async (userId) => {
        await show(store, userId, orderId);
        return (await settle(store, orderId, userId)).settlement.kind;
      }),
    );
    expect(new Set(settled)).toEqual(new Set(['counted']));
  });

  test('takes the rows that are there along, once it has servers and the service stands still', async () => {
    const url = await emptyDatabase({ workers: false });
    await migrate(url);
    expect(await spreadOf(url)).toEqual([]);
    const before = await openStore({ DATABASE_URL: url });
    const { orderId } = await populate(before);
    for (const userId of [1, 2, 3, 4, 5]) await show(before, userId, orderId);
    for (const worker of workerUrls()) await addServer(url, worker);
    await expect(migrate(url)).rejects.toThrow(/the service is running: stop all its processes/);
    await before.close();
    await migrate(url);
    const after = await openOver(url);
    for (const userId of [1, 2, 3, 4, 5])
      expect((await settle(after, orderId, userId)).settlement.kind).toBe('counted');
    expect((await after.checks.compare()).differences).toEqual([]);
  });

  async function addServer(url: string, worker: string): Promise<void> {
    const [name, port] = [new URL(url).pathname.slice(1), new URL(worker).port];
    const own = new URL(worker);
    own.pathname = `/${name}`;
    await sqlOver(
      worker,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    await sqlOver(own.href, 'CREATE EXTENSION citus');
    await sqlOver(url, `SELECT citus_add_node('127.0.0.1', ${port})`);
  }

  test('is refused in words where it cannot be', async () => {
    const { url: bare, drop } = await createBarePostgres();
    onTestFinished(drop);
    const noExtension = /has no such extension: CREATE EXTENSION citus/;
    await expect(migrate(bare, { distributed: 'citus' })).rejects.toThrow(noExtension);
    await migrate(bare);
    await expect(openStore({ DATABASE_URL: bare, ...CITUS })).rejects.toThrow(noExtension);

    const alone = await emptyDatabase({ workers: false });
    await expect(migrate(alone, { distributed: 'citus' })).rejects.toThrow(/citus_add_node/);

    const whole = await emptyDatabase();
    await migrate(whole);
    await sqlOver(whole, `SELECT undistribute_table('pins')`);
    await expect(openStore({ DATABASE_URL: whole })).rejects.toThrow(/not spread.*admin -- migrate/);
    await migrate(whole);
    await openOver(whole);

    await expect(migrate('file:nowhere.db', { distributed: 'citus' })).rejects.toThrow(/names a file/);
    const old = { version: '12.1-1', workers: 2 };
    expect(whyNotSpread(old, false)).toMatch(/Citus 12.1-1: the service needs 13.0 or later/);
    expect(whyNotSpread({ ...old, version: '13.0-1' }, true)).toBeNull();
  });

  test('knows the server of a user as Citus does', async () => {
    const stage = await openStage();
    onTestFinished(() => stage.close());
    const shards = await stage.sql<Shard>(SHARDS_SQL);
    const userIds = [
      0,
      1,
      2,
      7_000_000_001,
      2 ** 31,
      2 ** 32 - 1,
      2 ** 32,
      2 ** 53 - 1,
      -1,
      -(2 ** 32),
      -(2 ** 40) - 7,
    ];
    for (let userId = 3; userId < 2 ** 52; userId = userId * 5 + 1) userIds.push(userId, -userId);
    const found = await stage.sql<{ user_id: number; server: number }>(
      `SELECT user_id, groupid AS server FROM json_array_elements_text(?::json) AS listed (text)
       CROSS JOIN LATERAL (SELECT text::bigint AS user_id) AS own
       JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('users', user_id)`,
      JSON.stringify(userIds),
    );
    expect(found.map(({ user_id: userId }) => serverOf(shards, userId))).toEqual(
      found.map(({ server }) => server),
    );
    expect(found).toHaveLength(userIds.length);
    const [one = 0, other = 0] = usersByServer(shards).values();
    expect(serverOf(shards, one)).not.toBe(serverOf(shards, other));
  });

  test('tells others of users on several servers once more when all have committed', async () => {
    const stage = await openStage();
    onTestFinished(() => stage.close());
    const { store } = stage;
    const userIds = [1, 2, 3, 4, 5, 6];
    for (const userId of userIds) await visitPage(store, userId);
    await stage.sql('DELETE FROM invalidations');
    expect(await store.audience.markSuspicious({ fingerprint: null, address: 'a' }, 0, START_MS + 9)).toBe(
      userIds.length,
    );
    const told = await stage.sql<{ users: number[] }>('SELECT users FROM invalidations ORDER BY xid');
    expect(told.map(({ users }) => users.toSorted())).toEqual([userIds, userIds]);
  });
});

const visitPage = async (store: Store, userId: number) => {
  await store.audience.learn(userId, {}, START_MS);
  await store.audience.noteVisit({ userId, fingerprint: 'f', address: 'a' }, 0, START_MS);
};
