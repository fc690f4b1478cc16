/** The counters by day of some orders, whose ids lie between two. */
import { exactStatement, together, type Work } from '../work/statement.js';
import { emptySums, type OrderSums } from './order-sums.js';

type Range = [from: number, to: number];

interface PairRow {
  order_id: bigint;
  day: bigint;
  bot_id: bigint;
  subscribers: bigint;
  paid: bigint;
  earned: bigint;
}

const days = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint; value: bigint }>(
  `SELECT order_id, day, subscribers, value_micros AS value FROM order_days
   WHERE order_id BETWEEN $1 AND $2`,
);
/** Those that were only shown are as many again as bots, and say nothing here. */
const pairs = exactStatement<Range, PairRow>(
  `SELECT order_id, day, bot_id, subscribers, paid_micros AS paid, earned_micros AS earned
   FROM pair_days WHERE order_id BETWEEN $1 AND $2 AND (subscribers <> 0 OR paid_micros <> 0 OR earned_micros <> 0)`,
);
const languages = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint }>(
  `SELECT order_id, day, sum(subscribers) AS subscribers FROM language_days
   WHERE order_id BETWEEN $1 AND $2 GROUP BY order_id, day`,
);

/** What is added up of each of some orders. */
export class SumsByOrder {
  readonly #sums = new Map<number, OrderSums>();

  of(orderId: number): OrderSums {
    const known = this.#sums.get(orderId) ?? emptySums();
    this.#sums.set(orderId, known);
    return known;
  }
}

export function* readCounters(...range: Range): Work<SumsByOrder> {
  const found = new SumsByOrder();
  const [ofDays, ofPairs, ofLanguages] = yield* together(
    days.all(...range),
    pairs.all(...range),
    languages.all(...range),
  );
  for (const row of ofDays) {
    const sums = found.of(Number(row.order_id));
    sums.subscribers.add(String(row.day), row.subscribers);
    sums.value.add(String(row.day), row.value);
  }
  for (const row of ofPairs) {
    const sums = found.of(Number(row.order_id));
    const key = `${String(row.day)}:${String(row.bot_id)}`;
    sums.pairSubscribers.add(key, row.subscribers);
    sums.pairPaid.add(key, row.paid);
    sums.pairEarned.add(key, row.earned);
  }
  for (const row of ofLanguages)
    found.of(Number(row.order_id)).speaking.add(String(row.day), row.subscribers);
  return found;
}
