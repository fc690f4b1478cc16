/**
 * What grows and what does not: a database of 1, 5 and 10 million subscribers of the past who were paid for, the bytes
 * that one takes by table, and the rate of fresh choices in turns with a server over an empty one.
 */
import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { createSqliteStore } from '../../db/sqlite/index.js';
import { bytesTable, fill } from './fill.js';
import { inTurns, stretch } from './load.js';
import { apiServer, type Measured } from './servers.js';
import { alignedTable } from './table.js';
import { freshChoices } from './variants.js';
import { fileOf, type Place } from './world.js';

/** Choices of a turn, and turns. */
const AMOUNT = 2_000;
const TURNS = 9;
const WARM_UP = 8;
/** As the bot process does it (`core/service.ts`). */
const PURGE_LIMIT = 500;
const PURGE_STEPS = 100;
const WEEK_MS = 7 * 86_400_000;

/**
 * @param grown what is filled
 * @param empty stays as it is
 * @param sizes how many subscribers, growing
 */
export async function benchGrowth(
  grown: Place,
  empty: Place,
  sizes: readonly number[],
  say: (text: string) => void,
): Promise<string> {
  const { world } = grown;
  const file = fileOf(world);
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
      readyMs.toFixed(0),
      rate.toFixed(2),
      p99Ms.toFixed(1),
      residentMb.toFixed(0),
      purge.toFixed(1),
    ]);
    say(`${size.toLocaleString('en')} subscribers: ${rate.toFixed(2)} of the rate without`);
  }
  await beside.stop();
  const head = ['paid subscribers', 'GB', 'ready ms', 'rate', 'p99 ms', 'MB', 'longest purge ms'];
  return `${alignedTable(head, rows)}\n\n${bytesTable(file, filled)}`;
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
