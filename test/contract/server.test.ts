/** Which servers the service works over, and what it says of the others. */
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate, openStore } from '../../db/index.js';
import { createCommands } from '../../db/postgres/commands.js';
import { createInvalidationLog } from '../../db/postgres/invalidation-log.js';
import { openPool } from '../../db/postgres/pool.js';
import { areSame, whyNot } from '../../db/postgres/server.js';
import { createDatabase, databaseUrl, storeKind } from '../support/database.js';
import { pgbouncer, startPooler } from '../support/pgbouncer.js';
import { startPostgres } from '../support/postgres-server.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { BALANCED, populate, PRICE, settle, show } from './makers.js';

// Over SQLite it is skipped: this needs a server.
describe.runIf(storeKind === 'postgres')('the server', () => {
  test('of PostgreSQL before 15 is refused, before anything is made in it', async () => {
    expect(whyNot({ version: 150_000, isReplica: false })).toBeNull();
    const database = await createDatabase();
    const [row] = await database.sql<{ version: string }>(
      `SELECT current_setting('server_version_num') AS version`,
    );
    const { hostname, port } = new URL(database.url);
    // There is no other here: its number is changed on the way.
    const older = (answer: Buffer) =>
      Buffer.from(answer.toString('latin1').replaceAll(row?.version ?? 'none', '140011'), 'latin1');
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) }, older);
    onTestFinished(async () => {
      await proxy.close();
      await database.drop();
    });
    const url = proxy.through(database.url);
    const words = /PostgreSQL 14: the service needs 15/;
    await expect(migrate(url)).rejects.toThrow(words);
    await expect(openStore({ DATABASE_URL: url })).rejects.toThrow(words);
  });

  test('is named twice: the database itself, and what leads to it', async () => {
    const [one, other] = [await createDatabase(), await createDatabase()];
    onTestFinished(() => Promise.all([one.drop(), other.drop()]).then(() => undefined));
    await migrate(one.url, { pooledUrl: `${one.url}?application_name=pooler` });
    await expect(migrate(one.url, { pooledUrl: other.url })).rejects.toThrow(
      'DATABASE_DIRECT_URL names another database than DATABASE_URL',
    );
    // A host of servers may keep its users from asking that: then the start is not refused.
    const client = new pg.Client({ connectionString: one.url });
    await client.connect();
    await client.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
    await client.query('SET ROLE pg_monitor');
    expect(await areSame(client, client)).toBe(true);
    await client.end();
  });

  test('that is a replica is refused as the primary', async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.close());
    await migrate(primary.urlOf('postgres'));
    const replica = await startPostgres({ replicaOf: primary });
    onTestFinished(() => replica.close());
    const words = /DATABASE_URL names a replica.*DATABASE_READ_URL/;
    const url = replica.urlOf('postgres');
    await expect(openStore({ DATABASE_URL: url })).rejects.toThrow(words);
    // Each process brings the database up to date before it opens it.
    await expect(migrate(url)).rejects.toThrow(words);

    // A connection may lead to it all the same, while another takes over: nothing but 503 comes of that.
    const pool = openPool({ url, poolMax: 1 });
    onTestFinished(() => pool.end());
    const commands = createCommands(pool);
    const fault = { kind: 'unavailable', message: expect.stringContaining('this is a replica') as string };
    await expect(createInvalidationLog(commands).look()).rejects.toMatchObject(fault);
    expect(pool.totalCount, 'and the connection is not kept').toBe(0);
  });
});

// Without PGBOUNCER it is skipped: Debian 12 has no PgBouncer that knows prepared statements (`docs/development.md`).
describe.runIf(storeKind === 'postgres' && pgbouncer !== undefined)('PgBouncer', () => {
  const before = async (settings: Readonly<Record<string, string | number>>) => {
    const database = await createDatabase();
    const pooler = await startPooler(database.url, settings);
    onTestFinished(async () => {
      await pooler.close();
      await database.drop();
    });
    return { direct: database.url, url: databaseUrl(pooler.url, new URL(database.url).pathname.slice(1)) };
  };
  const byTransaction = { pool_mode: 'transaction', max_prepared_statements: 1_000 };

  test('by transaction works, with the database itself named beside it', async () => {
    const { url, direct } = await before(byTransaction);
    const [store, other] = await Promise.all(
      [1, 2].map(() => openStore({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })),
    );
    if (store === undefined || other === undefined) throw new Error('there are two');
    const { orderId } = await populate(store, { quantityAll: 100 }, 100n * PRICE);
    const users = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const userId of users) await show(store, userId, orderId);
    const outcomes = await Promise.all(
      users.map((userId) => settle(userId % 2 === 0 ? store : other, orderId, userId)),
    );
    expect(outcomes.every(({ settlement }) => settlement.kind === 'counted')).toBe(true);
    expect(await store.ledger.check()).toEqual(BALANCED);
    const mark = await other.sponsors.contextMark(1);
    await show(store, 1, orderId);
    expect(await other.sponsors.contextMark(1)).not.toBe(mark);
    await Promise.all([store.close(), other.close()]);
  });

  test('by transaction is refused where nothing else leads to the database', async () => {
    const ignored = 'options,statement_timeout,idle_in_transaction_session_timeout';
    const { url } = await before({ ...byTransaction, ignore_startup_parameters: ignored });
    await expect(openStore({ DATABASE_URL: url })).rejects.toThrow(/DATABASE_DIRECT_URL/);
  });

  test('that takes nothing for a whole connection is refused in the same words', async () => {
    const { url } = await before(byTransaction);
    await expect(openStore({ DATABASE_URL: url })).rejects.toThrow(/DATABASE_DIRECT_URL/);
  });

  test.each([
    [
      'forgets prepared statements',
      { pool_mode: 'transaction', max_prepared_statements: 0 },
      /PgBouncer 1\.21/,
    ],
    [
      'works by statement',
      { pool_mode: 'statement', max_prepared_statements: 0 },
      /pool_mode to transaction/,
    ],
  ])('that %s is refused', async (_, settings, words) => {
    const { url, direct } = await before(settings);
    await expect(openStore({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })).rejects.toThrow(words);
  });
});
