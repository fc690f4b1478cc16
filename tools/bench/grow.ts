/**
 * What grows and what does not: a database of 1, 5 and 10 million subscriptions and as many pins of the past, the bytes
 * of a row, and the rate of fresh choices in turns with a server over an empty one.
 */
import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { createSqliteStore } from '../../db/sqlite/index.js';
import { inTurns, stretch } from './load.js';
import { apiServer, type Measured } from './servers.js';
import { alignedTable } from './table.js';
import { freshChoices } from './variants.js';
import type { Place } from './world.js';

const CHUNK = 250_000;
/** One subscription in so many is of a user who is known. */
const PER_USER = 5;
/** Users are spread over so many ids, and as many times over again as there is room between two of them. */
const SPREAD = 1_000_003;
const ROOM = 100;
const FAR_USER = 200_000_000;
/** Choices of a turn, and turns. */
const AMOUNT = 2_000;
const TURNS = 9;
const WARM_UP = 8;
/** As the bot process does it (`core/service.ts`). */
const PURGE_LIMIT = 500;
const PURGE_STEPS = 100;
const WEEK_MS = 7 * 86_400_000;
const tables = ['subscriptions', 'pins', 'users', 'user_bots'] as const;

/**
 * @param grown what is filled
 * @param empty stays as it is
 * @param sizes how many subscriptions, growing
 */
export async function benchGrowth(
  grown: Place,
  empty: Place,
  sizes: readonly number[],
  say: (text: string) => void,
): Promise<string> {
  const { world } = grown;
  const file = (world.environment['DATABASE_URL'] ?? '').replace('file:', '');
  const bot = await world.bot();
  const beside = await apiServer(empty.world.environment);
  const rows: string[][] = [];
  let filled = 0;
  for (const size of [0, ...sizes]) {
    fill(file, bot.botId, filled, size);
    filled = size;
    const startedAtMs = performance.now();
    const api = await apiServer(world.environment);
    await ready(api);
    const readyMs = performance.now() - startedAtMs;
    const { rate, p99Ms, residentMb } = await compare([api, grown], [beside, empty]);
    await api.stop();
    checkpoint(file);
    const purge = await longestPurge(world.environment['DATABASE_URL'] ?? '');
    rows.push([
      size.toLocaleString('en'),
      (statSync(file).size / 1e9).toFixed(2),
      ...bytesOf(file, size),
      readyMs.toFixed(0),
      rate.toFixed(2),
      p99Ms.toFixed(1),
      residentMb.toFixed(0),
      purge.toFixed(1),
    ]);
    say(`${size.toLocaleString('en')} subscriptions: ${rate.toFixed(2)} of the rate without`);
  }
  await beside.stop();
  const head = ['subscriptions', 'GB', ...tables.map((table) => `${table}: bytes a row`)];
  return alignedTable([...head, 'ready ms', 'rate', 'p99 ms', 'MB', 'longest purge ms'], rows);
}

type Side = readonly [server: Measured, place: Place];

/** The figures of one, and its rate relative to the other. */
async function compare(one: Side, other: Side) {
  const asking =
    ([server, { world, known }]: Side) =>
    async () =>
      stretch(server, await freshChoices(world, known), { amount: AMOUNT, connections: 32 });
  // Until the compilers of both are through.
  await inTurns(WARM_UP, asking(one), asking(other));
  const [ours, theirs] = await inTurns(TURNS, asking(one), asking(other));
  return { ...ours, rate: ours.perSecond / theirs.perSecond };
}

/** Waits for the api and its database only: no bot process runs here. */
export async function ready(api: Measured): Promise<void> {
  const response = await fetch(`${api.url}/readyz`);
  const { checks } = (await response.json()) as { checks: { store: string } };
  if (checks.store !== 'ok') throw new Error(`The api is not ready: ${JSON.stringify(checks)}`);
}

/** How long one step of taking out what has ended holds the writer at most, of the first hundred. */
async function longestPurge(path: string): Promise<number> {
  let longestMs = 0;
  const store = await createSqliteStore({
    path,
    onCommit: ({ names }, tookMs) => {
      if (names.some((name) => name.startsWith('purge'))) longestMs = Math.max(longestMs, tookMs);
    },
  });
  for (let step = 0; step < PURGE_STEPS; step++)
    await store.sponsors.purge(Date.now() - WEEK_MS, PURGE_LIMIT);
  await store.close();
  return longestMs;
}

/** What the choices have written goes into the file now; else the first commit of the purge would do that on the side. */
function checkpoint(file: string): void {
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Rows as the service leaves them, from one number of subscriptions up to another, in an order that jumps about in the tables as users do. */
export function fill(file: string, botId: number, from: number, to: number): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  const nowMs = Date.now();
  const numbers = `WITH RECURSIVE numbers(i) AS (SELECT @from UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < @to)`;
  const spread = `(@user + (i * 7919) % ${String(SPREAD)} * ${String(ROOM)} + i / ${String(SPREAD)})`;
  const orders = database.prepare('SELECT min(order_id) AS low, count(*) AS count FROM orders').get() as {
    low: number;
    count: number;
  };
  const values = { user: FAR_USER, botId, nowMs, weekMs: WEEK_MS, low: orders.low, count: orders.count };
  const statements = [
    `INSERT OR IGNORE INTO users (user_id, first_name, username, language_code, is_premium, seen_at_ms)
     SELECT ${spread}, 'Anna', 'user' || i, 'ru', 0, @nowMs - @weekMs FROM numbers WHERE i % ${String(PER_USER)} = 0`,
    `INSERT OR IGNORE INTO user_bots (user_id, bot_id) SELECT ${spread}, @botId FROM numbers WHERE i % ${String(PER_USER)} = 0`,
    `INSERT OR IGNORE INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms, entry_id)
     SELECT ${spread}, @low + (i * 31) % @count, @botId, 0, 1, 2500000, @nowMs - @weekMs - i, i FROM numbers`,
    `INSERT OR IGNORE INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds)
     SELECT ${spread}, @botId, '1024,2048,3072,4096', @nowMs - @weekMs, 10800 FROM numbers`,
  ].map((sql) => database.prepare(sql.replace('SELECT', `${numbers} SELECT`)));
  for (let start = from; start < to; start += CHUNK) {
    // As whole numbers, which are divided as such: plain ones are bound as fractions.
    const range = { from: BigInt(start), to: BigInt(Math.min(to, start + CHUNK)) };
    database.transaction(() => statements.forEach((statement) => statement.run({ ...values, ...range })))();
  }
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Of each large table with its indices; a table that is nearly empty has no figure. */
function bytesOf(file: string, size: number): string[] {
  if (size === 0) return tables.map(() => '');
  const database = new Database(file, { readonly: true });
  const bytes = database.prepare<[string], { bytes: number }>(
    `SELECT sum(pgsize) AS bytes FROM dbstat WHERE aggregate = 1
         AND name IN (SELECT name FROM sqlite_master WHERE tbl_name = ?)`,
  );
  const found = tables.map((table) => {
    const { rows } = database.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number };
    return ((bytes.get(table)?.bytes ?? 0) / rows).toFixed(0);
  });
  database.close();
  return found;
}
