/** How processes over PostgreSQL hear of what others wrote. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createCommands } from '../../db/postgres/commands.js';
import { createInvalidationLog } from '../../db/postgres/invalidation-log.js';
import { openPool } from '../../db/postgres/pool.js';
import { storeKind } from '../support/database.js';
import { addBot, addOrder, openAccount } from './makers.js';
import { openStage, type Stage, START_MS } from './run.js';

const [EARLY, LATE] = [42, 43];
const [ADVERTISER, PUBLISHER, BOT] = [7_001, 7_002, 700_001];

// Over SQLite it is skipped: its own is in `invalidation-log-sqlite.test.ts`.
describe.runIf(storeKind === 'postgres')('the invalidation log of PostgreSQL', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  const mark = (userId: number) => stage.store.sponsors.contextMark(userId);

  /** A transaction that tells that it touches a user. */
  async function begin(userId: number): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: stage.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO invalidations (users) VALUES (ARRAY[$1::bigint])', [userId]);
    return async () => {
      await client.query('COMMIT');
      await client.end();
    };
  }

  test('who began first and is done last is not passed over', async () => {
    await mark(EARLY);
    const before = [await mark(EARLY), await mark(LATE)];
    const commitEarly = await begin(EARLY);
    const commitLate = await begin(LATE);
    await commitLate();
    expect(await mark(LATE)).not.toBe(before[1]);
    // A reader who remembers the highest number it has seen is beyond this one now.
    expect(await mark(EARLY)).toBe(before[0]);
    await commitEarly();
    expect(await mark(EARLY)).not.toBe(before[0]);
  });

  test('after a crash, or on a server that took over, everything is forgotten', async () => {
    await mark(EARLY);
    const before = await mark(EARLY);
    expect(await mark(EARLY)).toBe(before);
    // What is not on the disk is gone there, and somebody has looked since.
    await stage.sql('DELETE FROM invalidation_epoch');
    const other = await stage.open();
    await other.sponsors.contextMark(EARLY);
    const after = await mark(EARLY);
    expect(after).not.toBe(before);
    expect(await mark(EARLY)).toBe(after);
    await stage.sql('DELETE FROM invalidation_epoch');
    expect(await mark(EARLY), 'and where nobody has').not.toBe(after);
  });

  test('what another copy of the database lost is forgotten, though its versions come again', async () => {
    const { store } = stage;
    await openAccount(store, ADVERTISER);
    await openAccount(store, PUBLISHER);
    await addBot(store, BOT, PUBLISHER);
    const kept = await addOrder(store, { link: 'https://t.me/kept' }, ADVERTISER);
    const readAll = async (asOf?: number) => ({
      bots: await store.bots.version(asOf),
      keys: await store.keys.version(asOf),
      catalog: await store.catalog.version(asOf),
    });
    await readAll();
    const versions = await stage.sql('SELECT name, value FROM versions');
    const lost = await addOrder(store, { link: 'https://t.me/lost' }, ADVERTISER);
    const before = await readAll();
    const { version } = await store.catalog.changedSince(before.catalog);

    // As the other copy has it, where others made as many changes since.
    await stage.sql(`DELETE FROM orders WHERE order_id = ${String(lost.orderId)}`);
    const moved = versions.map(({ name, value }) => `('${String(name)}', ${String(Number(value) + 1)})`);
    await stage.sql(
      `UPDATE versions SET value = other.value FROM (VALUES ${moved.join(', ')}) AS other (name, value) WHERE versions.name = other.name`,
    );
    await stage.sql('DELETE FROM invalidation_epoch');

    const after = await readAll();
    expect(after.bots).not.toBe(before.bots);
    expect(after.keys).not.toBe(before.keys);
    const changed = await store.catalog.changedSince(version);
    expect(changed).toMatchObject({ isAll: true, orders: [{ orderId: kept.orderId }] });
    expect(await store.catalog.changedSince(await store.catalog.version())).toMatchObject({ orders: [] });
  });

  test('a moment that was asked for is answered by a look that began no earlier', async () => {
    await mark(EARLY);
    const asOf = performance.now();
    const before = await stage.store.sponsors.contextMark(EARLY, asOf);
    await stage.store.audience.learn(EARLY, { languageCode: 'de' }, START_MS);
    expect(await stage.store.sponsors.contextMark(EARLY, asOf), 'as it was then').toBe(before);
    expect(await stage.store.sponsors.contextMark(EARLY, performance.now())).not.toBe(before);
  });

  /** A log that drops what is old at once, and what touches a user by it. */
  function openLog() {
    const pool = openPool({ url: stage.url });
    onTestFinished(() => pool.end());
    const commands = createCommands(pool);
    const log = createInvalidationLog(commands, 0);
    const touch = (userId: number) =>
      commands.run('touch', (transaction) => {
        transaction.touched?.add(userId);
        return Promise.resolve();
      });
    return { log, touch };
  }

  test('rows are dropped once they are old, and who looked before that forgets everything', async () => {
    const { log, touch } = openLog();
    const first = (await log.look()).of(EARLY);
    expect((await log.look()).of(EARLY)).not.toBe(first);
    for (let number = 0; number < 20; number++) await touch(LATE);
    await expect
      .poll(async () => {
        await touch(LATE);
        return (await stage.sql('SELECT 1 FROM invalidations')).length;
      })
      .toBeLessThan(10);
  });

  test('a transaction that lasts keeps its own rows alone: looks would read all that came since', async () => {
    const { touch } = openLog();
    await mark(EARLY);
    const before = await mark(EARLY);
    const commitEarly = await begin(EARLY);
    for (let number = 0; number < 20; number++) await touch(LATE);
    await expect
      .poll(async () => {
        await touch(LATE);
        return (await stage.sql('SELECT 1 FROM invalidations')).length;
      })
      .toBeLessThan(10);
    await commitEarly();
    expect(await mark(EARLY)).not.toBe(before);
  });
});
