/** For which reasons orders were not shown, by the hour. */
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { createGathered } from '../gathered.js';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** There are about sixty reasons. */
const MAX_REASONS = 200;
/** Far more of them come than anybody looks at: an order's are written once for many. */
const GATHERED_MS = 30_000;

interface Counts {
  orderId: number;
  hour: number;
  times: Map<string, number>;
}

export interface RefusalCounts {
  count(orderId: number, atMs: number, refusal: string, times: number): void;
  read(orderId: number, nowMs: number): Promise<Map<string, number>>;
  flush(): Promise<void>;
}

export function createRefusalCounts(connection: Connection, executor: Executor): RefusalCounts {
  const add = connection.prepare<[number, number, string, number]>(
    `INSERT INTO refusal_hours (order_id, hour, refusal, times) VALUES (?, ?, ?, ?)
     ON CONFLICT (order_id, hour, refusal) DO UPDATE SET times = times + excluded.times`,
  );
  const read = connection.prepare<[number, number, number], { refusal: string; times: number }>(
    `SELECT refusal, sum(times) AS times FROM refusal_hours WHERE order_id = ? AND hour BETWEEN ? AND ?
     GROUP BY refusal LIMIT ${String(MAX_REASONS)}`,
  );
  const gathered = createGathered<Counts>(executor, {
    name: 'statistics.refusals',
    restMs: GATHERED_MS,
    latestMs: GATHERED_MS,
    make: (key) => {
      const [orderId = 0, hour = 0] = key.split(':').map(Number);
      return { orderId, hour, times: new Map() };
    },
    write: ({ orderId, hour, times }) => {
      for (const [refusal, count] of times) add.run(orderId, hour, refusal, count);
    },
  });
  const keyOf = (orderId: number, hour: number) => `${String(orderId)}:${String(hour)}`;

  return {
    count: (orderId, atMs, refusal, times) => {
      const counts = gathered.of(keyOf(orderId, Math.floor(atMs / HOUR_MS))).times;
      counts.set(refusal, (counts.get(refusal) ?? 0) + times);
    },
    read: (orderId, nowMs) =>
      executor.ask(() => {
        const lastHour = Math.floor(nowMs / HOUR_MS);
        const firstHour = lastHour - HOURS + 1;
        const sums = new Map<string, number>();
        const sum = (refusal: string, times: number) => sums.set(refusal, (sums.get(refusal) ?? 0) + times);
        for (const { refusal, times } of read.all(orderId, firstHour, lastHour)) sum(refusal, times);
        for (let hour = firstHour; hour <= lastHour; hour++) {
          for (const [refusal, times] of gathered.peek(keyOf(orderId, hour))?.times ?? [])
            sum(refusal, times);
        }
        return sums;
      }),
    flush: () => gathered.flush(),
  };
}
