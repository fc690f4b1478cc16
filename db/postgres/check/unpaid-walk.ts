/** Holds the counters of joins that nobody pays for to the subscribers themselves. */
import type { Findings } from '../../check/findings.js';
import {
  compareUnpaid,
  COUNTERS_AT_ONCE,
  emptyUnpaid,
  LAST_ORDER,
  type UnpaidCounterRow,
  unpaidKey,
  type UnpaidSubscriberRow,
  type UnpaidSums,
} from '../../check/unpaid-sums.js';
import { CHARGE } from '../../repositories/standing-row.js';
import { statement, type Transaction } from '../statement.js';

/** Rows that hold up the event loop for a few milliseconds. */
const COUNTERS_A_PAGE = 1_000;
/** Rows that one statement looks at: a few tens of milliseconds of the database. */
const SUBSCRIBERS_A_PAGE = 20_000;

type CounterKey = [orderId: number, day: number, botId: number, reason: string];
/** `reason` is null where the row only tells the end of its page. */
type SubscriberRow = UnpaidSubscriberRow & { reason: string | null };

const cut = statement<[after: number], { order_id: number }>(
  `SELECT order_id FROM unpaid_days WHERE order_id > $1 ORDER BY order_id
   LIMIT 1 OFFSET ${String(COUNTERS_AT_ONCE)}`,
);
const counters = statement<[...CounterKey, to: number], UnpaidCounterRow>(
  `SELECT order_id, day, bot_id, reason, joins FROM unpaid_days
   WHERE (order_id, day, bot_id, reason) > ($1, $2, $3, $4) AND order_id <= $5
   ORDER BY order_id, day, bot_id, reason LIMIT ${String(COUNTERS_A_PAGE)}`,
);
/** Of each page the unpaid ones between two orders, and its last, wherever that belongs. */
const subscribers = statement<[userId: number, orderId: number, after: number, to: number], SubscriberRow>(
  `WITH page AS MATERIALIZED (SELECT user_id, order_id, bot_id, at_ms,
       CASE WHEN charge = ${String(CHARGE.none)} AND order_id > $3 AND order_id <= $4 THEN reason END AS reason
     FROM subscriptions WHERE (user_id, order_id) > ($1, $2)
     ORDER BY user_id, order_id LIMIT ${String(SUBSCRIBERS_A_PAGE)})
   SELECT * FROM page WHERE reason IS NOT NULL OR (user_id, order_id) =
     (SELECT user_id, order_id FROM page ORDER BY user_id DESC, order_id DESC LIMIT 1)
   ORDER BY user_id, order_id`,
);

export async function checkUnpaid(
  transaction: Transaction,
  findings: Findings,
  dayOf: (atMs: number) => number,
): Promise<void> {
  const readCounters = async (sums: UnpaidSums, after: number, to: number): Promise<void> => {
    for (let place: CounterKey | undefined = [after, Number.MAX_SAFE_INTEGER, 0, '']; place !== undefined;) {
      const rows: UnpaidCounterRow[] = await counters.all(transaction, ...place, to);
      for (const row of rows)
        sums.found.add(unpaidKey(row.order_id, row.day, row.bot_id, row.reason), BigInt(row.joins));
      const last = rows.length < COUNTERS_A_PAGE ? undefined : rows.at(-1);
      place = last && [last.order_id, last.day, last.bot_id, last.reason];
    }
  };

  const addUp = async (sums: UnpaidSums, after: number, to: number): Promise<void> => {
    for (let place: [number, number] | undefined = [Number.MIN_SAFE_INTEGER, 0]; place !== undefined;) {
      const rows: SubscriberRow[] = await subscribers.all(transaction, ...place, after, to);
      for (const { order_id: orderId, bot_id: botId, at_ms: atMs, reason } of rows)
        if (reason !== null) sums.expected.add(unpaidKey(orderId, dayOf(atMs), botId, reason), 1n);
      const last = rows.at(-1);
      place = last && [last.user_id, last.order_id];
    }
  };

  for (let after = 0; after < LAST_ORDER;) {
    const to = (await cut.get(transaction, after))?.order_id ?? LAST_ORDER;
    const sums = emptyUnpaid();
    await readCounters(sums, after, to);
    await addUp(sums, after, to);
    compareUnpaid(findings, sums);
    after = to;
  }
}
