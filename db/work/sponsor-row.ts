/** What a publisher's bots brought to each order, as rows, and added up. */
import { type ExactRowOf, money, rowsOf } from './rows.js';

const MAX_ROWS = 1_001;

export type SumRow = ExactRowOf<Sum>;

export interface Sum {
  orderId: number;
  subscribers: number;
  valueMicros: bigint;
}

export const SUMS = 'pair_days.order_id, sum(subscribers) AS subscribers, sum(earned_micros) AS value_micros';
/** Days on which an order was shown and nothing came of it are left out. */
export const GROUPS = 'GROUP BY pair_days.order_id HAVING sum(subscribers) <> 0 OR sum(earned_micros) <> 0';

/** One row an order. */
export function addUp(rows: readonly Sum[]): Sum[] {
  const byOrder = new Map<number, Sum>();
  for (const { orderId, subscribers, valueMicros } of rows) {
    const sum = byOrder.get(orderId);
    if (sum === undefined) byOrder.set(orderId, { orderId, subscribers, valueMicros });
    else {
      sum.subscribers += subscribers;
      sum.valueMicros += valueMicros;
    }
  }
  return [...byOrder.values()];
}

export const toSum = rowsOf<Sum>()('order_id, subscribers, value_micros', { valueMicros: money });

/** Those with most subscribers. */
export function mostOf(sums: readonly Sum[]): Sum[] {
  return sums
    .filter(({ subscribers }) => subscribers > 0)
    .sort((a, b) => b.subscribers - a.subscribers || a.orderId - b.orderId)
    .slice(0, MAX_ROWS);
}
