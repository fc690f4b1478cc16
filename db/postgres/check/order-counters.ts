/** The counters by day of some orders, whose ids lie between two. */
import { emptySums, type OrderSums } from '../../check/order-sums.js';
import type { Transaction } from '../statement.js';
import { exactStatement } from './exact.js';

type Range = [from: bigint, to: bigint];

interface PairRow {
  order_id: bigint;
  day: bigint;
  bot_id: bigint;
  subscribers: bigint;
  paid: bigint;
  earned: bigint;
}

const days = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint; value: bigint }>(
  `SELECT order_id, day, subscribers, value_micros::text AS value FROM order_days
   WHERE order_id BETWEEN $1 AND $2`,
);
/** Those that were only shown are as many again as bots, and say nothing here. */
const pairs = exactStatement<Range, PairRow>(
  `SELECT order_id, day, bot_id, subscribers, paid_micros::text AS paid, earned_micros::text AS earned
   FROM pair_days WHERE order_id BETWEEN $1 AND $2 AND (subscribers <> 0 OR paid_micros <> 0 OR earned_micros <> 0)`,
);
const languages = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint }>(
  `SELECT order_id, day, sum(subscribers)::text AS subscribers FROM language_days
   WHERE order_id BETWEEN $1 AND $2 GROUP BY order_id, day`,
);

/** @returns what is kept of each order, read when it is asked for */
export async function readCounters(
  transaction: Transaction,
  ...range: Range
): Promise<(orderId: number) => OrderSums> {
  const found = new Map<number, OrderSums>();
  const of = (orderId: number) => {
    const known = found.get(orderId) ?? emptySums();
    found.set(orderId, known);
    return known;
  };
  for (const row of await days.all(transaction, ...range)) {
    const sums = of(Number(row.order_id));
    sums.subscribers.add(String(row.day), row.subscribers);
    sums.value.add(String(row.day), row.value);
  }
  for (const row of await pairs.all(transaction, ...range)) {
    const sums = of(Number(row.order_id));
    const key = `${String(row.day)}:${String(row.bot_id)}`;
    sums.pairSubscribers.add(key, row.subscribers);
    sums.pairPaid.add(key, row.paid);
    sums.pairEarned.add(key, row.earned);
  }
  for (const row of await languages.all(transaction, ...range))
    of(Number(row.order_id)).speaking.add(String(row.day), row.subscribers);
  return of;
}
