/** For which reasons orders were not shown, by the hour. */
import type { Parts } from './database.js';
import { statement } from './statement.js';
import { sumsOf } from './sums.js';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** There are about sixty reasons. */
const MAX_REASONS = 200;
/** Far more of them come than anybody looks at: an order's are written once for many. */
const WRITE_BEHIND_MS = 30_000;

interface Counts {
  orderId: number;
  hour: number;
  times: Map<string, number>;
}

export interface IneligibilityCounts {
  count(orderId: number, atMs: number, reason: string, times: number): void;
  read(orderId: number, nowMs: number): Promise<Map<string, number>>;
  flush(): Promise<void>;
}

const hourSums = sumsOf('no_fill_hours', ['times']);
const select = statement<
  [orderId: number, firstHour: number, lastHour: number],
  { reason: string; times: number }
>(
  `SELECT reason, sum(times) AS times FROM no_fill_hours WHERE order_id = $1 AND hour BETWEEN $2 AND $3
   GROUP BY reason LIMIT ${String(MAX_REASONS)}`,
);

/** What is counted and not written yet is of this process alone. */
export function createIneligibilityCounts({
  db,
  createCounters,
}: Pick<Parts, 'db' | 'createCounters'>): IneligibilityCounts {
  const writeBehind = createCounters<Counts>({
    name: 'statistics.ineligibility',
    restMs: WRITE_BEHIND_MS,
    latestMs: WRITE_BEHIND_MS,
    make: (key) => {
      const [orderId = 0, hour = 0] = key.split(':').map(Number);
      return { orderId, hour, times: new Map() };
    },
    write: (counts) =>
      hourSums.add(
        counts.flatMap(({ orderId, hour, times: byReason }) =>
          [...byReason].map(([reason, times]) => ({ order_id: orderId, hour, reason, times })),
        ),
      ),
  });
  const keyOf = (orderId: number, hour: number) => `${String(orderId)}:${String(hour)}`;

  return {
    count: (orderId, atMs, reason, times) => {
      const counts = writeBehind.of(keyOf(orderId, Math.floor(atMs / HOUR_MS))).times;
      counts.set(reason, (counts.get(reason) ?? 0) + times);
    },
    read: async (orderId, nowMs) => {
      const lastHour = Math.floor(nowMs / HOUR_MS);
      const firstHour = lastHour - HOURS + 1;
      const rows = await db.read(select.all(orderId, firstHour, lastHour));
      const sums = new Map<string, number>();
      const sum = (reason: string, times: number) => sums.set(reason, (sums.get(reason) ?? 0) + times);
      for (const { reason, times } of rows) sum(reason, times);
      for (let hour = firstHour; hour <= lastHour; hour++) {
        for (const { times } of writeBehind.peek(keyOf(orderId, hour))) {
          for (const [reason, count] of times) sum(reason, count);
        }
      }
      return sums;
    },
    flush: () => writeBehind.flush(),
  };
}
