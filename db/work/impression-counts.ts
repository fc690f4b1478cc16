/** How often each order was shown, by day, and by bot and day: for the rate of subscribers per impression. */
import type { Parts } from './database.js';
import { statement } from './statement.js';
import { ADD_PENDING_IMPRESSIONS_SQL } from './pending-impressions.js';

/** The best orders are shown over and over: in this time most impressions are of the same few. */
const REST_MS = 100;

interface Counts {
  orderId: number;
  botId: number;
  day: number;
  impressions: number;
  /** Of the last of them. */
  shownAtMs: number;
}

export interface ImpressionCounts {
  /** After the commit of the impression. */
  count(orderId: number, botId: number, day: number, shownAtMs: number): void;
  flush(): Promise<void>;
}

type Numbers = readonly number[];

type CountColumns = [
  orderIds: Numbers,
  botIds: Numbers,
  days: Numbers,
  impressions: Numbers,
  shownAtMs: Numbers,
];

const COUNTED = `unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
  AS counted (order_id, bot_id, day, impressions, shown_at_ms)`;

/** Days of orders before days of pairs, and each in the order of their keys: as everybody locks them. */
const ofOrders = statement<CountColumns>(
  `INSERT INTO order_days (order_id, day, impressions, pending_impressions, pending_at_ms)
   SELECT order_id, day, sum(impressions), sum(impressions), max(shown_at_ms) FROM ${COUNTED}
   GROUP BY order_id, day ORDER BY order_id, day
   ON CONFLICT (order_id, day) DO UPDATE SET impressions = order_days.impressions + excluded.impressions, ${ADD_PENDING_IMPRESSIONS_SQL}`,
);
const ofPairs = statement<CountColumns>(
  `INSERT INTO pair_days (order_id, day, bot_id, impressions)
   SELECT order_id, day, bot_id, sum(impressions) FROM ${COUNTED}
   GROUP BY order_id, day, bot_id ORDER BY order_id, day, bot_id
   ON CONFLICT (order_id, day, bot_id) DO UPDATE SET impressions = pair_days.impressions + excluded.impressions`,
);

export function createImpressionCounts({ createCounters }: Pick<Parts, 'createCounters'>): ImpressionCounts {
  const writeBehind = createCounters<Counts>({
    name: 'statistics.impressions',
    restMs: REST_MS,
    make: (key) => {
      const [orderId = 0, botId = 0, day = 0] = key.split(':').map(Number);
      return { orderId, botId, day, impressions: 0, shownAtMs: 0 };
    },
    *write(counts) {
      const columns: CountColumns = [
        counts.map((count) => count.orderId),
        counts.map((count) => count.botId),
        counts.map((count) => count.day),
        counts.map((count) => count.impressions),
        counts.map((count) => count.shownAtMs),
      ];
      yield* ofOrders.run(...columns);
      yield* ofPairs.run(...columns);
    },
  });
  return {
    count: (orderId, botId, day, shownAtMs) => {
      const count = writeBehind.of(`${String(orderId)}:${String(botId)}:${String(day)}`);
      count.impressions += 1;
      count.shownAtMs = Math.max(count.shownAtMs, shownAtMs);
    },
    flush: () => writeBehind.flush(),
  };
}
