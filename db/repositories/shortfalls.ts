/**
 * Tells owners that an order is not shown because their wallet cannot pay for one more subscriber, in the deed that
 * made it so: whatever took the money, and also where an order begins to run or grows dearer. Once for each time: again
 * only after money was put in or came back, or a day later; what bots earn in between is no new beginning.
 */
import { outOfMoneyNotice } from '../../core/orders/index.js';
import type { Connection } from '../connection.js';
import type { NoticeQueue } from './notice-queue.js';

const AGAIN_MS = 86_400_000;
/** Orders told of in one deed. */
const TOLD_MAX = 1_000;

export interface Shortfalls {
  /** Inside a deed: a wallet fell, from one balance to another. */
  fell(accountId: number, balance: { beforeMicros: bigint; afterMicros: bigint }, nowMs: number): void;
  /** Inside a deed: money was put in, or came back. */
  refilled(accountId: number): void;
  /** Inside a deed: the order may run from now on, or cost more. */
  changed(orderId: number, nowMs: number): void;
}

interface ShortRow {
  order_id: number;
  account_id: number;
  name: string;
  quantity_now: number;
  /** The latest; null when there is none. */
  entry_id: number | null;
}

export function createShortfalls(connection: Connection, notices: NoticeQueue): Shortfalls {
  // An order that is free, and shown in its owner's bots alone, costs nothing.
  const short = `SELECT order_id, account_id, name, quantity_now, (SELECT max(entry_id) FROM ledger_entries) AS entry_id
    FROM orders
    WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all
      AND (is_free = 0 OR places <> 0) AND coalesce(short_told_at_ms, 0) <= ?`;
  const crossed = connection.prepare<[number, number, bigint, bigint], ShortRow>(
    `${short} AND account_id = ? AND real_price_micros > ? AND real_price_micros <= ?
     ORDER BY real_price_micros LIMIT ${String(TOLD_MAX)}`,
  );
  const ofOrder = connection.prepare<[number, number], ShortRow>(
    `${short} AND order_id = ? AND real_price_micros > coalesce(
       (SELECT balance_micros FROM ledger_accounts WHERE owner_id = orders.account_id AND kind = 'wallet'), 0)`,
  );
  const markTold = connection.prepare<[number, number]>(
    'UPDATE orders SET short_told_at_ms = ? WHERE order_id = ?',
  );
  const forget = connection.prepare<[number]>(
    'UPDATE orders SET short_told_at_ms = NULL WHERE account_id = ? AND short_told_at_ms IS NOT NULL',
  );

  const tell = (row: ShortRow, nowMs: number) => {
    const { order_id: orderId, account_id: accountId, name, quantity_now: quantityNow } = row;
    markTold.run(nowMs, orderId);
    const time = `${String(nowMs)}:${String(row.entry_id ?? 0)}`;
    notices.queue([outOfMoneyNotice({ orderId, accountId, name, quantityNow }, time)], nowMs);
  };

  return {
    fell: (accountId, { beforeMicros, afterMicros }, nowMs) => {
      for (const row of crossed.all(nowMs - AGAIN_MS, accountId, afterMicros, beforeMicros)) tell(row, nowMs);
    },
    refilled: (accountId) => {
      forget.run(accountId);
    },
    changed: (orderId, nowMs) => {
      const row = ofOrder.get(nowMs - AGAIN_MS, orderId);
      if (row !== undefined) tell(row, nowMs);
    },
  };
}
