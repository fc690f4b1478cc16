/** The counters of days that are over: those of orders against their entries and subscribers, those of bots against their pairs. */
import { exactStatement, together, type Work } from '../work/statement.js';
import { botsAfter, compareDays, type KeptDay } from './bot-walk.js';
import { addCame, compareSums, readCounters, type SumsByOrder } from './order-sums.js';
import { ordersAfter } from './order-walk.js';
import { endOf, firstMsOf, type Place, type Walking } from './walking.js';

type Range = [from: number, to: number];

// CROSS JOIN, here as in the sums of an order: a plain join lets SQLite go through all days of the page.
const came = exactStatement<
  [...Range, fromMs: number, untilMs: number],
  { order_id: bigint; bot_id: bigint; count: bigint }
>(
  `SELECT orders.order_id, bot_id, count(*) AS count FROM orders CROSS JOIN subscriptions
   WHERE orders.order_id BETWEEN $1 AND $2 AND subscriptions.order_id = orders.order_id
     AND charge > 0 AND at_ms >= $3 AND at_ms < $4 GROUP BY orders.order_id, bot_id`,
);
const of = (table: string, columns: string, rest = '') =>
  `SELECT bots.bot_id, day, ${columns} FROM bots CROSS JOIN ${table}
   WHERE bots.bot_id BETWEEN $1 AND $2 AND ${table}.bot_id = bots.bot_id AND day > $3 AND day <= $4${rest}`;
const botDays = exactStatement<[...Range, ...Range], KeptDay>(
  of('bot_days', 'subscribers, value_micros AS value'),
);
const pairDays = exactStatement<[...Range, ...Range], KeptDay>(
  of(
    'pair_days',
    'sum(subscribers) AS subscribers, sum(earned_micros) AS value',
    ' GROUP BY bots.bot_id, day',
  ),
);

export function* checkDaysOfOrders(walking: Walking, place: Place): Work<Place> {
  const { findings, memory, pace } = walking;
  const page = yield* ordersAfter.all(place?.[0] ?? 0, pace.ofDay);
  if (page.length === 0) return null;
  const range: Range = [Number(page[0]?.order_id ?? 0n), Number(page.at(-1)?.order_id ?? 0n)];
  const expected = yield* addUp(walking, range);
  const found = yield* readCounters(...range, ...daysOf(walking));
  for (const { order_id: id } of page) {
    const orderId = Number(id);
    compareSums(findings, orderId, expected.of(orderId), found.of(orderId));
    memory.charged.forget(orderId);
    findings.outcome.orders += 1;
  }
  return endOf(page, (row) => [Number(row.order_id)], pace.ofDay);
}

/** @returns what the entries did, and who came */
function* addUp(walking: Walking, range: Range): Work<SumsByOrder> {
  const { findings, memory, dayOf } = walking;
  const [after, to] = daysOf(walking);
  for (let day = after + 1; day <= to; day += 1) {
    const rows = yield* came.all(...range, firstMsOf(day, dayOf), firstMsOf(day + 1, dayOf));
    for (const { order_id: orderId, bot_id: botId, count } of rows) {
      addCame(memory.charged.of(Number(orderId)), day, botId, count);
      findings.outcome.subscribers += Number(count);
    }
  }
  return memory.charged;
}

export function* checkDaysOfBots(walking: Walking, place: Place): Work<Place> {
  const { findings, pace } = walking;
  const page = yield* botsAfter.all(place?.[0] ?? 0, pace.ofDay);
  if (page.length === 0) return null;
  const range: Range = [Number(page[0]?.bot_id ?? 0n), Number(page.at(-1)?.bot_id ?? 0n)];
  const days = daysOf(walking);
  const [kept, pairs] = yield* together(botDays.all(...range, ...days), pairDays.all(...range, ...days));
  compareDays(findings, kept, pairs);
  findings.outcome.bots += page.length;
  return endOf(page, (row) => [Number(row.bot_id)], pace.ofDay);
}

/** After the one, up to the other. */
const daysOf = ({ pass }: Walking): Range => [pass.since?.day ?? -1, pass.to.day];
