/** A streaming replica of PostgreSQL (`DATABASE_READ_URL`): read while it keeps up, and missed by nobody when it does not. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics, startMetrics } from '../../core/adapters/metrics/index.js';
import { parseSettings } from '../../core/config.js';
import { createHealth } from '../../core/health.js';
import type { Log, Store } from '../../core/ports.js';
import { migrate } from '../../db/index.js';
import { createPostgresStore } from '../../db/postgres/index.js';
import { sqlOver, storeKind } from '../support/database.js';
import { expectFiring, hasPromtool, scrape } from '../metrics/promtool.js';
import { parseSamples, sumOf } from '../metrics/stage.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { START_DAY, START_MS } from './run.js';
import { daysIn } from '../spans.js';

const LAG_MAX_MS = 1_500;
const WAIT_MS = 15_000;

// Over SQLite it is skipped: this needs two servers.
describe.runIf(storeKind === 'postgres')('a replica', () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let said: string[];
  const stores: Store[] = [];

  beforeAll(async () => {
    primary = await startPostgres();
    await sqlOver(primary.urlOf('postgres'), 'CREATE DATABASE service TEMPLATE template0');
    await migrate(primary.urlOf('service'));
    replica = await startPostgres({ replicaOf: primary });
  }, 60_000);
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  afterAll(async () => {
    await replica.close();
    await primary.close();
  });

  const log: Log = {
    info: (_, words) => said.push(words),
    warn: (facts, words) => said.push(`${words}: ${String((facts as { why?: string }).why)}`),
    error: () => undefined,
  };
  async function open(readUrl = replica.urlOf('service')): Promise<Store> {
    said = [];
    const pace = { lagMaxMs: LAG_MAX_MS, lookMs: 50 };
    const urls = { url: primary.urlOf('service'), readUrl };
    const store = await createPostgresStore({ ...urls, replicaPace: pace, log });
    stores.push(store);
    return store;
  }
  const onReplica = (text: string) => sqlOver(replica.urlOf('service'), text);
  let orders = 0;
  /** Something to be seen in statistics and in a report, written on the primary. */
  async function subscribe(): Promise<number> {
    orders += 1;
    const id = String(orders);
    await sqlOver(
      primary.urlOf('service'),
      `INSERT INTO order_days (order_id, day, subscribers) VALUES (${id}, ${String(START_DAY)}, 1)`,
    );
    await sqlOver(
      primary.urlOf('service'),
      `INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms)
       VALUES (1, ${id}, 1, 1, 1, 1, ${String(START_MS)})`,
    );
    return orders;
  }
  /** What statistics and a report see of it: 1 and 1 when it is there. */
  async function seen(store: Store, orderId: number): Promise<number[]> {
    const days = await daysIn(
      store.statistics.orderSpans({ orderId }, { fromDay: START_DAY, toDay: START_DAY }),
    );
    const totals = await store.subscriptions.totals(orderId, { fromMs: 0, toMs: START_MS + 1 });
    return [days.length, totals.subscribers];
  }
  /** Gives the figures of a process over it. */
  async function figuresOver(store: Store) {
    const settings = parseSettings({
      BOT_TOKEN: '900:operator-secret',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      DATABASE_URL: primary.urlOf('service'),
      METRICS_PORT: '0',
    });
    const health = createHealth({ store, clock: Date, log, settings, rails: [] });
    const [sponsors, geo] = [
      { ineligibilityCounts: () => new Map() },
      { knows: { countries: true, cities: true } },
    ];
    const service = { settings, health, sponsors, geo };
    const platform = { paces: () => [], clockAheadMs: () => 0 };
    const metrics = createMetrics('api');
    const listener = await startMetrics({ process: 'api', metrics, service, platform, log });
    return { read: async () => (await scrape(listener?.url ?? '')) ?? '', stop: () => listener?.stop() };
  }
  const until = (words: string) =>
    expect.poll(() => said.some((each) => each.includes(words)), { timeout: WAIT_MS }).toBe(true);

  test('statistics and reports are read there, until it is too far behind', async () => {
    const store = await open();
    const before = await subscribe();
    await expect.poll(() => seen(store, before), { timeout: WAIT_MS }).toEqual([1, 1]);
    expect(said).toEqual([]);
    await onReplica('SELECT pg_wal_replay_pause()');
    await expect
      .poll(() => onReplica('SELECT pg_get_wal_replay_pause_state() AS state'))
      .toEqual([{ state: 'paused' }]);
    const order = await subscribe();
    // Not there yet, and nobody is kept waiting for it.
    expect(await seen(store, order)).toEqual([0, 0]);
    await until('the replica is left out; the primary is read instead: It is more than 1.5 s behind.');
    expect(await seen(store, order)).toEqual([1, 1]);
    await onReplica('SELECT pg_wal_replay_resume()');
    await until('the replica is read again');
    expect(await seen(store, order)).toEqual([1, 1]);
    // It is the replica again: what it has not heard of is not seen.
    await onReplica('SELECT pg_wal_replay_pause()');
    await expect
      .poll(() => onReplica('SELECT pg_get_wal_replay_pause_state() AS state'))
      .toEqual([{ state: 'paused' }]);
    expect(await seen(store, await subscribe())).toEqual([0, 0]);
    await onReplica('SELECT pg_wal_replay_resume()');
  }, 60_000);

  // It is skipped where Prometheus is not installed.
  test.runIf(hasPromtool())(
    'how far behind it is, and what a slot makes the primary keep, are figures, with alerts',
    async () => {
      const store = await open();
      const figures = await figuresOver(store);
      try {
        const before = await figures.read();
        const alerts = ['SponsorgateReplicaBehind', 'SponsorgateLogHeld'];
        expectFiring([{ before, now: before }], { firing: [], silent: alerts });
        await sqlOver(
          primary.urlOf('service'),
          "SELECT pg_create_physical_replication_slot('forgotten', true)",
        );
        await onReplica('SELECT pg_wal_replay_pause()');
        await subscribe();
        await until('the replica is left out');
        const now = await figures.read();
        const samples = parseSamples(now);
        expect(sumOf(samples, 'sponsorgate_replica_lag_seconds')).toBeGreaterThan(LAG_MAX_MS / 1_000);
        const heldBytes = sumOf(samples, 'sponsorgate_database_bytes', { part: 'held_log' });
        expect(heldBytes).toBeGreaterThan(0);
        expectFiring([{ before, now }], {
          firing: ['SponsorgateReplicaBehind'],
          silent: ['SponsorgateLogHeld'],
        });
        // What a test can have it keep in a moment, a thousand times.
        const later = now.replace(/(part="held_log".*) \S+$/m, `$1 ${String(9 * 2 ** 30)}`);
        expectFiring([{ before, now: later }], { firing: alerts });
      } finally {
        await sqlOver(primary.urlOf('service'), "SELECT pg_drop_replication_slot('forgotten')");
        await onReplica('SELECT pg_wal_replay_resume()');
        await figures.stop();
      }
    },
    60_000,
  );

  test('that is another database is left out, and the log says so', async () => {
    const name = 'elsewhere';
    await sqlOver(primary.urlOf('postgres'), `CREATE DATABASE ${name} TEMPLATE template0`);
    await migrate(primary.urlOf(name));
    const store = await open(primary.urlOf(name));
    const order = await subscribe();
    expect(await seen(store, order)).toEqual([1, 1]);
    expect(said).toEqual([expect.stringContaining('DATABASE_READ_URL names another database')]);
  });

  test('its death is noticed by nobody who reads; a store opens without it, and uses it once it is there', async () => {
    const store = await open();
    const order = await subscribe();
    await expect.poll(() => seen(store, order), { timeout: WAIT_MS }).toEqual([1, 1]);
    let isOver = false;
    let reads = 0;
    const read = async () => {
      while (!isOver) {
        expect(await seen(store, order)).toEqual([1, 1]);
        reads += 1;
      }
    };
    const reading = Promise.all([read(), read(), read()]);
    await expect.poll(() => reads).toBeGreaterThan(10);
    await replica.kill();
    await until(
      'the replica is left out; the primary is read instead: The database cannot be used: it does not answer.',
    );
    const readsThen = reads;
    await expect.poll(() => reads).toBeGreaterThan(readsThen + 10);
    isOver = true;
    await reading;
    await store.health.check();
    const later = await open();
    expect(await seen(later, order)).toEqual([1, 1]);
    await replica.start();
    await until('the replica is read again');
    expect(await seen(later, order)).toEqual([1, 1]);
  }, 60_000);
});
