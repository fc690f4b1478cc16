/** The list of what is held of people leaves no column out, the page on privacy says the same, and a purge keeps its terms. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tablesOfSqlite } from '../../db/database-kinds.js';
import { holdings } from '../../db/work/holdings.js';
import { terms, walkedTerms } from '../../db/work/purge-terms.js';
import { heldColumns, heldOfPeople } from '../support/privacy-page.js';
import { addRow, type Values } from '../support/row.js';
import { readShape, tablesOfPostgres } from '../support/schema-shape.js';
import { contract, START_MS } from './run.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** What a database notes about itself. */
const own: ReadonlySet<string> = new Set([
  ...['service_migrations', '__drizzle_migrations', 'store_move'],
  ...[...tablesOfSqlite, ...tablesOfPostgres].filter((table) => !heldColumns.has(table)),
]);

/** Columns that say nothing of a person by themselves, of all tables. */
const impersonal = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'impersonal.json'), 'utf8'),
) as Readonly<Record<string, string>>;

const listed = new Map(
  Object.entries(impersonal).map(([table, columns]) => [
    table,
    [...(heldColumns.get(table) ?? []), ...columns.split(' ').filter((column) => column !== '')],
  ]),
);

/** Of a table, what is in no list; of the list, what is in no table. */
function differences(table: string, columns: readonly string[]): string[] {
  const known = listed.get(table);
  if (known === undefined) return [`${table} is in no list`];
  return [
    ...columns
      .filter((column) => !known.includes(column))
      .map((column) => `${table}.${column} is in no list`),
    ...known.filter((column) => !columns.includes(column)).map((column) => `there is no ${table}.${column}`),
  ];
}

contract('what is held of people', (stage) => {
  test('is listed for each column of each table', async () => {
    const { tables } = await readShape(stage().url);
    const found = Object.entries(tables).filter(([name]) => !own.has(name) && !/_\d{6,8}$|_rest$/.test(name));
    expect(found.length).toBeGreaterThan(50);
    const columnsOf = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0] ?? '');
    expect(found.flatMap(([name, { columns }]) => differences(name, columnsOf(columns)))).toEqual([]);
    // A column that somebody adds would be seen.
    expect(differences('pins', [...(listed.get('pins') ?? []), 'phone'])).toEqual([
      'pins.phone is in no list',
    ]);
    expect(differences('phones', ['phone'])).toEqual(['phones is in no list']);
  });
});

const words = { deleted: 'goes', renamed: 'stays under a pseudonym' } as const;

test('the page on privacy has every table in its order, and each table goes as it says, or by itself', () => {
  const tables = heldOfPeople.map(({ table }) => table);
  expect(tables).toEqual([...new Set(tables)].sort());
  const looked = heldOfPeople.filter(({ erased }) => erased !== 'goes by itself');
  const done = holdings.map(({ table, erased }) => ({ table, erased: words[erased] }));
  expect(looked.map(({ table, erased }) => ({ table, erased }))).toEqual(
    done.sort((a, b) => (a.table < b.table ? -1 : 1)),
  );
  for (const { table, ids } of holdings)
    expect(heldColumns.get(table)).toEqual(expect.arrayContaining([...ids]));
});

/** The days of a term in words; null where it has another end. */
function daysIn(kept: string): number | null {
  const days = /^(\d+) days /.exec(kept)?.[1];
  return days === undefined ? null : Number(days);
}

