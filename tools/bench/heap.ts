/**
 * That memory does not grow: a million requests in one process, and what is left on the heap after collecting garbage.
 * Alone: `node --expose-gc --import tsx tools/bench/heap.ts [requests]`; `npm run bench -- --grow` runs it.
 */
import { quietPlatform } from './servers.js';
import { alignedTable } from './table.js';
import { createBenchWorld, requestOf, userAt } from './world.js';

const REQUESTS = Number(process.argv[2] ?? 1_000_000);
const LOOKS = 10;
const KNOWN = 5_000;
const AT_ONCE = 32;

const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) throw new Error('Start this with --expose-gc.');

/** Every twentieth user is new, and asks for once; all others are known, as in a day of a service that grows. */
function userOf(index: number): number {
  return index % 20 === 0 ? userAt(20_000_000 + index) : userAt(index % KNOWN);
}

const platform = await quietPlatform();
const world = await createBenchWorld(platform);
const { botId } = await world.bot();

async function ask(index: number): Promise<void> {
  await world.service.sponsors.request(botId, requestOf(userOf(index), false, 'subscribe'));
}

const rows: string[][] = [];
for (let look = 0; look <= LOOKS; look++) {
  const [from, to] = [look - 1, look].map((part) => Math.round((Math.max(0, part) * REQUESTS) / LOOKS));
  for (let start = from ?? 0; start < (to ?? 0); start += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, (to ?? 0) - start) }, (_, index) =>
      ask(start + index),
    );
    await Promise.all(batch);
    // As requests come: each with an event of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const megabytes = [heapUsed, external, rss].map((bytes) => (bytes / 1e6).toFixed(1));
  rows.push([(to ?? 0).toLocaleString('en'), ...megabytes]);
}
console.log(alignedTable(['requests', 'heap MB', 'external MB', 'resident MB'], rows));
await world.close();
await platform.close();
