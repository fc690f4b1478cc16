/** The counters by day of one order, and what they must hold. */
import type { Connection } from '../connection.js';
import { type Findings, Sums } from './findings.js';

interface PairRow {
  day: bigint;
  bot_id: bigint;
  subscribers: bigint;
  paid: bigint;
  earned: bigint;
}

/** What the counters of one order must hold. */
export interface OrderSums {
  quantityNow: bigint;
  subscribers: Sums;
  value: Sums;
  pairSubscribers: Sums;
  pairPaid: Sums;
  pairEarned: Sums;
}

export const emptySums = (): OrderSums => ({
  quantityNow: 0n,
  subscribers: new Sums(),
  value: new Sums(),
  pairSubscribers: new Sums(),
  pairPaid: new Sums(),
  pairEarned: new Sums(),
});

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
    for (const row of days.all(orderId)) {
      found.subscribers.add(String(row.day), row.subscribers);
      found.value.add(String(row.day), row.value);
    }
    for (const row of pairs.all(orderId)) {
      const key = `${String(row.day)}:${String(row.bot_id)}`;
      found.pairSubscribers.add(key, row.subscribers);
      found.pairPaid.add(key, row.paid);
      found.pairEarned.add(key, row.earned);
    }
    const speaking = new Sums();
    for (const row of languages.all(orderId)) speaking.add(String(row.day), row.subscribers);
    const ofDay = (key: string) => ({ orderId, day: Number(key) });
    const ofPair = (key: string) => {
      const [day, botId] = key.split(':').map(Number);
      return { orderId, ...(day === undefined ? {} : { day }), ...(botId === undefined ? {} : { botId }) };
    };
    findings.expectSums('order_day_subscribers', sums.subscribers, found.subscribers, ofDay);
    findings.expectSums('order_day_value', sums.value, found.value, ofDay);
    findings.expectSums('language_day_subscribers', sums.subscribers, speaking, ofDay);
    findings.expectSums('pair_day_subscribers', sums.pairSubscribers, found.pairSubscribers, ofPair);
    findings.expectSums('pair_day_paid', sums.pairPaid, found.pairPaid, ofPair);
    findings.expectSums('pair_day_earned', sums.pairEarned, found.pairEarned, ofPair);
  };
}
