/**
 * Whether what has had its day goes as fast as it comes: an hour at 2,000 fresh lists a second over SQLite, by a clock that
 * is moved. `node --import tsx tools/bench/purge.ts [seconds]`; fewer seconds shorten the times below alike.
 *
 * Lists are dated back, so that they fall due after a sixth of the time instead of after 40 days; the jobs that the bot
 * process has look through the tables every sixth, which is every ten minutes of an hour.
 */
import { statSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { startMaintenance, type Timetable } from '../../bot/maintenance.js';
import { createPurging } from '../../core/purging.js';
import type { Service } from '../../core/service.js';
import { openStore } from '../../db/index.js';
import { listed, requestRecord } from '../../test/contract/makers.js';
import { createDatabase, sqlOver } from '../../test/support/database.js';
import { alignedTable } from './table.js';

const LISTS_A_SECOND = 2_000;
const AT_ONCE = 50;
const SPONSORS = [1, 2, 3, 4];
const KEPT_MS = 40 * 86_400_000;
/** Users jump about in the tables. */
const USERS = 1_000_003;

const seconds = Number(process.argv[2] ?? 3_600);
const sixthMs = (seconds * 1_000) / 6;
const startMs = Date.now();
let nowMs = startMs;
const clock = { now: () => nowMs };

const database = await createDatabase({ kind: 'sqlite' });
const file = database.url.slice('file:'.length);
let longestMs = 0;
const store = await openStore({ DATABASE_URL: database.url }, { clock });
/** A connection of its own, as the bot process has it. */
const purging = await openStore(
  { DATABASE_URL: database.url },
  {
    clock,
    onCommit: ({ names }, tookMs) => {
      if (names.some((name) => name.startsWith('purge'))) longestMs = Math.max(longestMs, tookMs);
    },
  },
);

/** The jobs of the bot process that purge, each one run at a time. */
const jobs: (() => void)[] = [];
const timetable: Timetable = {
  at: (_, name, work) => {
    let running: Promise<unknown> | null = null;
    if (name.startsWith('purge'))
      jobs.push(() => {
        running ??= work().finally(() => (running = null));
      });
    return { stop: () => undefined };
  },
};
const fail = (facts: object, message: string) => {
  console.error(message, facts);
};
const service = { maintenance: createPurging({ store: purging, clock }) } as unknown as Service;
const maintenance = startMaintenance(service, { timetable, log: { info: fail, warn: fail, error: fail } });

async function list(number: number): Promise<void> {
  const shownMs = nowMs - KEPT_MS + sixthMs;
  const pin = {
    mode: 'subscribe',
    slots: SPONSORS.map((orderId) => ({ kind: 'order', orderId }) as const),
    pinnedAtMs: shownMs,
    expiresAtMs: nowMs + sixthMs,
  } as const;
  const impressions = SPONSORS.map((orderId) => listed(orderId, 1n, { target: String(-orderId) }));
  await store.sponsors.record(
    ((number * 7_919) % USERS) * 1_000 + Math.floor(number / USERS) + 1,
    requestRecord({ nowMs: shownMs, pin, impressions: [...impressions], counts: false }),
  );
}

const rows: string[][] = [];
async function look(second: number, tookMs: number, slowestMs: number): Promise<void> {
  const count = async (table: string) =>
    (await sqlOver<{ count: number }>(database.url, `SELECT count(*) AS count FROM ${table}`))[0]?.count ?? 0;
  const clearedMs = await store.health.lastBeatMs('purge impressions');
  rows.push([
    String(second),
    (await count('impressions')).toLocaleString('en'),
    (await count('pins')).toLocaleString('en'),
    (statSync(file).size / 1e6).toFixed(0),
    clearedMs === null ? '' : ((nowMs - clearedMs) / 1_000).toFixed(0),
    (tookMs / 1_000).toFixed(0),
    slowestMs.toFixed(0),
    longestMs.toFixed(1),
  ]);
  process.stderr.write(`${String(second)} s of ${String(seconds)}\n`);
}

const realMs = performance.now();
let [lookedAtMs, slowestMs] = [performance.now(), 0];
const every = Math.max(1, Math.floor(seconds / 12));
for (let second = 1; second <= seconds; second += 1) {
  nowMs = startMs + second * 1_000;
  // No faster than the clock of the machine: purging has as long as it has in a service.
  await after(Math.max(0, realMs + (second - 1) * 1_000 - performance.now()));
  const beganMs = performance.now();
  for (let first = 0; first < LISTS_A_SECOND; first += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => list((second - 1) * LISTS_A_SECOND + first + index)),
    );
  slowestMs = Math.max(slowestMs, performance.now() - beganMs);
  if (second % Math.ceil(seconds / 6) === 0) for (const job of jobs) job();
  if (second % every !== 0) continue;
  await look(second, performance.now() - lookedAtMs, slowestMs);
  [lookedAtMs, slowestMs, longestMs] = [performance.now(), 0, 0];
}
await maintenance.stop();
await purging.close();
await store.close();
await database.drop();
const head = ['second', 'impressions', 'pins', 'MB', 'due s at most', 'took s', 'slowest second ms'];
console.log(alignedTable([...head, 'longest purge ms'], rows));
