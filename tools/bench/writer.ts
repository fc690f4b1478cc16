/**
 * Another process that writes the same store: `settle` settles new subscribers at a pace, durably, as the bot process
 * does; `commit` makes small commits one after the other. A line `rest` on its input makes it rest, any other lets it go
 * on. Prints how many it made once it has to stop.
 *
 *     node --import tsx tools/bench/writer.ts <database> settle|commit <first user> [a second]
 */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../core/ports.js';
import { createSqliteStore } from '../../db/sqlite/index.js';
import { targetOf } from '../../core/subscriptions/index.js';
import { listed, requestRecord, settle } from '../../test/contract/makers.js';

const BATCH_MS = 100;

const [path = '', mode = 'commit', firstUser = '1', perSecond = '100'] = process.argv.slice(2);
const store: Store = await createSqliteStore({ path });
const { orders } = await store.catalog.changedSince(0);
let made = 0;
const stopping = new AbortController();
process.once('SIGTERM', () => {
  stopping.abort();
});
const resting = { now: false };
const told = createInterface({ input: process.stdin });
told.on('line', (line) => {
  resting.now = line === 'rest';
});
process.stdout.write('{}\n');

/** A few subscribers of random orders, shown a moment ago, in one batch. */
async function settleSome(count: number): Promise<void> {
  const nowMs = Date.now();
  const day = Math.floor(nowMs / 86_400_000);
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const userId = Number(firstUser) + made + index;
      const order = orders[userId % orders.length];
      if (order === undefined) return;
      const impressions = [listed(order.orderId, order.realPriceMicros, targetOf(order))];
      await store.sponsors.record(userId, requestRecord({ botId: 500_001, nowMs, impressions }));
      await settle(store, order.orderId, userId, { day, nowMs: nowMs + 1 });
    }),
  );
  made += count;
}

for (let dueMs = Date.now(); !stopping.signal.aborted;) {
  if (mode === 'settle') {
    if (!resting.now) await settleSome((Number(perSecond) * BATCH_MS) / 1_000);
    dueMs += BATCH_MS;
    await pause(Math.max(0, dueMs - Date.now()));
  } else {
    const userId = Number(firstUser) + (made % 10_000);
    await store.sponsors.record(
      userId,
      requestRecord({ botId: 500_001, nowMs: Date.now(), isFirstForBot: true }),
    );
    made += 1;
  }
}
told.close();
await store.close();
process.stdout.write(`${String(made)}\n`);
