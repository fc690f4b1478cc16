/** Figures of orders and holds that are over, as they stand in the database. */
import type { Audit } from './audit.js';

const RATE_DAYS = 7;

export function openFigures(database: Audit) {
  const countOf = (where: string, ...values: (string | number)[]): number =>
    database.all<{ count: number }>(
      `SELECT count(*) AS count FROM subscriptions WHERE ${where}`,
      ...values,
    )[0]!.count;
  return {
    /** Orders whose users are to be looked for, and since when they could not be seen. */
    unseen: () =>
      database
        .all<{ order_id: number; unseen_since_ms: number }>(
          `SELECT order_id, unseen_since_ms FROM orders WHERE unseen_since_ms IS NOT NULL AND check_state = 'ok'
           ORDER BY order_id`,
        )
        .map((row) => ({ orderId: row.order_id, sinceMs: row.unseen_since_ms })),
    /** Of the days by which an order is ranked, but for subscribers who came after that moment. */
    figures: (
      orderId: number,
      day: number,
      untilMs: number,
    ): { impressions: number; subscribers: number } => {
      const [row] = database.all<{ impressions: number | null; subscribers: number | null }>(
        `SELECT CAST(sum(impressions) AS INTEGER) AS impressions, CAST(sum(subscribers) AS INTEGER) AS subscribers FROM order_days
         WHERE order_id = ? AND day >= ?`,
        orderId,
        day - RATE_DAYS + 1,
      );
      const later = countOf('order_id = ? AND charge > 0 AND at_ms >= ?', orderId, untilMs);
      return {
        impressions: row?.impressions ?? 0,
        subscribers: Math.max(0, (row?.subscribers ?? 0) - later),
      };
    },
    /** Joins of a day, until that moment, for which nothing was left. */
    missed: (orderId: number, day: number, untilMs: number): number =>
      countOf(
        "order_id = ? AND reason IN ('order_full', 'no_money') AND at_ms >= ? AND at_ms < ?",
        orderId,
        day * 86_400_000,
        untilMs,
      ),
    isPaying: (withdrawalId: number): boolean =>
      database.all(
        "SELECT state FROM withdrawals WHERE withdrawal_id = ? AND state = 'paying'",
        withdrawalId,
      )[0] !== undefined,
    holdsDue: (nowMs: number): number => countOf('hold_until_ms IS NOT NULL AND hold_until_ms <= ?', nowMs),
  };
}
