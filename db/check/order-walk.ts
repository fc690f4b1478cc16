/** Holds each subscriber to the entry that charged them, and the counters of their order to both. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { SERVICE } from '../../core/ledger/index.js';
import { type Booked, type Findings, ROWS_AT_ONCE } from './findings.js';
import { createOrderCounters } from './order-counters.js';
import { addSubscriber, emptySums, type OrderSums, type SubscriberRow } from './order-sums.js';

/** Of what an entry did to each person as a whole: whichever of their accounts it took from. */
const spent = (entryId: string, sum: string) =>
  `(SELECT ${sum} FROM (SELECT sum(amount_micros) AS amount FROM postings JOIN ledger_accounts USING (ledger_account_id)
     WHERE entry_id = ${entryId} GROUP BY owner_id))`;

export function createOrderWalk(connection: Connection, dayOf: (atMs: number) => number) {
  const orders = connection.prepareExact<[number], { order_id: bigint; quantity_now: bigint }>(
    `SELECT order_id, quantity_now FROM orders WHERE order_id > ? ORDER BY order_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );
  const feeAccount = connection.prepare<[number], { id: number }>(
    "SELECT ledger_account_id AS id FROM ledger_accounts WHERE owner_id = ? AND kind = 'fee'",
  );
  const subscribers = connection.prepareExact<
    { orderId: number; atMs: bigint; userId: bigint; fee: number }[],
    SubscriberRow
  >(
    `SELECT s.user_id, s.bot_id, s.at_ms, s.charge, s.price_micros AS price, s.entry_id, e.at_ms AS charged_at_ms,
       ${spent('s.entry_id', '-sum(min(amount, 0))')} AS paid,
       (SELECT amount_micros FROM postings WHERE entry_id = s.entry_id AND ledger_account_id = @fee) AS fee,
       r.entry_id AS reversal_id, r.at_ms AS reversed_at_ms,
       ${spent('r.entry_id', 'sum(max(amount, 0))')} AS given_back,
       (SELECT amount_micros FROM postings WHERE entry_id = r.entry_id AND ledger_account_id = @fee) AS fee_back
     FROM subscriptions AS s LEFT JOIN ledger_entries AS e ON e.entry_id = s.entry_id AND e.kind = 'charge'
     LEFT JOIN ledger_entries AS r ON r.about_entry_id = s.entry_id AND r.kind = 'reversal'
     WHERE s.order_id = @orderId AND s.charge > 0 AND (s.at_ms, s.user_id) > (@atMs, @userId)
     ORDER BY s.at_ms, s.user_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );
  const compareCounters = createOrderCounters(connection);

  return async (findings: Findings): Promise<Booked> => {
    const about = { charges: 0n, reversals: 0n };
    const fee = feeAccount.get(SERVICE)?.id ?? 0;
    const addUp = async (orderId: number): Promise<OrderSums> => {
      const sums = emptySums();
      for (let atMs = -1n, userId = 0n; ;) {
        const rows = subscribers.all({ orderId, atMs, userId, fee });
        for (const row of rows) addSubscriber(findings, sums, about, row, orderId, dayOf);
        const end = rows.at(-1);
        if (end === undefined || rows.length < ROWS_AT_ONCE) return sums;
        ({ at_ms: atMs, user_id: userId } = end);
        await turn();
      }
    };
    for (let after = 0; ;) {
      const rows = orders.all(after);
      for (const { order_id, quantity_now: quantityNow } of rows) {
        const orderId = Number(order_id);
        const sums = await addUp(orderId);
        findings.expect('order_quantity', { orderId }, sums.quantityNow, quantityNow);
        compareCounters(findings, orderId, sums);
        findings.outcome.orders += 1;
        await turn();
      }
      if (rows.length < ROWS_AT_ONCE) return about;
      after = Number(rows.at(-1)?.order_id ?? 0n);
    }
  };
}
