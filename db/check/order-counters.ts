/** The counters by day of one order, and what they must hold. */
import type { Connection } from '../connection.js';
import type { Findings } from './findings.js';
import { compareSums, emptySums, type OrderSums } from './order-sums.js';

interface PairRow {
  day: bigint;
  bot_id: bigint;
  subscribers: bigint;
  paid: bigint;
  earned: bigint;
}

export function createOrderCounters(connection: Connection) {
  const days = connection.prepareExact<[number], { day: bigint; subscribers: bigint; value: bigint }>(
    'SELECT day, subscribers, value_micros AS value FROM order_days WHERE order_id = ?',
  );
  const pairs = connection.prepareExact<[number], PairRow>(
    `SELECT day, bot_id, subscribers, paid_micros AS paid, earned_micros AS earned FROM pair_days
     WHERE order_id = ?`,
  );
  const languages = connection.prepareExact<[number], { day: bigint; subscribers: bigint }>(
    'SELECT day, sum(subscribers) AS subscribers FROM language_days WHERE order_id = ? GROUP BY day',
  );

  return (findings: Findings, orderId: number, sums: OrderSums): void => {
    const found = emptySums();
    for (const { day, subscribers, value } of days.all(orderId)) {
      found.subscribers.add(String(day), subscribers);
      found.value.add(String(day), value);
    }
    for (const pair of pairs.all(orderId)) {
      const key = `${String(pair.day)}:${String(pair.bot_id)}`;
      found.pairSubscribers.add(key, pair.subscribers);
      found.pairPaid.add(key, pair.paid);
      found.pairEarned.add(key, pair.earned);
    }
    for (const { day, subscribers } of languages.all(orderId)) found.speaking.add(String(day), subscribers);
    compareSums(findings, orderId, sums, found);
  };
}
