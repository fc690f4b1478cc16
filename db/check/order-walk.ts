/** Holds each subscriber to the entry that charged them, and the counters of their order to both. */
import { exactStatement, type Work } from '../work/statement.js';
import { readMoved } from './booked.js';
import type { Booked, Findings } from './findings.js';
import { readCounters, SumsByOrder } from './order-counters.js';
import { addSubscriber, compareSums, type SubscriberRow } from './order-sums.js';
import { endOf, type Pace, ROWS_AT_ONCE, walk } from './pages.js';

interface OrderRow {
  order_id: bigint;
  quantity_now: bigint;
}

type Place = readonly [orderId: number, atMs: number, userId: number];

const orders = exactStatement<[after: number], OrderRow>(
  `SELECT order_id, quantity_now FROM orders WHERE order_id > $1 ORDER BY order_id LIMIT ${String(ROWS_AT_ONCE)}`,
);
const subscribers = exactStatement<
  [...Place, lastOrderId: number, limit: number],
  SubscriberRow & { order_id: bigint }
>(
  `SELECT page.order_id, page.user_id, page.bot_id, page.at_ms, page.charge, page.price_micros AS price, page.entry_id,
     charged.at_ms AS charged_at_ms, returned.entry_id AS reversal_id, returned.at_ms AS reversed_at_ms
   FROM (SELECT * FROM subscriptions
     WHERE (order_id, at_ms, user_id) > ($1, $2, $3) AND order_id <= $4 AND charge > 0
     ORDER BY order_id, at_ms, user_id LIMIT $5) AS page
   LEFT JOIN ledger_entries AS charged ON charged.entry_id = page.entry_id AND charged.kind = 'charge'
   LEFT JOIN ledger_entries AS returned ON returned.about_entry_id = page.entry_id AND returned.kind = 'reversal'
   ORDER BY page.order_id, page.at_ms, page.user_id`,
);

type DayOf = (atMs: number) => number;

export function* checkOrders(findings: Findings, dayOf: DayOf, pace: Pace): Work<Booked> {
  const about = { charges: 0n, reversals: 0n };
  yield* walk(0, function* (after) {
    const page = yield* orders.all(after);
    for (let from = 0; from < page.length; from += pace.orders)
      yield* checkSome(findings, about, page.slice(from, from + pace.orders), { dayOf, pace });
    return endOf(page, (row) => Number(row.order_id));
  });
  return about;
}

/** Orders that follow each other. */
function* checkSome(
  findings: Findings,
  about: Booked,
  some: readonly OrderRow[],
  { dayOf, pace }: { dayOf: DayOf; pace: Pace },
): Work<void> {
  const [from, to] = [Number(some[0]?.order_id ?? 0n), Number(some.at(-1)?.order_id ?? 0n)];
  const expected = new SumsByOrder();
  const start: Place = [from, -1, 0];
  yield* walk(start, function* (place) {
    const rows = yield* subscribers.all(...place, to, pace.subscribers);
    const moved = yield* readMoved(rows.flatMap((row) => [row.entry_id, row.reversal_id]));
    for (const row of rows) {
      const orderId = Number(row.order_id);
      const entries = { charged: moved(row.entry_id), returned: moved(row.reversal_id) };
      addSubscriber(findings, expected.of(orderId), about, { ...row, ...entries }, orderId, dayOf);
    }
    const placeOf = (row: (typeof rows)[number]) =>
      [Number(row.order_id), Number(row.at_ms), Number(row.user_id)] as const;
    return endOf<(typeof rows)[number], Place>(rows, placeOf, pace.subscribers);
  });
  const found = yield* readCounters(from, to);
  for (const { order_id: id, quantity_now: quantityNow } of some) {
    const orderId = Number(id);
    const sums = expected.of(orderId);
    findings.expect('order_quantity', { orderId }, sums.quantityNow, quantityNow);
    compareSums(findings, orderId, sums, found.of(orderId));
    findings.outcome.orders += 1;
  }
}
