/** Figures of orders and holds that are over, as they stand in the database. */
import type { Audit } from './audit.js';

const RATE_DAYS = 7;

export function openFigures(database: Audit) {
  const sums = database.prepare<[number, number], { impressions: number | null; subscribers: number | null }>(
    `SELECT CAST(sum(impressions) AS INTEGER) AS impressions, CAST(sum(subscribers) AS INTEGER) AS subscribers FROM order_days
     WHERE order_id = ? AND day >= ?`,
  );
  const since = database.prepare<[number, number], { count: number }>(
    'SELECT count(*) AS count FROM subscriptions WHERE order_id = ? AND charge > 0 AND at_ms >= ?',
  );
  const missed = database.prepare<[number, number, number], { count: number }>(
    `SELECT count(*) AS count FROM subscriptions
     WHERE order_id = ? AND reason IN ('order_full', 'no_money') AND at_ms >= ? AND at_ms < ?`,
  );
  const paying = database.prepare<[number], { state: string }>(
    `SELECT state FROM withdrawals WHERE withdrawal_id = ? AND state = 'paying'`,
  );
  const holdsDue = database.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM subscriptions WHERE hold_until_ms IS NOT NULL AND hold_until_ms <= ?',
  );
  const unseen = database.prepare<[], { order_id: number; unseen_since_ms: number }>(
    `SELECT order_id, unseen_since_ms FROM orders WHERE unseen_since_ms IS NOT NULL AND check_state = 'ok'
     ORDER BY order_id`,
  );
  return {
    /** Orders whose users are to be looked for, and since when they could not be seen. */
    unseen: () => unseen.all().map((row) => ({ orderId: row.order_id, sinceMs: row.unseen_since_ms })),
    /** Of the days by which an order is ranked, but for subscribers who came after that moment. */
    figures: (
      orderId: number,
      day: number,
      untilMs: number,
    ): { impressions: number; subscribers: number } => {
      const row = sums.get(orderId, day - RATE_DAYS + 1);
      const later = since.get(orderId, untilMs)!.count;
      return {
        impressions: row?.impressions ?? 0,
        subscribers: Math.max(0, (row?.subscribers ?? 0) - later),
      };
    },
    /** Joins of a day, until that moment, for which nothing was left. */
    missed: (orderId: number, day: number, untilMs: number): number =>
      missed.get(orderId, day * 86_400_000, untilMs)!.count,
    isPaying: (withdrawalId: number) => paying.get(withdrawalId) !== undefined,
    holdsDue: (nowMs: number): number => holdsDue.get(nowMs)!.count,
  };
}
