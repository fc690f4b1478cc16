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

/** Of a store with so many days that are over, each with as many subscribers as the new one. */
interface Days {
  daily: () => Promise<Cost>;
  full: () => Promise<Cost>;
  close: () => Promise<void>;
}

async function storeAfter(days: number): Promise<Days> {
  const { store, path, close } = await sqliteStage();
  await populate(store);
  for (let order = 1; order < ORDERS; order++)
    await addOrder(store, { link: `https://t.me/order_${String(order)}` });
  fill(path, BOT, 0, days * A_DAY, { daysAgo: 2, days });
  const before = await outcomeOf(store.checks, null, YESTERDAY - 1);
  fill(path, BOT, days * A_DAY, (days + 1) * A_DAY, { daysAgo: 1, days: 1 });
  const { connection, costOf } = openMeter(path);
  return {
    daily: () => costOf(before),
    full: () => costOf(null),
    close: async () => {
      connection.close();
      await close();
    },
  };
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

function openMeter(path: string): {
  connection: ReturnType<typeof openConnection>;
  costOf: (before: CheckOutcome | null) => Promise<Cost>;
} {
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
  const costOf = async (before: CheckOutcome | null): Promise<Cost> => {
    rows = 0;
    const usedBefore = process.cpuUsage();
    await outcomeOf(passes, before, YESTERDAY);
    const { user, system } = process.cpuUsage(usedBefore);
    // Of the processor: others use the machine meanwhile.
    return { rows, cpuMs: (user + system) / 1_000 };
  };
  return { connection, costOf };
}

test('costs the same after ten times as many days, where everything costs ten times as much', async () => {
  const [few, many] = [await storeAfter(10), await storeAfter(100)];
  const quickest = { few: Infinity, many: Infinity };
  let rows = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    // In turn: a slow moment of the machine is one of both.
    const [ofFew, ofMany] = [await few.daily(), await many.daily()];
    quickest.few = Math.min(quickest.few, ofFew.cpuMs);
    quickest.many = Math.min(quickest.many, ofMany.cpuMs);
    rows = ofMany.rows / ofFew.rows;
  }
  expect(rows).toBeLessThan(1.1);
  expect(quickest.many / quickest.few).toBeLessThan(1.5);
  expect((await many.full()).rows / (await few.full()).rows).toBeGreaterThan(5);
  await Promise.all([few.close(), many.close()]);
}, 60_000);
