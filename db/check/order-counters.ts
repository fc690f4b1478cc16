/** The counters by day of some orders. */
import { exactStatement, together, type Work } from '../work/statement.js';
import { emptySums, type OrderSums } from './order-sums.js';

/** Orders whose ids lie between two, and days after the one, up to the other. */
type Range = [from: number, to: number, afterDay: number, toDay: number];

type PairRow = Record<'order_id' | 'day' | 'bot_id' | 'subscribers' | 'paid' | 'earned', bigint>;

const of = (table: string, columns: string, rest = '') =>
  `SELECT orders.order_id, day, ${columns} FROM orders JOIN ${table} ON ${table}.order_id = orders.order_id
     AND day > $3 AND day <= $4 WHERE orders.order_id BETWEEN $1 AND $2${rest}`;
const days = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint; value: bigint }>(
  of('order_days', 'subscribers, value_micros AS value'),
);
/** Those that were only shown are as many again as bots, and say nothing here. */
const pairs = exactStatement<Range, PairRow>(
  of(
    'pair_days',
    'bot_id, subscribers, paid_micros AS paid, earned_micros AS earned',
    ' AND (subscribers <> 0 OR paid_micros <> 0 OR earned_micros <> 0)',
  ),
);
const languages = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint }>(
  of('language_days', 'sum(subscribers) AS subscribers', ' GROUP BY orders.order_id, day'),
);

/** What is added up of each of some orders. */
export class SumsByOrder {
  readonly #sums = new Map<number, OrderSums>();

  of(orderId: number): OrderSums {
    const known = this.#sums.get(orderId) ?? emptySums();
    this.#sums.set(orderId, known);
    return known;
  }

  forget(orderId: number): void {
    this.#sums.delete(orderId);
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
