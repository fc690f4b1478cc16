/** Which servers the service works over, and what it says of the others. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate, openStore } from '../../db/index.js';
import { whyNot } from '../../db/postgres/server.js';
import { createDatabase, databaseUrl, storeKind } from '../support/database.js';
import { pgbouncer, startPooler } from '../support/pgbouncer.js';
import { startPostgres } from '../support/postgres-server.js';
import { BALANCED, populate, PRICE, settle, show } from './makers.js';

// Over SQLite it is skipped: this needs a server.
describe.runIf(storeKind === 'postgres')('the server', () => {
  test('of PostgreSQL before 15 is refused', () => {
    expect(whyNot({ version: 140_011, isReplica: false })).toMatch(/PostgreSQL 14: the service needs 15/);
    expect(whyNot({ version: 150_000, isReplica: false })).toBeNull();
  });

  test('that is a replica is refused as the primary', async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.close());
    await migrate(primary.urlOf('postgres'));
    const replica = await startPostgres({ replicaOf: primary });
    onTestFinished(() => replica.close());
    await expect(openStore({ DATABASE_URL: replica.urlOf('postgres') })).rejects.toThrow(
      /DATABASE_URL names a replica.*DATABASE_READ_URL/,
    );
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
    const mark = await other.sponsors.visitMark(1);
    await show(store, 1, orderId);
    expect(await other.sponsors.visitMark(1)).not.toBe(mark);
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
