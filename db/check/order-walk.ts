/** Holds each subscriber to the entry that charged them, and the counters of their order to both. */
import { exactStatement, type Work } from '../work/statement.js';
import { readMoved } from './booked.js';
import {
  addCharge,
  addSubscriber,
  compareSums,
  readCounters,
  type SubscriberRow,
  SumsByOrder,
} from './order-sums.js';
import { CHARGE } from '../work/subscription-row.js';
import { endOf, type Place, walk, type Walking } from './walking.js';

interface OrderRow {
  order_id: bigint;
  quantity_now: bigint;
}

/** All days. */
const EVER = [-1, Number.MAX_SAFE_INTEGER] as const;

type Came = readonly [orderId: number, atMs: number, userId: number];

type Row = SubscriberRow & { order_id: bigint };
type Undone = Pick<
  SubscriberRow,
  'entry_id' | 'charged_at_ms' | 'reversal_id' | 'reversed_at_ms' | 'undone_id'
>;

export const ordersAfter = exactStatement<[after: number, limit: number], OrderRow>(
  'SELECT order_id, quantity_now FROM orders WHERE order_id > $1 ORDER BY order_id LIMIT $2',
);
const subscribers = exactStatement<[...Came, lastOrderId: number, limit: number], Row>(
  `SELECT page.order_id, page.user_id, page.bot_id, page.at_ms, page.charge, page.price_micros AS price, page.entry_id,
     charged.at_ms AS charged_at_ms, charged.about_entry_id AS undone_id, returned.entry_id AS reversal_id, returned.at_ms AS reversed_at_ms
   FROM (SELECT * FROM subscriptions
     WHERE (order_id, at_ms, user_id) > ($1, $2, $3) AND order_id <= $4 AND charge > 0
     ORDER BY order_id, at_ms, user_id LIMIT $5) AS page
   LEFT JOIN ledger_entries AS charged ON charged.entry_id = page.entry_id AND charged.kind = 'charge'
   LEFT JOIN ledger_entries AS paid ON paid.about_entry_id = page.entry_id AND paid.kind = 'release'
   LEFT JOIN ledger_entries AS returned ON returned.about_entry_id = coalesce(paid.entry_id, page.entry_id)
     AND returned.kind IN ('reversal', 'fraud_reversal')
   ORDER BY page.order_id, page.at_ms, page.user_id`,
);

/** Charges that were taken back before their subscriber came back. */
const undone = exactStatement<[reversalIds: readonly bigint[]], Undone>(
  `SELECT returned.entry_id AS reversal_id, returned.at_ms AS reversed_at_ms, charged.entry_id,
     charged.at_ms AS charged_at_ms, charged.about_entry_id AS undone_id
   FROM ledger_entries AS returned JOIN ledger_entries AS charged ON charged.entry_id = returned.about_entry_id
   WHERE returned.entry_id = ANY ($1::bigint[])`,
);

/** Orders that follow each other, as they are at one moment. */
export function* checkOrders(walking: Walking, place: Place): Work<Place> {
  const { findings, pace } = walking;
  const some = yield* ordersAfter.all(place?.[0] ?? 0, pace.orders);
  if (some.length === 0) return null;
  const [from, to] = [Number(some[0]?.order_id ?? 0n), Number(some.at(-1)?.order_id ?? 0n)];
  const expected = yield* addUp(walking, from, to);
  const found = yield* readCounters(from, to, ...EVER);
  for (const { order_id: id, quantity_now: quantityNow } of some) {
    const orderId = Number(id);
    found.of(orderId).add('order_quantity:', quantityNow);
    compareSums(findings, orderId, expected.of(orderId), found.of(orderId));
    findings.outcome.orders += 1;
  }
  return endOf(some, (row) => [Number(row.order_id)], pace.orders);
}

/** @returns what the counters of these orders must hold */
function* addUp({ findings, dayOf, pace }: Walking, from: number, to: number): Work<SumsByOrder> {
  const expected = new SumsByOrder();
  const start: Came = [from, -1, 0];
  yield* walk(start, function* (place) {
    const rows = yield* subscribers.all(...place, to, pace.subscribers);
    for (const row of rows) addSubscriber(expected.of(Number(row.order_id)), row, dayOf);
    const charges = yield* withEarlier(rows);
    const moved = yield* readMoved(charges.flatMap((row) => [row.entry_id, row.reversal_id]));
    for (const row of charges) {
      const orderId = Number(row.order_id);
      const entries = { charged: moved(row.entry_id), returned: moved(row.reversal_id) };
      addCharge(findings, expected.of(orderId), { ...row, ...entries }, { orderId, dayOf });
    }
    findings.outcome.subscribers += rows.length;
    return endOf<Row, Came>(rows, cameOf, pace.subscribers);
  });
  return expected;
}

const cameOf = (row: Row) => [Number(row.order_id), Number(row.at_ms), Number(row.user_id)] as const;

/** One who came back was charged before: the charges of these subscribers, the newest first. */
function* withEarlier(rows: readonly Row[]): Work<Row[]> {
  const all = [...rows];
  for (let some = rows; some.length > 0;) {
    const ids = some.flatMap((row) => row.undone_id ?? []);
    const found = ids.length === 0 ? [] : yield* undone.all(ids);
    const byId = new Map(found.map((row) => [row.reversal_id, row]));
    some = some.flatMap((row) => {
      const before = byId.get(row.undone_id);
      return before === undefined ? [] : { ...row, ...before, charge: BigInt(CHARGE.reversed) };
    });
    all.push(...some);
  }
  return all;
}