/** A row whose term has begun at that moment, for each term; by table, and where it has several terms, by their order. */
const begun: Readonly<Record<string, readonly ((atMs: number) => Values)[]>> = {
  unheard_spans: [(at) => ({ to_ms: at })],
  former_places: [(at) => ({ left_at_ms: at })],
  imported_days: [(at) => ({ day: Math.floor(at / DAY_MS) })],
  imports: [(at) => ({ ended_at_ms: at })],
  import_items: [(at) => ({ at_ms: at })],
  limit_takes: [(at) => ({ ends_at_ms: at })],
  id_files: [(at) => ({ expires_at_ms: at })],
  no_fill_hours: [(at) => ({ hour: Math.floor(at / HOUR_MS) })],
  page_visits: [(at) => ({ at_ms: at })],
  notifications: [
    (at) => ({ queued_at_ms: at, facts: '{}' }),
    (at) => ({ queued_at_ms: at, dead_reason: 'gone', facts: '{}' }),
  ],
  traffic_hours: [(at) => ({ hour: Math.floor(at / HOUR_MS) })],
  order_forecasts: [(at) => ({ day: Math.floor(at / DAY_MS) })],
  paid_addresses: [(at) => ({ day: Math.floor(at / DAY_MS) })],
  platform_updates: [(at) => ({ done_at_ms: at })],
  kept_answers: [(at) => ({ at_ms: at })],
  sessions: [(at) => ({ at_ms: at })],
  webhook_events: [(at) => ({ state: 1, ended_at_ms: at }), (at) => ({ state: 2, ended_at_ms: at })],
  blocks: [(at) => ({ dead_reason: 'gone', queued_at_ms: at }), (at) => ({ queued_at_ms: at })],
  rail_deposits: [(at) => ({ state: 'expired', expires_at_ms: at })],
  block_viewers: [(at) => ({ seen_at_ms: at })],
  block_tests: [(at) => ({ at_ms: at })],
  network_offers: [(at) => ({ listed_at_ms: at })],
  network_days: [(at) => ({ day: Math.floor(at / DAY_MS) })],
  fill_days: [(at) => ({ day: Math.floor(at / DAY_MS) })],
  pins: [(at) => ({ pinned_at_ms: at, life_seconds: 0 })],
  impressions: [(at) => ({ seen_at_ms: at })],
  contacts: [(at) => ({ at_ms: at, state: 2 })],
  openings: [(at) => ({ ran_at_ms: at })],
};

/** Impressions go when the caller says. */
const IMPRESSIONS_KEPT_MS = 40 * DAY_MS;
const all = [...terms, ...walkedTerms].map(({ table, keptMs }, index, list) => ({
  table,
  keptMs: keptMs ?? IMPRESSIONS_KEPT_MS,
  nth: list.slice(0, index).filter((each) => each.table === table).length,
}));

contract('a purge', (stage) => {
  test.each(all)(
    'keeps rows of $table for their term, and no longer: $nth',
    async ({ table, keptMs, nth }) => {
      const { store, sql, setNow } = stage();
      const row = begun[table]?.[nth];
      if (row === undefined) throw new Error(`There is no row for ${table}.`);
      // Days and hours end: what began with one is not due before it is over.
      const startMs = Math.floor(START_MS / DAY_MS) * DAY_MS;
      await addRow(sql, table, row(startMs));
      const count = async () => (await sql(`SELECT 1 FROM ${table}`)).length;
      const purge = async (nowMs: number) => {
        setNow(nowMs);
        for (let look = 0; look < 2; look += 1)
          await store.sponsors.purge(nowMs - IMPRESSIONS_KEPT_MS, 100, table);
      };
      await purge(startMs + keptMs - 1);
      expect(await count()).toBe(1);
      await purge(startMs + keptMs + DAY_MS);
      expect(await count()).toBe(0);
    },
  );

  test.each(heldOfPeople.filter(({ kept }) => daysIn(kept) !== null))(
    'has the term of the page for $table',
    ({ table, kept }) => {
      const longest = Math.max(...all.filter((each) => each.table === table).map(({ keptMs }) => keptMs));
      expect(longest).toBe((daysIn(kept) ?? 0) * DAY_MS);
    },
  );

  test('has no term of a table with people that the page does not name', () => {
    const timeless = heldOfPeople.filter(({ kept }) => kept === 'until erased').map(({ table }) => table);
    expect(timeless.length).toBeGreaterThan(20);
    expect(all.filter(({ table }) => timeless.includes(table))).toEqual([]);
  });
});
