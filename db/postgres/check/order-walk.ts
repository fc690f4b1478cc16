/** Holds each subscriber to the entry that charged them, and the counters of their order to both. */
import type { Booked, Findings } from '../../check/findings.js';
import {
  addSubscriber,
  compareSums,
  emptySums,
  type OrderSums,
  type SubscriberRow,
} from '../../check/order-sums.js';
import { SERVICE } from '../../../core/ledger/index.js';
import type { Transaction } from '../statement.js';
import { exactStatement } from './exact.js';
import { readCounters } from './order-counters.js';

/** What belongs to so many orders is held in memory at a time. */
const ORDERS_AT_ONCE = 20;
/** Rows that hold up the event loop for a few milliseconds. */
const SUBSCRIBERS_AT_ONCE = 500;

type OrderRow = { order_id: bigint; quantity_now: bigint };
type ChargedRow = SubscriberRow & { order_id: bigint };
type Place = [orderId: bigint, atMs: bigint, userId: bigint];

const orders = exactStatement<[after: bigint], OrderRow>(
  `SELECT order_id, quantity_now FROM orders WHERE order_id > $1 ORDER BY order_id LIMIT ${String(ORDERS_AT_ONCE)}`,
);
/** All the drawers that the service keeps fees in: see `ledger-writes.ts`. */
const feeAccounts = exactStatement<[number], { id: bigint }>(
  "SELECT ledger_account_id AS id FROM ledger_accounts WHERE owner_id <= $1 AND kind = 'fee'",
);
/** What an entry did to each person as a whole, whichever of their accounts it took from; `$5` the accounts of fees. */
const byPerson = (entryId: string) =>
  `(SELECT sum(amount_micros) AS amount,
      sum(amount_micros) FILTER (WHERE ledger_account_id = ANY ($5::bigint[])) AS fee_part
    FROM postings JOIN ledger_accounts USING (ledger_account_id) WHERE postings.entry_id = ${entryId}
    GROUP BY owner_id) AS each`;
/** `$1`, `$2`, `$3` the place of the last, `$4` the last order, `$5` the accounts of fees. */
const subscribers = exactStatement<[...Place, to: bigint, fees: bigint[]], ChargedRow>(
  `SELECT s.order_id, s.user_id, s.bot_id, s.at_ms, s.charge, s.price_micros AS price, s.entry_id,
     e.at_ms AS charged_at_ms, booked.paid::text AS paid, booked.fee::text AS fee,
     r.entry_id AS reversal_id, r.at_ms AS reversed_at_ms,
     returned.given_back::text AS given_back, returned.fee_back::text AS fee_back
   FROM (SELECT * FROM subscriptions WHERE order_id BETWEEN $1 AND $4 AND charge > 0
       AND (order_id, at_ms, user_id) > ($1, $2, $3)
     ORDER BY order_id, at_ms, user_id LIMIT ${String(SUBSCRIBERS_AT_ONCE)}) AS s
   LEFT JOIN ledger_entries AS e ON e.entry_id = s.entry_id AND e.kind = 'charge'
   LEFT JOIN ledger_entries AS r ON r.about_entry_id = s.entry_id AND r.kind = 'reversal'
   CROSS JOIN LATERAL (SELECT -sum(LEAST(amount, 0)) AS paid, sum(fee_part) AS fee
     FROM ${byPerson('s.entry_id')}) AS booked
   CROSS JOIN LATERAL (SELECT sum(GREATEST(amount, 0)) AS given_back, sum(fee_part) AS fee_back
     FROM ${byPerson('r.entry_id')}) AS returned
   ORDER BY s.order_id, s.at_ms, s.user_id`,
);

export async function checkOrders(
  transaction: Transaction,
  findings: Findings,
  dayOf: (atMs: number) => number,
): Promise<Booked> {
  const about = { charges: 0n, reversals: 0n };
  const fees = (await feeAccounts.all(transaction, SERVICE)).map(({ id }) => id);

  /** @returns what the counters of these orders must hold */
  const addUp = async (from: bigint, to: bigint): Promise<(orderId: number) => OrderSums> => {
    const expected = new Map<number, OrderSums>();
    const of = (orderId: number) => {
      const known = expected.get(orderId) ?? emptySums();
      expected.set(orderId, known);
      return known;
    };
    for (let place: Place | undefined = [from, -1n, 0n]; place !== undefined;) {
      const rows: ChargedRow[] = await subscribers.all(transaction, ...place, to, fees);
      for (const row of rows) {
        const orderId = Number(row.order_id);
        addSubscriber(findings, of(orderId), about, row, orderId, dayOf);
      }
      const last = rows.at(-1);
      const isEnd = last === undefined || rows.length < SUBSCRIBERS_AT_ONCE;
      place = isEnd ? undefined : [last.order_id, last.at_ms, last.user_id];
    }
    return of;
  };

  const check = async (page: readonly OrderRow[], from: bigint, to: bigint) => {
    const expected = await addUp(from, to);
    const found = await readCounters(transaction, from, to);
    for (const { order_id: id, quantity_now: quantityNow } of page) {
      const orderId = Number(id);
      const sums = expected(orderId);
      findings.expect('order_quantity', { orderId }, sums.quantityNow, quantityNow);
      compareSums(findings, orderId, sums, found(orderId));
      findings.outcome.orders += 1;
    }
  };

  for (let after = 0n; ;) {
    const page = await orders.all(transaction, after);
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined) return about;
    await check(page, first.order_id, last.order_id);
    after = last.order_id;
  }
}
