/**
 * The daily check over SQLite while another process writes: a pass over everything, and one over what a day brought, which is
 * a hundredth of it. What the passes of the store hold back of the write-ahead log is its size afterwards.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CheckOutcome } from '../../core/ports/check-store.js';
import { migrate, openStore } from '../../db/index.js';
import { addOrder, BOT, populate } from '../../test/contract/makers.js';
import { bytesTable, fill } from './fill.js';
import { alignedTable } from './table.js';

const ORDERS = 1_000;
const DAY_MS = 86_400_000;

/** Another process: it commits a hundred rows a hundred times a second, until its input ends. */
const WRITER = `
const Database = require('better-sqlite3');
const database = new Database(process.argv[1]);
database.pragma('synchronous = NORMAL');
database.pragma('journal_size_limit = 67108864');
const insert = database.prepare('INSERT INTO limit_takes (key, at_ms, ends_at_ms) VALUES (?, 1, 9e15)');
const some = database.transaction(() => {
  for (let row = 0; row < 100; row++) insert.run(String(Math.random()));
});
const writing = setInterval(some, 10);
process.stdin.resume().once('end', () => {
  clearInterval(writing);
  database.close();
});
some();
process.stdout.write('writes');`;

interface Figures {
  seconds: number;
  cpuSeconds: number;
  logMb: number;
}

/** @returns the table of passes, and that of the bytes that a subscriber takes */
export async function benchCheck(sizes: readonly number[], say: (text: string) => void): Promise<string> {
  const rows: string[][] = [];
  let bytes = '';
  for (const size of sizes) {
    const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-bench-check-'));
    try {
      const file = path.join(folder, 'service.db');
      await begin(file);
      say(`Filling ${size.toLocaleString('en')} subscribers ...`);
      fill(file, BOT, 0, size);
      bytes = bytesTable(file, size);
      const { full, daily } = await passes(file, size);
      const cells = [full, daily].flatMap(({ seconds, cpuSeconds, logMb }) => [
        ...[seconds.toFixed(1), cpuSeconds.toFixed(1), logMb.toFixed(0)],
      ]);
      rows.push([size.toLocaleString('en'), (statSync(file).size / 1e9).toFixed(2), ...cells]);
      say(rows.at(-1)?.join('  ') ?? '');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const of = (pass: string) => [`${pass}: seconds`, 'cpu s', 'log MB'];
  const head = ['subscribers', 'GB', ...of('everything'), ...of('a day')];
  return `${alignedTable(head, rows)}\n\n${bytes}`;
}

async function begin(file: string): Promise<void> {
  await migrate(`file:${file}`);
  const store = await openStore({ DATABASE_URL: `file:${file}` });
  await populate(store);
  for (let order = 1; order < ORDERS; order++)
    await addOrder(store, { link: `https://t.me/order_${String(order)}` });
  await store.close();
}

async function passes(file: string, size: number) {
  const store = await openStore({ DATABASE_URL: `file:${file}` });
  const yesterday = Math.floor(Date.now() / DAY_MS) - 1;
  const pass = async (before: CheckOutcome | null, day: number) => {
    const { outcome } = await store.checks.advance(await store.checks.begin(before, day), Infinity);
    if (outcome.differing > 0)
      throw new Error(`It differs: ${JSON.stringify(outcome.differences[0]?.place)}`);
    return outcome;
  };
  try {
    const full = await measured(file, () => pass(null, yesterday - 1));
    fill(file, BOT, size, size + size / 100, { daysAgo: 1, days: 1 });
    const daily = await measured(file, () => pass(full.outcome, yesterday));
    return { full: full.figures, daily: daily.figures };
  } finally {
    await store.close();
  }
}

async function measured(file: string, work: () => Promise<CheckOutcome>) {
  const writer = spawn(process.execPath, ['-e', WRITER, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  const outcome = await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedMs) / 1_000;
  const logMb = statSync(`${file}-wal`).size / 1e6;
  const ended = once(writer, 'exit');
  writer.stdin.end();
  await ended;
  const figures: Figures = { seconds, cpuSeconds: (user + system) / 1e6, logMb };
  return { outcome, figures };
}
