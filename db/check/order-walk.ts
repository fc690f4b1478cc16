/** Holds each subscriber to the entry that charged them, and the counters of their order to both. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { SERVICE } from '../repositories/ledger-entry.js';
import { CHARGE } from '../repositories/standing-row.js';
import { type Booked, type Findings, ROWS_AT_ONCE } from './findings.js';
import { createOrderCounters, emptySums, type OrderSums } from './order-counters.js';

interface SubscriberRow {
  user_id: bigint;
  bot_id: bigint;
  at_ms: bigint;
  charge: bigint;
  price: bigint;
  entry_id: bigint | null;
  charged_at_ms: bigint | null;
  paid: bigint | null;
  fee: bigint | null;
  reversal_id: bigint | null;
  reversed_at_ms: bigint | null;
  given_back: bigint | null;
  fee_back: bigint | null;
}

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
       (SELECT -sum(min(amount_micros, 0)) FROM postings WHERE entry_id = s.entry_id) AS paid,
       (SELECT amount_micros FROM postings WHERE entry_id = s.entry_id AND ledger_account_id = @fee) AS fee,
       r.entry_id AS reversal_id, r.at_ms AS reversed_at_ms,
       (SELECT sum(max(amount_micros, 0)) FROM postings WHERE entry_id = r.entry_id) AS given_back,
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

/** Adds a subscriber to what the counters must hold, by their entries, and holds those to each other. */
function addSubscriber(
  findings: Findings,
  sums: OrderSums,
  about: Booked,
  row: SubscriberRow,
  orderId: number,
  dayOf: (atMs: number) => number,
): void {
  const place = { orderId, userId: Number(row.user_id), botId: Number(row.bot_id) };
  findings.outcome.subscribers += 1;
  const day = dayOf(Number(row.at_ms));
  const bot = String(row.bot_id);
  sums.subscribers.add(String(day), 1n);
  sums.pairSubscribers.add(`${String(day)}:${bot}`, 1n);
  const isReversed = row.charge === BigInt(CHARGE.reversed);
  if (!isReversed) sums.quantityNow += 1n;
  const fee = row.fee ?? 0n;
  const book = (atMs: bigint, sign: bigint) => {
    const on = String(dayOf(Number(atMs)));
    sums.value.add(on, sign * row.price);
    sums.pairPaid.add(`${on}:${bot}`, sign * row.price);
    sums.pairEarned.add(`${on}:${bot}`, sign * (row.price - fee));
  };
  if (row.entry_id === null) {
    findings.expect('charge', place, 0n, row.price);
    return;
  }
  const entry = { ...place, entryId: Number(row.entry_id) };
  const paid = row.paid ?? 0n;
  // An advertiser who is the publisher too has one wallet, from which the fee alone leaves.
  const isOwn = paid === fee && paid < row.price;
  if (row.charged_at_ms === null || !isOwn) findings.expect('charge', entry, paid, row.price);
  if (row.charged_at_ms !== null) {
    about.charges += 1n;
    book(row.charged_at_ms, 1n);
  }
  findings.expect('reversal', entry, row.reversal_id === null ? 0n : 1n, isReversed ? 1n : 0n);
  if (row.reversal_id === null || row.reversed_at_ms === null) return;
  about.reversals += 1n;
  book(row.reversed_at_ms, -1n);
  const reversal = { ...entry, entryId: Number(row.reversal_id) };
  findings.expect('reversal', reversal, paid, row.given_back ?? 0n);
  findings.expect('reversal', reversal, -fee, row.fee_back ?? 0n);
}
