/**
 * A process of its own that writes to a store, for tests of what happens between processes. Says each acknowledged write
 * on stdout at once: `node --import tsx writer.ts <database> <what> <first> <count>`.
 */
import { writeSync } from 'node:fs';
import { createSqliteStore } from '../../db/sqlite/index.js';
import { ADVERTISER, settle, show } from './makers.js';
import { START_MS } from './run.js';

const [, , path = '', what = '', first = '0', count = '0'] = process.argv;
const store = await createSqliteStore({ path });

/** Two shows and a settlement of one user, or a deposit of one micro-unit. */
async function write(index: number): Promise<void> {
  if (what === 'deposits') {
    const booking = { reference: `payment:${String(index)}`, note: '', bookedBy: null };
    await store.ledger.deposit(ADVERTISER, 1n, booking, START_MS);
    return;
  }
  await show(store, index, 1);
  await settle(store, 1, index);
}

writeSync(1, 'ready\n');
const indexes = Array.from({ length: Number(count) }, (_, index) => Number(first) + index);
const LANES = 8;
await Promise.all(
  Array.from({ length: LANES }, async (_, lane) => {
    for (const index of indexes.filter((each) => each % LANES === lane)) {
      await write(index);
      writeSync(1, `${String(index)}\n`);
    }
  }),
);
await store.close();
