/** What a day's check does grows with the day, and not with the days before it. */
import { expect, test } from 'vitest';
import type { CheckOutcome } from '../../core/ports/check-store.js';
import { createCheckPasses } from '../../db/check/passes.js';
import { openConnection } from '../../db/sqlite/connection.js';
import { createAsk } from '../../db/sqlite/perform.js';
import type { CheckPasses } from '../../db/work/checks.js';
import type { Doable } from '../../db/work/database.js';
import { goThrough, Query, type Step, Together } from '../../db/work/statement.js';
import { fill } from '../../tools/bench/fill.js';
import { addOrder, BOT, populate } from './makers.js';
import { sqliteStage } from './run.js';

const ORDERS = 20;
const A_DAY = 200;
const YESTERDAY = Math.floor(Date.now() / 86_400_000) - 1;
/** The quickest of so many passes: others use the machine, too. */
const PASSES = 7;

interface Cost {
  /** That came into the memory of the process. */
  rows: number;
  cpuMs: number;
}

/** Days that are over, each with as many subscribers as the new one. */
async function costsAfter(days: number): Promise<{ daily: Cost; full: Cost }> {
  const { store, path, close } = await sqliteStage();
  await populate(store);
  for (let order = 1; order < ORDERS; order++)
    await addOrder(store, { link: `https://t.me/order_${String(order)}` });
  fill(path, BOT, 0, days * A_DAY, { daysAgo: 2, days });
  const before = await outcomeOf(store.checks, null, YESTERDAY - 1);
  fill(path, BOT, days * A_DAY, (days + 1) * A_DAY, { daysAgo: 1, days: 1 });
  const costs = {
    daily: await costOf(path, before, PASSES),
    full: await costOf(path, null, 1),
  };
  await close();
  return costs;
}

async function outcomeOf(
  { begin, advance }: Pick<CheckPasses, 'begin' | 'advance'>,
  before: CheckOutcome | null,
  day: number,
): Promise<CheckOutcome> {
  const { outcome } = await advance(await begin(before, day), Infinity);
  expect(outcome.differing).toBe(0);
  return outcome;
}

async function costOf(path: string, before: CheckOutcome | null, times: number): Promise<Cost> {
  const connection = openConnection(path);
  const ask = createAsk(connection);
  let rows = 0;
  const answer = (step: Step): unknown => {
    if (step instanceof Together) return Promise.all(step.works.map((work) => goThrough(work, answer)));
    const found = ask(step as Query<unknown>);
    rows += Array.isArray(found) ? found.length : 1;
    return found;
  };
  const read = <T>(work: Doable<T>) => goThrough(work instanceof Query ? work : work(), answer);
  const ofEntries = connection.prepare<[], { last: number }>(
    'SELECT max(entry_id) AS last FROM ledger_entries',
  );
  const passes = createCheckPasses((atMs) => Math.floor(atMs / 86_400_000), {
    pace: { entries: 1_000, orders: 1, subscribers: 250, unpaid: 2_000, bots: 5, botDays: 7, ofDay: 10 },
    lastEntry: () => Promise.resolve(ofEntries.get()?.last ?? 0),
    open: () => ({ ledger: { read }, figures: { read }, close: () => undefined }),
  });
  let cpuMs = Infinity;
  for (let time = 0; time < times; time++) {
    rows = 0;
    const usedBefore = process.cpuUsage();
    await outcomeOf(passes, before, YESTERDAY);
    const { user, system } = process.cpuUsage(usedBefore);
    // Of the processor: others use the machine meanwhile.
    cpuMs = Math.min(cpuMs, (user + system) / 1_000);
  }
  connection.close();
  return { rows, cpuMs };
}

test('costs the same after ten times as many days, where everything costs ten times as much', async () => {
  const [few, many] = [await costsAfter(10), await costsAfter(100)];
  expect(many.full.rows / few.full.rows).toBeGreaterThan(5);
  expect(many.daily.rows / few.daily.rows).toBeLessThan(1.1);
  expect(many.daily.cpuMs / few.daily.cpuMs).toBeLessThan(3);
}, 60_000);
