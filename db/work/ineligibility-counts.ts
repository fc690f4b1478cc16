/** For which reasons orders were not shown, by the hour. */
import type { Parts } from './database.js';
import { statement } from './statement.js';

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

const add = statement<
  [
    orderIds: readonly number[],
    hours: readonly number[],
    reasons: readonly string[],
    times: readonly number[],
  ]
>(
  `INSERT INTO no_fill_hours AS known (order_id, hour, reason, times)
   SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[])
     AS counted (order_id, hour, reason, times) ORDER BY order_id, hour, reason
   ON CONFLICT (order_id, hour, reason) DO UPDATE SET times = known.times + excluded.times`,
);
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
    *write(counts) {
      const rows = counts.flatMap(({ orderId, hour, times }) =>
        [...times].map(([reason, count]) => ({ orderId, hour, reason, count })),
      );
      yield* add.run(
        rows.map((row) => row.orderId),
        rows.map((row) => row.hour),
        rows.map((row) => row.reason),
        rows.map((row) => row.count),
      );
    },
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
