/** A database that falls silent, as over PostgreSQL it may: it is noticed within a second, and nothing is doubled afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { migrate, openStore } from '../../db/index.js';
import { sqlOver, storeKind } from '../support/database.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { ADVERTISER, BALANCED, populate, PRICE, settle, show } from './makers.js';

/** In which a request must be answered, whatever the database does. */
const ANSWERED_WITHIN_MS = 1_000;
const USERS = 200;

// Over SQLite it is skipped: a file does not fall silent.
describe.runIf(storeKind === 'postgres')('a database', () => {
  let server: PostgresServer;
  let proxy: TcpProxy;
  let made = 0;
  beforeAll(async () => {
    server = await startPostgres();
    const { hostname, port } = new URL(server.urlOf('postgres'));
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });

  /** A database of its own. */
  const open = async (): Promise<{ store: Store; url: string }> => {
    made += 1;
    const name = `service_${String(made)}`;
    await sqlOver(server.urlOf('postgres'), `CREATE DATABASE ${name} TEMPLATE template0`);
    const url = server.urlOf(name);
    await migrate(url);
    return { store: await openStore({ DATABASE_URL: proxy.through(url) }), url };
  };

  const network = { fallSilent: () => proxy.hold(), comeBack: () => proxy.letGo() };
  const machine = { fallSilent: () => server.standStill(), comeBack: () => server.goOn() };

  test.each([
    ['behind a network that drops what is sent', network],
    ['whose machine stands still', machine],
  ])('%s is told of within a second, and nothing is doubled when it is back', async (_, silence) => {
    const { store, url } = await open();
    const { orderId } = await populate(store, { quantityAll: USERS }, BigInt(USERS) * PRICE);
    const users = Array.from({ length: USERS }, (__, index) => index + 1);
    await Promise.all(users.map((userId) => show(store, userId, orderId)));

    const asked = users.map((userId) => settle(store, orderId, userId));
    await Promise.race(asked);
    silence.fallSilent();
    const startMs = performance.now();
    const answers = await Promise.allSettled(asked);
    const tookMs = performance.now() - startMs;
    const asking = store.accounts.find(ADVERTISER).catch((error: unknown) => error);
    const refused = await asking;
    const againMs = performance.now() - startMs - tookMs;
    silence.comeBack();

    const faults = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as unknown] : [],
    );
    expect(faults.length).toBeGreaterThan(0);
    const unavailable = { kind: 'unavailable', retryAfterSeconds: 5 };
    for (const fault of [...faults, refused]) expect(fault).toMatchObject(unavailable);
    expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS);
    expect(againMs, 'who asks meanwhile need not wait').toBeLessThan(ANSWERED_WITHIN_MS / 2);

    await expect.poll(() => store.health.check().then(() => 'works', String)).toBe('works');
    await Promise.all(users.map((userId) => settle(store, orderId, userId)));
    const [order] = await sqlOver<{ quantity_now: number }>(url, 'SELECT quantity_now FROM orders');
    expect(order?.quantity_now).toBe(USERS);
    expect(await sqlOver(url, 'SELECT user_id FROM subscriptions WHERE charge > 0')).toHaveLength(USERS);
    expect(await store.ledger.check()).toEqual(BALANCED);
    await store.close();
  });

  test('is not taken for silent while a command waits for a lock', async () => {
    const { store, url } = await open();
    await populate(store);
    await sqlOver(url, 'BEGIN');
    await sqlOver(url, 'LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    const waiting = store.sessions.write('a', '1', 1);
    // Longer than a silence may last: asked one by one, with pauses in which nothing else is answered.
    const [row] = await sqlOver<{ waited: number }>(
      server.urlOf('postgres'),
      'SELECT 1 AS waited, pg_sleep(1.5)',
    );
    expect(row?.waited).toBe(1);
    await sqlOver(url, 'COMMIT');
    await waiting;
    await store.close();
  });
});
