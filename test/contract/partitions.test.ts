/** Tables of PostgreSQL that are kept in parts: made ahead, filled rightly, and gone when their time is over. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, openStore } from '../../db/index.js';
import { createBarePostgres, sqlOver, storeKind } from '../support/database.js';
import { START_DAY, START_MS } from './run.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START_HOUR = START_MS / HOUR_MS;

// Over SQLite it is skipped: this needs a server, whose tables have parts.
describe.runIf(storeKind === 'postgres')('partitions', () => {
  let url: string;
  let drop: () => Promise<void>;

  // A database of its own: parts stay behind.
  beforeEach(async () => {
    ({ url, drop } = await createBarePostgres());
  });
  afterEach(() => drop());

  const sql = <T = Record<string, unknown>>(text: string) => sqlOver<T>(url, text);
  const partsOf = async (table: string) =>
    (
      await sql<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${table}'::regclass ORDER BY 1`,
      )
    ).map(({ name }) => name);
  const rowsOf = (table: string) => sql(`SELECT * FROM ${table} ORDER BY 1, 2, 3`);

  /** A process whose clock says this. */
  const openAt = (nowMs: number) => openStore({ DATABASE_URL: url }, { clock: { now: () => nowMs } });

  /** A step of the schedule at that moment. */
  async function keep(nowMs: number): Promise<void> {
    const store = await openAt(nowMs);
    await store.sponsors.purge(nowMs - 40 * DAY_MS, 500);
    await store.close();
  }

  test('the months to come are there, once, however often and by how many they are made', async () => {
    await migrate(url);
    await Promise.all([migrate(url), migrate(url)]);
    const now = new Date();
    const months = [0, 1, 2, 3].map((ahead) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7),
    );
    for (const table of ['pair_days', 'language_days'])
      expect(await partsOf(table)).toEqual([
        ...months.map((month) => `${table}_${month.replace('-', '_')}`),
        `${table}_rest`,
      ]);
    // Of the hours of ineligibility a part is a day: today and a week ahead.
    expect(await partsOf('no_fill_hours')).toHaveLength(9);
    await Promise.all([keep(START_MS), keep(START_MS), keep(START_MS)]);
    const after = await partsOf('pair_days');
    for (const month of ['2026_01', '2026_02', '2026_03', '2026_04'])
      expect(after).toContain(`pair_days_${month}`);
    await keep(START_MS);
    expect(await partsOf('pair_days')).toEqual(after);
  });

  test('what the rest holds of the past is in the part of its month once it is migrated again, whole', async () => {
    await migrate(url);
    await sql(
      `INSERT INTO pair_days (order_id, day, bot_id, impressions, paid_micros)
       SELECT order_id, ${String(START_DAY)} - ago, 7, order_id, ago
       FROM generate_series(1, 20) AS order_id, generate_series(0, 99) AS ago`,
    );
    await sql(`INSERT INTO language_days SELECT order_id, day, 'en', impressions FROM pair_days`);
    const before = [await rowsOf('pair_days'), await rowsOf('language_days')];
    await migrate(url);
    expect([await rowsOf('pair_days'), await rowsOf('language_days')]).toEqual(before);
    // The last of the hundred days is 15 January.
    for (const table of ['pair_days', 'language_days'])
      expect(
        await sql(
          `SELECT tableoid::regclass::text AS part, count(*) AS count FROM ${table} GROUP BY 1 ORDER BY 1`,
        ),
      ).toEqual([
        { part: `${table}_2025_10`, count: 20 * 24 },
        { part: `${table}_2025_11`, count: 20 * 30 },
        { part: `${table}_2025_12`, count: 20 * 31 },
        { part: `${table}_2026_01`, count: 20 * 15 },
      ]);
  });

  test('rows that came before their part move into it, and are there once', async () => {
    await migrate(url);
    const insert = `INSERT INTO pair_days (order_id, day, bot_id, impressions) VALUES (1, ${String(START_DAY)}, 7, 2)`;
    await sql(insert);
    await keep(START_MS);
    expect(await sql('SELECT tableoid::regclass::text AS part, impressions FROM pair_days')).toEqual([
      { part: 'pair_days_2026_01', impressions: 2 },
    ]);
    await expect(sql(insert)).rejects.toThrow(/duplicate key/);
  });

  test('a count on its way while its part is made gets there', async () => {
    await migrate(url);
    const [from, to] = [String(START_HOUR - 12), String(START_HOUR + 12)];
    const maker = new pg.Client({ connectionString: url });
    await maker.connect();
    await maker.query(
      `BEGIN; LOCK TABLE no_fill_hours_rest IN ACCESS EXCLUSIVE MODE;
       CREATE TABLE no_fill_hours_2026_01_15 (LIKE no_fill_hours INCLUDING DEFAULTS)`,
    );
    const store = await openAt(START_MS);
    store.statistics.countIneligibility(5, START_MS, 'pacing', 3);
    const counted = store.close();
    const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted
      AND relation = 'no_fill_hours_rest'::regclass`;
    await expect.poll(() => sql(waiting)).toEqual([{ count: 1 }]);
    await maker.query(
      `ALTER TABLE no_fill_hours ATTACH PARTITION no_fill_hours_2026_01_15 FOR VALUES FROM (${from}) TO (${to}); COMMIT`,
    );
    await maker.end();
    await counted;
    expect(await sql('SELECT tableoid::regclass::text AS part, times FROM no_fill_hours')).toEqual([
      { part: 'no_fill_hours_2026_01_15', times: 3 },
    ]);
  });

  test('days of ineligibility go whole when their time is over; months of figures stay', async () => {
    await migrate(url);
    await keep(START_MS);
    const store = await openAt(START_MS);
    store.statistics.countIneligibility(5, START_MS, 'pacing', 3);
    await store.close();
    await sql(
      `INSERT INTO pair_days (order_id, day, bot_id, impressions) VALUES (1, ${String(START_DAY)}, 7, 2)`,
    );
    const day = 'no_fill_hours_2026_01_15';
    expect(await sql(`SELECT times FROM ${day}`)).toEqual([{ times: 3 }]);
    // Midnight and 25 hours later nobody can ask for any of its hours.
    await keep(START_MS + 12 * HOUR_MS + 24 * HOUR_MS);
    expect(await partsOf('no_fill_hours')).toContain(day);
    await keep(START_MS + 12 * HOUR_MS + 49 * HOUR_MS);
    expect(await partsOf('no_fill_hours')).not.toContain(day);
    await keep(START_MS + 900 * DAY_MS);
    expect(await sql('SELECT tableoid::regclass::text AS part FROM pair_days')).toEqual([
      { part: 'pair_days_2026_01' },
    ]);
  });

  test('who reads for long holds up neither the schedule nor those who count; it is done the next time', async () => {
    await migrate(url);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; SELECT count(*) FROM pair_days');
    const store = await openAt(START_MS);
    const purge = () => store.sponsors.purge(START_MS - 40 * DAY_MS, 500);
    await purge();
    expect(await partsOf('pair_days')).not.toContain('pair_days_2026_01');
    await reader.query('COMMIT');
    await reader.end();
    await purge();
    expect(await partsOf('pair_days')).toContain('pair_days_2026_01');
    await store.close();
  });
});
