/** A database that Citus spreads: how it comes to be so, and what a server's death does to the users on it, and to money. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { migrate, openStore } from '../../db/index.js';
import { whyNotSpread } from '../../db/postgres/distribution.js';
import { tables } from '../../db/schema/index.js';
import {
  type Cluster,
  createSpreadDatabase,
  dropEverywhere,
  startCluster,
  urlsOf,
} from '../support/citus-cluster.js';
import { clusterUrls, createBarePostgres, isSpread, sqlOver, workerUrls } from '../support/database.js';
import type { PostgresServer } from '../support/postgres-server.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { ADVERTISER, BALANCED, chargeShown, populate, PRICE, settle, show } from './makers.js';
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

  test('tells others of users on several servers once more when all have committed', async () => {
    const stage = await openStage();
    onTestFinished(() => stage.close());
    const { store } = stage;
    const userIds = [1, 2, 3, 4, 5, 6];
    for (const userId of userIds) await visitPage(store, userId);
    await stage.sql('DELETE FROM invalidations');
    expect(await store.audience.markSuspicious({ fingerprint: null, address: 'a' }, 0)).toBe(userIds.length);
    const told = await stage.sql<{ users: number[] }>('SELECT users FROM invalidations ORDER BY xid');
    expect(told.map(({ users }) => users.toSorted())).toEqual([userIds, userIds]);
  });
});

const visitPage = async (store: Store, userId: number) => {
  await store.audience.learn(userId, {}, START_MS);
  await store.audience.noteVisit({ userId, fingerprint: 'f', address: 'a' }, 0, START_MS);
};

// Over other databases it is skipped: this starts a cluster of its own, to kill its servers.
describe.runIf(isSpread)('a server of Citus that dies', () => {
  let cluster: Cluster;
  let proxy: TcpProxy;
  let store: Store;
  let url: string;
  let orderId: number;
  /** What of the coordinator's words the first worker does not hear, and what happens instead. */
  let lost: { words: string; then: () => void } | null = null;
  const [first, second] = [0, 1];
  const worker = (index: number): PostgresServer => {
    const found = cluster.workers[index];
    if (found === undefined) throw new Error('there are two');
    return found;
  };

  beforeAll(async () => {
    cluster = await startCluster({ 'citus.recover_2pc_interval': '1s' });
    const urls = urlsOf(cluster);
    const [one = '', other = ''] = urls.workers;
    const passes = (asked: Buffer) => {
      if (lost === null || !asked.includes(lost.words)) return true;
      const { then } = lost;
      lost = null;
      then();
      return false;
    };
    proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(one).port) }, undefined, passes);
    url = await createSpreadDatabase({ ...urls, workers: [proxy.through(one), other] }, 'service');
    await migrate(url, { distributed: 'citus' });
    store = await openStore({ DATABASE_URL: url, ...CITUS });
    ({ orderId } = await populate(store, { quantityAll: 100_000 }, 10_000n * PRICE));
  }, 60_000);
  afterEach(() => {
    lost = null;
  });
  afterAll(async () => {
    await store.close();
    await proxy.close();
    await cluster.close();
  }, 60_000);

  /** Whether the user's rows are on the first worker. */
  async function isOnFirst(userId: number): Promise<boolean> {
    const [row] = await sqlOver<{ port: number }>(
      url,
      `SELECT nodeport AS port FROM pg_dist_shard_placement
       WHERE shardid = get_shard_id_for_distribution_column('users', ?::bigint)`,
      userId,
    );
    return row?.port === Number(new URL(proxy.through(url)).port);
  }

  let nextUser = 1;
  async function usersOf(place: number, count: number): Promise<number[]> {
    const found: number[] = [];
    for (; found.length < count; nextUser += 1)
      if ((await isOnFirst(nextUser)) === (place === first)) found.push(nextUser);
    return found;
  }

  const visit = (userId: number) => store.sponsors.visit(7001, userId, 0, START_MS);
  const isUnavailable = (error: unknown) => (error as { kind?: string }).kind === 'unavailable';
  /** Tries until the server that is away is back. */
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    let value: { of: T } | null = null;
    await expect
      .poll(async () => {
        value = await work().then(
          (of) => ({ of }),
          (error: unknown) => {
            if (isUnavailable(error)) return null;
            throw error;
          },
        );
        return value;
      })
      .not.toBeNull();
    return (value as unknown as { of: T }).of;
  }

  test('holds up its own users alone, and they go on by themselves', async () => {
    const [its, others] = [await usersOf(first, 8), await usersOf(second, 8)];
    for (const userId of [...its, ...others]) await show(store, userId, orderId);
    await worker(first).kill();
    const outcomes = await Promise.allSettled(
      [...its, ...others].flatMap((userId) => [visit(userId), settle(store, orderId, userId)]),
    );
    const [ofIts, ofOthers] = [outcomes.slice(0, 16), outcomes.slice(16)];
    expect(ofOthers.filter(({ status }) => status === 'rejected')).toEqual([]);
    for (const outcome of ofIts)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { kind: 'unavailable', retryAfterSeconds: 5 },
      });
    const words = /one of the servers that it is spread over does not answer/;
    await expect(visit(its[0] ?? 0)).rejects.toThrow(words);
    await store.health.check();
    await worker(first).start();
    for (const userId of its) {
      expect((await patiently(() => visit(userId))).isKnownToBot).toBe(false);
      const { settlement } = await patiently(() => settle(store, orderId, userId));
      expect(settlement.kind).toBe('counted');
    }
    expect((await store.checks.compare()).differences).toEqual([]);
  }, 60_000);

  const dies = { worker: () => worker(first), coordinator: () => cluster.coordinator };
  test.each([
    { words: 'PREPARE TRANSACTION', who: 'worker', isDone: false },
    { words: 'PREPARE TRANSACTION', who: 'coordinator', isDone: false },
    { words: 'COMMIT PREPARED', who: 'worker', isDone: true },
    { words: 'COMMIT PREPARED', who: 'coordinator', isDone: true },
  ] as const)(
    'at $words of the $who: users on several servers are changed all, or none',
    async ({ words, who, isDone }) => {
      const userIds = [...(await usersOf(first, 2)), ...(await usersOf(second, 2))];
      const address = `${words} ${who}`;
      for (const userId of userIds) {
        await store.audience.learn(userId, {}, START_MS);
        await store.audience.noteVisit({ userId, fingerprint: address, address }, 0, START_MS);
      }
      // What others did before is on the disk with it.
      await sqlOver(url, `SELECT pg_logical_emit_message(true, 'test', '')`);
      let dead: Promise<void> = Promise.resolve();
      const heard = new Promise<void>((resolve) => {
        lost = {
          words,
          then: () => {
            dead = dies[who]().kill();
            resolve();
          },
        };
      });
      const marking = store.audience
        .markSuspicious({ fingerprint: null, address }, 0)
        .catch((error: unknown) => error);
      await heard;
      await dead;
      await dies[who]().start();
      await marking;
      const marked = async () => {
        const users = await Promise.all(userIds.map((userId) => store.audience.find(userId)));
        return users.map((user) => user?.isSuspicious);
      };
      await expect.poll(() => marked().catch(() => [])).toEqual(userIds.map(() => isDone));
      if (isDone) return;
      expect(await patiently(() => store.audience.markSuspicious({ fingerprint: null, address }, 0))).toBe(4);
      await expect.poll(() => marked().catch(() => [])).toEqual(userIds.map(() => true));
    },
    60_000,
  );

  test('under settlements: each subscriber is paid for once, whichever server dies when', async () => {
    const userIds = [...(await usersOf(first, 40)), ...(await usersOf(second, 40))];
    for (const userId of userIds) await show(store, userId, orderId);
    const before = await counts();
    let settled = 0;
    const victims = [worker(first), cluster.coordinator, worker(second), cluster.coordinator, worker(first)];
    let killing: Promise<void> = Promise.resolve();
    const killNext = () => {
      const victim = victims.shift();
      if (victim !== undefined)
        killing = killing.then(async () => {
          await victim.kill();
          await victim.start();
        });
    };
    const one = async (userId: number) => {
      await patiently(() => settle(store, orderId, userId, { decide: chargeShown() }));
      settled += 1;
      if (settled % 12 === 0) killNext();
    };
    const waiting = [...userIds];
    const lane = async () => {
      for (let userId = waiting.pop(); userId !== undefined; userId = waiting.pop()) await one(userId);
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    await killing;
    expect(victims, 'all have died').toEqual([]);
    const after = await patiently(counts);
    expect(after.subscribers - before.subscribers).toBe(userIds.length);
    expect(after.charges - before.charges).toBe(userIds.length);
    expect(after.joins - before.joins).toBe(userIds.length);
    expect((await store.orders.find(orderId))?.quantityNow).toBe(after.subscribers);
    const spent = BigInt(after.charges) * PRICE;
    expect((await store.ledger.balance(ADVERTISER)).availableMicros).toBe(10_000n * PRICE - spent);
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
  }, 120_000);

  const counts = async () => {
    const [row] = await sqlOver<{ subscribers: number; charges: number; joins: number }>(
      url,
      `SELECT (SELECT count(*) FROM subscriptions) AS subscribers, (SELECT count(*) FROM paid_joins) AS joins,
         (SELECT count(*) FROM ledger_entries WHERE kind = 'charge') AS charges`,
    );
    if (row === undefined) throw new Error('there is a row of counts');
    return row;
  };
});
