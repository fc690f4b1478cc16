/** How long the api takes until it is ready over a database of 5 GB: nearly all of it lists of the past, laid down in the order of their keys. */
import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { ready } from './grow.js';
import { apiServer } from './servers.js';
import { alignedTable } from './table.js';
import { type BenchWorld, fileOf } from './world.js';

const BYTES = 5e9;
const CHUNK = 2_000_000;
const FAR_USER = 1_000_000_000;
const ROUNDS = 3;
const WEEK_MS = 7 * 86_400_000;

/** @returns a table of the milliseconds from the start of the process to its answer that it is ready */
export async function benchStartUp(world: BenchWorld, say: (text: string) => void): Promise<string> {
  const file = fileOf(world);
  const rows: string[][] = [];
  const { botId } = await world.bot();
  for (const bytes of [0, BYTES]) {
    fillTo(file, bytes, botId, say);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAtMs = performance.now();
      const api = await apiServer(world.environment);
      await ready(api);
      times.push(performance.now() - startedAtMs);
      await api.stop();
    }
    rows.push([(statSync(file).size / 1e9).toFixed(2), ...times.map((ms) => ms.toFixed(0))]);
  }
  return alignedTable(['GB', ...Array.from({ length: ROUNDS }, () => 'ready ms')], rows);
}

function fillTo(file: string, bytes: number, botId: number, say: (text: string) => void): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  const add = database.prepare<[bigint, bigint, number, number]>(
    `WITH RECURSIVE numbers(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ?)
     INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds)
     SELECT i, ?, '1024,2048,3072,4096', ?, 10800 FROM numbers`,
  );
  for (let from = BigInt(FAR_USER); statSync(file).size < bytes; from += BigInt(CHUNK)) {
    add.run(from, from + BigInt(CHUNK), botId, Date.now() - WEEK_MS);
    database.pragma('wal_checkpoint(TRUNCATE)');
    say(`${(statSync(file).size / 1e9).toFixed(1)} GB`);
  }
  database.close();
}
