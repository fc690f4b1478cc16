/**
 * Notifies owners that an order is hidden because their wallet cannot pay for one more subscriber, in the
 * command that caused it: any booking that takes money, an order that starts or gets dearer. Again
 * only after money was deposited or came back, or a day later; earnings of bots do not count.
 */
import { costsNothing, outOfMoneyNotification, notifiedUntilMs } from '../../core/orders/index.js';
import { type OrderRow, runs } from './order-row.js';
import { lock, statement, type Work } from './statement.js';
import { queueNotifications } from './notifications.js';

/** Orders in one notification. */
const NOTIFIED_MAX = 1_000;

interface ShortRow {
  order_id: number;
  name: string;
  quantity_now: number;
  /** The latest; null when there is none. */
  entry_id: number | null;
}

const lastEntry = '(SELECT max(entry_id) FROM ledger_entries) AS entry_id';
const placed = 'quantity_now + CASE WHEN order_id = $5::bigint THEN 1 ELSE 0 END';
/** Orders that run and cost something, whose next subscriber the wallet could pay for before it fell, and cannot now. */
const crossed = statement<
  [
    notifiedUntilMs: number,
    accountId: number,
    afterMicros: bigint,
    beforeMicros: bigint,
    placed: number | null,
  ],
  ShortRow
>(
  `SELECT order_id, name, ${placed} AS quantity_now, ${lastEntry} FROM orders
   WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND ${placed} < quantity_all
     AND (is_free = 0 OR places <> 0) AND coalesce(short_notified_at_ms, 0) <= $1
     AND account_id = $2 AND real_price_micros > $3 AND real_price_micros <= $4
   ORDER BY real_price_micros, order_id LIMIT ${String(NOTIFIED_MAX)}`,
);
/**
 * Skips orders locked by another command, which waits for this wallet: they are notified but not marked, so
 * their owner may get a second notice within the day.
 */
const markNotified = statement<[nowMs: number, orderIds: number[]]>(
  `UPDATE orders SET short_notified_at_ms = $1 WHERE order_id IN
     (SELECT order_id FROM orders WHERE order_id = ANY($2::bigint[]) FOR NO KEY UPDATE SKIP LOCKED)`,
);
const holdWallet = lock<[accountId: number]>(
  `SELECT 1 FROM ledger_accounts WHERE owner_id = $1 AND kind = 'wallet' FOR SHARE`,
);
const ofOrder = statement<
  [orderId: number, notifiedUntilMs: number, accountId: number, priceMicros: number | bigint],
  { entry_id: number | null }
>(
  `SELECT ${lastEntry} FROM orders WHERE order_id = $1 AND coalesce(short_notified_at_ms, 0) <= $2
     AND $4::bigint > coalesce(
       (SELECT balance_micros FROM ledger_accounts WHERE owner_id = $3 AND kind = 'wallet'), 0)`,
);
const forget = statement<[accountId: number]>(
  `UPDATE orders SET short_notified_at_ms = NULL WHERE order_id IN
     (SELECT order_id FROM orders WHERE account_id = $1 AND short_notified_at_ms IS NOT NULL
      ORDER BY order_id FOR NO KEY UPDATE)`,
);

function* notify(accountId: number, rows: readonly ShortRow[], nowMs: number): Work<void> {
  if (rows.length === 0) return;
  yield* markNotified.run(
    nowMs,
    rows.map((row) => row.order_id),
  );
  const queued = rows.map(({ order_id: orderId, name, quantity_now: quantityNow, entry_id: entryId }) =>
    outOfMoneyNotification(
      { orderId, accountId, name, quantityNow },
      `${String(nowMs)}:${String(entryId ?? 0)}`,
    ),
  );
  yield* queueNotifications(queued, nowMs);
}

/**
 * Inside work that holds the wallet: it fell, from one balance to another.
 * @param chargedOrderId the order that it paid for, whose place is counted later
 */
export function* walletFell(
  accountId: number,
  { beforeMicros, afterMicros }: { beforeMicros: bigint; afterMicros: bigint },
  chargedOrderId: number | null,
  nowMs: number,
): Work<void> {
  const range = [accountId, afterMicros, beforeMicros] as const;
  const rows = yield* crossed.all(notifiedUntilMs(nowMs), ...range, chargedOrderId);
  yield* notify(accountId, rows, nowMs);
}

/** Inside other work: money was put in, or came back. */
export const walletRefilled = (accountId: number) => forget.run(accountId);

/** Inside work that holds the order: it may run from now on, or cost more. It is given as it will be written. */
export function* orderChanged(order: OrderRow, nowMs: number): Work<void> {
  if (!runs(order) || costsNothing({ isFree: order.is_free === 1, places: order.places })) return;
  const { order_id: orderId, account_id: accountId, real_price_micros: priceMicros } = order;
  yield* holdWallet.get(accountId);
  const row = yield* ofOrder.get(orderId, notifiedUntilMs(nowMs), accountId, priceMicros);
  if (row !== undefined) yield* notify(accountId, [{ ...order, ...row }], nowMs);
}
