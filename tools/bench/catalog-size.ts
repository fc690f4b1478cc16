/** What many running orders cost: the rate of fresh choices, the time until the api is ready, and its memory. */
import Database from 'better-sqlite3';
import { type Load, measure } from './load.js';
import { apiServer, type QuietPlatform } from './servers.js';
import { alignedTable, spreadOf } from './table.js';
import { bodyOf, createBenchWorld, fileOf, userAt } from './world.js';

const SIZES = [10_000, 100_000] as const;
const KNOWN = 2_000;
/** Users the database knows besides those who ask. */
const STRANGERS = 1_000_000;
const FAR_USER = 300_000_000;
const ROUNDS = 3;
/** Requests between two looks at the memory. */
const MANY = 60_000;

/** @returns a table with a row for each size */
export async function benchCatalogSize(
  platform: QuietPlatform,
  say: (text: string) => void,
): Promise<string> {
  const rows: string[][] = [];
  let first = 0;
  for (const size of SIZES) {
    const world = await createBenchWorld(platform, { orders: size });
    const known = Array.from({ length: KNOWN }, (_, index) => userAt(index));
    addStrangers(fileOf(world));
    await world.know(known);
    const load = (key: string): Load => ({
      shot: (index) => ({ path: '/get-sponsors', key, body: bodyOf(known[index % KNOWN] ?? 1) }),
    });
    const startedAtMs = performance.now();
    const api = await apiServer(world.environment);
    await measure(api, load((await world.bot()).key), { amount: 1, connections: 1 });
    const readyMs = performance.now() - startedAtMs;
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { key } = await world.bot();
      rates.push((await measure(api, load(key), { amount: KNOWN, connections: 32 })).perSecond);
    }
    const { key } = await world.bot();
    const before = await measure(api, load(key), { amount: KNOWN, connections: 32 });
    const after = await measure(api, load(key), { amount: MANY, connections: 32 });
    await api.stop();
    await world.close();
    const { median } = spreadOf(rates);
    first ||= median;
    say(
      `${size.toLocaleString('en')} orders: ${(median / first).toFixed(2)} of the rate of ${String(SIZES[0])}`,
    );
    rows.push([
      size.toLocaleString('en'),
      (median / first).toFixed(2),
      readyMs.toFixed(0),
      before.residentMb.toFixed(0),
      after.residentMb.toFixed(0),
    ]);
  }
  const more = `MB after ${MANY.toLocaleString('en')} more`;
  return alignedTable(['running orders', 'rate of fresh choices', 'first answer ms', 'MB', more], rows);
}

function addStrangers(file: string): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  database
    .prepare(
      `INSERT INTO users (user_id, first_name, username, language_code, is_premium, seen_at_ms)
       WITH RECURSIVE numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < @count)
       SELECT @first + i, 'Anna', 'user' || i, 'ru', 0, @nowMs FROM numbers`,
    )
    .run({ count: STRANGERS, first: FAR_USER, nowMs: Date.now() });
  database.close();
}
