/**
 * Compares the counters of unpaid joins to the subscribers. A subscriber who comes back and is not paid for is counted each time,
 * and no row says how often: so a counter of a reason for that may hold more.
 */
import { returnReasons } from '../../core/subscriptions/index.js';
import { CHARGE } from '../work/subscription-row.js';
import { statement, type Work } from '../work/statement.js';
import { Sums } from './findings.js';
import { endOf, type Place, ROWS_AT_ONCE, walk, type Walking } from './walking.js';

/**
 * Counters that are compared in one pass over the subscribers, who are kept by user and not by order. More counters take
 * another pass.
 */
const COUNTERS_AT_ONCE = 100_000;
/** Beyond every order's id. */
const LAST_ORDER = Number.MAX_SAFE_INTEGER;

interface CounterRow {
  order_id: number;
  day: number;
  bot_id: number;
  reason: string;
  joins: number;
}

/** `reason` is null where the row only marks the end of its page. */
interface SubscriberRow {
  user_id: number;
  order_id: number;
  bot_id: number;
  at_ms: number;
  reason: string | null;
}

type CounterKey = readonly [orderId: number, day: number, botId: number, reason: string];
type Member = readonly [userId: number, orderId: number];
/** Orders after the one, and up to the other. */
type Range = readonly [after: number, to: number];

const cut = statement<[after: number], { order_id: number }>(
  `SELECT order_id FROM unpaid_days WHERE order_id > $1 ORDER BY order_id
   LIMIT 1 OFFSET ${String(COUNTERS_AT_ONCE)}`,
);
const counters = statement<[...CounterKey, to: number, toDay: number], CounterRow>(
  `SELECT order_id, day, bot_id, reason, joins FROM unpaid_days
   WHERE (order_id, day, bot_id, reason) > ($1, $2, $3, $4) AND order_id <= $5 AND day <= $6
   ORDER BY order_id, day, bot_id, reason LIMIT ${String(ROWS_AT_ONCE)}`,
);
/** Of each page the unpaid ones between two orders, and its last, wherever that belongs. */
const subscribers = statement<[...Member, ...Range, limit: number], SubscriberRow>(
  `WITH page AS MATERIALIZED (SELECT user_id, order_id, bot_id, at_ms,
       CASE WHEN charge = ${String(CHARGE.none)} AND order_id > $3 AND order_id <= $4 THEN reason END AS reason
     FROM subscriptions WHERE (user_id, order_id) > ($1, $2)
     ORDER BY user_id, order_id LIMIT $5)
   SELECT * FROM page WHERE reason IS NOT NULL OR (user_id, order_id) =
     (SELECT user_id, order_id FROM page ORDER BY user_id DESC, order_id DESC LIMIT 1)
   ORDER BY user_id, order_id`,
);

/** Of the days that are over, which are not written to any more: so no two slices have to be of one moment. */
export function* checkUnpaid(walking: Walking, place: Place): Work<Place> {
  const [userId = Number.MIN_SAFE_INTEGER, orderId = 0, after = 0, to = LAST_ORDER] =
    place ?? (yield* begin(walking, 0));
  const range: Range = [after, to];
  const last = yield* addUp(walking, range, [userId, orderId]);
  if (last !== null) return [...last, ...range];
  const found = yield* readCounters(walking, range);
  walking.findings.expectSums(walking.memory.unpaid, found, (ofOrder, day, botId, reason = '') => ({
    orderId: Number(ofOrder),
    day: Number(day),
    botId: Number(botId),
    reason,
  }));
  return to === LAST_ORDER ? null : yield* begin(walking, to);
}

/** Another pass over the subscribers. */
function* begin({ memory }: Walking, after: number): Work<readonly number[]> {
  memory.unpaid = new Sums();
  const to = (yield* cut.get(after))?.order_id ?? LAST_ORDER;
  return [Number.MIN_SAFE_INTEGER, 0, after, to];
}

const ofReturns: ReadonlySet<string> = new Set(returnReasons);

function* readCounters({ pass, memory }: Walking, [after, to]: Range): Work<Sums<'unpaid_joins'>> {
  const found = new Sums<'unpaid_joins'>();
  const start: CounterKey = [after, Number.MAX_SAFE_INTEGER, 0, ''];
  yield* walk(start, function* (place) {
    const rows = yield* counters.all(...place, to, pass.to.day);
    for (const { order_id: orderId, day, bot_id: botId, reason, joins } of rows) {
      const key = keyOf([orderId, day, botId, reason]);
      const [counted, expected] = [BigInt(joins), memory.unpaid.of(key)];
      found.add(key, ofReturns.has(reason) && counted > expected ? expected : counted);
    }
    return endOf<CounterRow, CounterKey>(rows, (row) => [row.order_id, row.day, row.bot_id, row.reason]);
  });
  return found;
}

/** @returns the last that was added to what the counters must hold; null after all of them */
function* addUp({ pass, memory, dayOf, pace }: Walking, range: Range, from: Member): Work<Member | null> {
  const rows = yield* subscribers.all(...from, ...range, pace.unpaid);
  for (const { order_id: orderId, bot_id: botId, at_ms: atMs, reason } of rows) {
    const day = dayOf(atMs);
    if (reason !== null && day <= pass.to.day) memory.unpaid.add(keyOf([orderId, day, botId, reason]), 1n);
  }
  const last = rows.at(-1);
  return last === undefined ? null : [last.user_id, last.order_id];
}

const keyOf = (key: CounterKey) => `unpaid_joins:${key.map(String).join(':')}` as const;
