/** What it does to users and to money that a server of Citus dies, or stands still. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { migrate, openStore } from '../../db/index.js';
import { type Cluster, createSpreadDatabase, startCluster, urlsOf } from '../support/citus-cluster.js';
import { isSpread, sqlOver } from '../support/database.js';
import type { PostgresServer } from '../support/postgres-server.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import {
  addOrder,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  ownChat,
  populate,
  PRICE,
  settle,
  show,
} from './makers.js';
import { START_MS } from './run.js';
import { LONG, openStream } from './update-stream.js';

const CITUS = { DATABASE_DISTRIBUTED: 'citus' } as const;

// Over other databases it is skipped: this starts a cluster of its own, to kill its servers.
describe.runIf(isSpread)('a server of Citus', () => {
  let cluster: Cluster;
  let proxy: TcpProxy;
  let store: Store;
  let url: string;
  let orderId: number;
  /** At which of the coordinator's words to the first worker something happens, and whether they still reach it. */
  let awaited: { words: string; then: () => void; isHeard: boolean } | null = null;
  const [first, second] = [0, 1];
  const told: string[] = [];
  const tell = (_: unknown, words: string) => told.push(words);
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
      if (awaited === null || !asked.includes(awaited.words)) return true;
      const { then, isHeard } = awaited;
      awaited = null;
      then();
      return isHeard;
    };
    proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(one).port) }, undefined, passes);
    url = await createSpreadDatabase({ ...urls, workers: [proxy.through(one), other] }, 'service');
    await migrate(url, { distributed: 'citus' });
    const log = { info: tell, warn: tell, error: tell };
    store = await openStore({ DATABASE_URL: url, ...CITUS }, { log });
    ({ orderId } = await populate(store, { quantityAll: 100_000 }, 10_000n * PRICE));
  }, 60_000);
  afterEach(() => {
    awaited = null;
    told.length = 0;
    for (const each of cluster.workers) each.goOn();
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

  const visit = (userId: number) => store.sponsors.requestContext(7001, userId, 0, START_MS);
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

  test('that dies holds up its own users alone, and they go on by themselves', async () => {
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
    'that dies at $words of the $who: users on several servers are changed all, or none',
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
        awaited = {
          words,
          isHeard: false,
          then: () => {
            dead = dies[who]().kill();
            resolve();
          },
        };
      });
      const marking = store.audience
        .markSuspicious({ fingerprint: null, address }, 0, 9)
        .catch((error: unknown) => error);
      await heard;
      await dead;
      await dies[who]().start();
      await marking;
      const marked = async () => {
        const users = await Promise.all(userIds.map((userId) => store.audience.find(userId)));
        return users.map((user) => user?.suspiciousUntilMs);
      };
      await expect.poll(() => marked().catch(() => [])).toEqual(userIds.map(() => (isDone ? 9 : null)));
      if (isDone) return;
      expect(await patiently(() => store.audience.markSuspicious({ fingerprint: null, address }, 0, 9))).toBe(
        4,
      );
      await expect.poll(() => marked().catch(() => [])).toEqual(userIds.map(() => 9));
    },
    60_000,
  );

  /** The first worker stands still as soon as it has been sent these words. */
  function standsStillAt(words: string): Promise<void> {
    return new Promise((resolve) => {
      const then = () => {
        worker(first).standStill();
        resolve();
      };
      awaited = { words, then, isHeard: true };
    });
  }

  /** Of a request to a server that is silent. */
  const WITHIN_MS = 3_000;
  async function expectRefused(work: Promise<unknown>): Promise<void> {
    const startMs = performance.now();
    await expect(work).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
    expect(performance.now() - startMs).toBeLessThan(WITHIN_MS);
  }

  test('that stands still: its users are refused soon, others are served, and all go on with it', async () => {
    const [its, others] = [await usersOf(first, 24), await usersOf(second, 24)];
    for (const userId of [...its, ...others]) await show(store, userId, orderId);
    const before = await counts();
    // With what is under way everywhere: reads, writes and settlements.
    const first8 = its.slice(0, 8);
    await Promise.all(first8.map((userId) => settle(store, orderId, userId)));
    const underWay = its
      .slice(8)
      .flatMap((userId) => [
        () => visit(userId),
        () => show(store, userId, orderId),
        () => settle(store, orderId, userId),
      ]);
    const outcomes = underWay.map((work) => work().then(() => 'done', isUnavailable));
    worker(first).standStill();
    const startMs = performance.now();
    const answers = await Promise.all(outcomes);
    expect(performance.now() - startMs).toBeLessThan(WITHIN_MS);
    expect(answers.every((answer) => answer === 'done' || answer === true)).toBe(true);
    expect(answers).toContain(true);
    // Many more of them than there are connections.
    const refused = Array.from({ length: 200 }, (_, index) => its[index % its.length] ?? 0);
    await Promise.all([
      ...refused.map((userId) => expectRefused(visit(userId))),
      ...others.map(async (userId) => {
        await visit(userId);
        await store.audience.learn(userId, { languageCode: 'be' }, START_MS);
        expect((await settle(store, orderId, userId)).settlement.kind).toBe('counted');
      }),
    ]);
    await store.health.check();
    worker(first).goOn();
    for (const userId of its) await patiently(() => settle(store, orderId, userId));
    expect(told).toEqual([expect.stringMatching(/is silent/), expect.stringMatching(/answers again/)]);
    const after = await counts();
    expect(after.charges - before.charges).toBe(its.length + others.length);
    expect(after.joins - before.joins).toBe(its.length + others.length);
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
  }, 60_000);

  test('that stands still while a settlement asks it: others of the same order are settled', async () => {
    const [[its = 0], others] = [await usersOf(first, 1), await usersOf(second, 8)];
    for (const userId of [its, ...others]) await show(store, userId, orderId);
    let silent: Promise<void> | undefined;
    const settling = settle(store, orderId, its, {
      // It is foreseen that there is something to settle; now the facts are asked for again, under the lock of the order.
      decide: (facts) => {
        silent ??= standsStillAt('impressions');
        return chargeShown()(facts);
      },
    });
    await expectRefused(settling);
    await silent;
    for (const userId of others)
      expect((await settle(store, orderId, userId)).settlement.kind).toBe('counted');
    worker(first).goOn();
    const { settlement } = await patiently(() => settle(store, orderId, its));
    expect(settlement.kind).toBe('counted');
    expect((await store.checks.compare()).differences).toEqual([]);
  }, 60_000);

  test('that stands still while it commits what is learnt of a user: others are learnt of', async () => {
    const [[its = 0], others] = [await usersOf(first, 1), await usersOf(second, 8)];
    const silent = standsStillAt('COMMIT\0');
    await expectRefused(store.audience.learn(its, { languageCode: 'uz' }, START_MS));
    await silent;
    await Promise.all(others.map((userId) => store.audience.learn(userId, { languageCode: 'uz' }, START_MS)));
    worker(first).goOn();
    await patiently(() => store.audience.learn(its, { languageCode: 'uz' }, START_MS));
    expect((await store.audience.find(its))?.languageCode).toBe('uz');
  }, 60_000);

  test('that dies under settlements: each subscriber is paid for once, whichever it is and when', async () => {
    const userIds = [...(await usersOf(first, 40)), ...(await usersOf(second, 40))];
    for (const userId of userIds) await show(store, userId, orderId);
    const state = async () => ({
      gained: (await store.orders.find(orderId))?.quantityNow ?? 0,
      leftMicros: (await store.ledger.balance(ADVERTISER)).availableMicros,
    });
    const [before, stateBefore] = [await counts(), await state()];
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
    const stateAfter = await state();
    expect(stateAfter.gained - stateBefore.gained).toBe(userIds.length);
    expect(stateBefore.leftMicros - stateAfter.leftMicros).toBe(BigInt(userIds.length) * PRICE);
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
  }, 120_000);

  const silence = {
    dies: () => worker(first).kill(),
    'stands still': async () => {
      worker(first).standStill();
    },
  };
  const back = {
    dies: () => worker(first).start(),
    'stands still': async () => {
      worker(first).goOn();
    },
  };
  test.each(['dies', 'stands still'] as const)(
    'that %s: what the platform tells of its users is deferred, the others are gone on with, and it is made up for',
    async (how) => {
      // The stream moves its order to a chat of the platform's, so that the other tests have another.
      const ofStream = await addOrder(store, { ...ownChat(nextUser), quantityAll: 100 });
      const stream = await openStream({ store, url, orderId: ofStream.orderId, tell });
      const [its, others] = [await usersOf(first, 4), await usersOf(second, 4)];
      for (const userId of [...its, ...others]) await show(store, userId, ofStream.orderId, BOT, Date.now());
      const before = await counts();
      await silence[how]();
      await stream.begin();
      for (const userId of [...its, ...others]) await stream.tell(userId, 'member');
      const joins = async () => (await counts()).joins - before.joins;
      await expect.poll(joins, LONG).toBe(others.length);
      await stream.say('and what people write is answered');
      // In the process that takes the stream over, too.
      await stream.end();
      await stream.begin();
      const [leaver = 0] = its;
      for (const status of ['left', 'member', 'left'] as const) await stream.tell(leaver, status);
      await stream.say('though more is deferred');
      await expect.poll(() => stream.waiting(leaver), LONG).toBe(4);
      await stream.end();
      expect(await stream.unconfirmed()).toEqual([]);
      await back[how]();
      await stream.begin();
      await expect.poll(stream.oldestMs, LONG).toBeNull();
      await stream.end();
      expect(await joins()).toBe(its.length + others.length);
      const states = await Promise.all(its.map(stream.stateOf));
      expect(states).toEqual(its.map((userId) => (userId === leaver ? 'out' : 'in')));
      expect(await store.ledger.check()).toEqual(BALANCED);
      expect((await store.checks.compare()).differences).toEqual([]);
    },
    120_000,
  );

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
