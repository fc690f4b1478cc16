/** What the subscribers of one order add up to, and what is kept of them. */
import type { CheckPlace } from '../../core/ports/check-store.js';
import { CHARGE } from '../work/subscription-row.js';
import type { Moved } from './booked.js';
import { type Findings, Sums } from './findings.js';
import type { DayOf } from './walking.js';
import { exactStatement, together, type Work } from '../work/statement.js';

/** A subscriber, with the moments of an entry that charged them and of the one that took it back. */
export interface SubscriberRow {
  user_id: bigint;
  bot_id: bigint;
  at_ms: bigint;
  charge: bigint;
  price: bigint;
  entry_id: bigint | null;
  charged_at_ms: bigint | null;
  reversal_id: bigint | null;
  reversed_at_ms: bigint | null;
  /** The reversal that the charge undoes, of one who came back. */
  undone_id: bigint | null;
}

/** And with what those entries did. */
type Charged = SubscriberRow & { charged: Moved; returned: Moved };

type DayCounter = 'order_day_subscribers' | 'order_day_value' | 'language_day_subscribers';
type PairCounter = 'pair_day_subscribers' | 'pair_day_paid' | 'pair_day_earned';

/** What the counters of one order hold, or must hold: of each day, of each day and bot, and its quantity. */
export type OrderSums = Sums<DayCounter | PairCounter | 'order_quantity'>;

/** Adds subscribers who came on a day; all of them speak something. */
export function addCame(sums: OrderSums, day: number, botId: bigint, count: bigint): void {
  sums.add(`order_day_subscribers:${String(day)}`, count);
  sums.add(`language_day_subscribers:${String(day)}`, count);
  sums.add(`pair_day_subscribers:${String(day)}:${String(botId)}`, count);
}

/** Adds a subscriber, however often charged, to what the counters must hold. */
export function addSubscriber(sums: OrderSums, row: SubscriberRow, dayOf: DayOf): void {
  addCame(sums, dayOf(Number(row.at_ms)), row.bot_id, 1n);
  if (row.charge !== BigInt(CHARGE.reversed)) sums.add('order_quantity:', 1n);
}

/** A charge (sign 1), or one that is taken back (sign -1), as the counters of an order have it. */
interface BookedCharge {
  day: number;
  botId: bigint;
  price: bigint;
  fee: bigint;
  sign: bigint;
}

export function bookCharge(sums: OrderSums, { day, botId, price, fee, sign }: BookedCharge): void {
  const ofPair = `${String(day)}:${String(botId)}`;
  sums.add(`order_day_value:${String(day)}`, sign * price);
  sums.add(`pair_day_paid:${ofPair}`, sign * price);
  sums.add(`pair_day_earned:${ofPair}`, sign * (price - fee));
}

/** Holds a subscriber's price to what the charge did. */
export function expectPrice(
  findings: Findings,
  entry: CheckPlace,
  price: bigint,
  { spent: paid, fee }: Moved,
): void {
  // An advertiser who is the publisher too has one wallet, from which the fee alone leaves.
  const isOwn = paid === fee && paid < price;
  if (!isOwn) findings.expect('charge', entry, paid, price);
}

/** Holds what took a charge back to the charge. */
export function expectReturn(findings: Findings, entry: CheckPlace, charged: Moved, returned: Moved): void {
  findings.expect('reversal', entry, charged.spent, returned.got);
  findings.expect('reversal', entry, -charged.fee, returned.fee);
}

/** Adds a charge, and what took it back, to what the counters must hold, and holds the entries to each other. */
export function addCharge(
  findings: Findings,
  sums: OrderSums,
  row: Charged,
  { orderId, dayOf }: { orderId: number; dayOf: DayOf },
): void {
  const place = { orderId, userId: Number(row.user_id), botId: Number(row.bot_id) };
  const isReversed = row.charge === BigInt(CHARGE.reversed);
  const { price, charged } = row;
  const book = (atMs: bigint, sign: bigint) => {
    bookCharge(sums, { day: dayOf(Number(atMs)), botId: row.bot_id, price, fee: charged.fee, sign });
  };
  if (row.entry_id === null) {
    findings.expect('charge', place, 0n, price);
    return;
  }
  const entry = { ...place, entryId: Number(row.entry_id) };
  if (row.charged_at_ms === null) findings.expect('charge', entry, charged.spent, price);
  else {
    expectPrice(findings, entry, price, charged);
    book(row.charged_at_ms, 1n);
  }
  findings.expect('reversal', entry, row.reversal_id === null ? 0n : 1n, isReversed ? 1n : 0n);
  if (row.reversal_id === null || row.reversed_at_ms === null) return;
  book(row.reversed_at_ms, -1n);
  expectReturn(findings, { ...entry, entryId: Number(row.reversal_id) }, charged, row.returned);
}

/** Holds the counters of an order to its subscribers. */
export function compareSums(
  findings: Findings,
  orderId: number,
  expected: OrderSums,
  found: OrderSums,
): void {
  findings.expectSums(expected, found, (day = '', botId = '') => ({
    orderId,
    ...(day === '' ? {} : { day: Number(day) }),
    ...(botId === '' ? {} : { botId: Number(botId) }),
  }));
}

/** Orders whose ids lie between two, and days after the one, up to the other. */
type Range = [from: number, to: number, afterDay: number, toDay: number];

type CounterRow<Counter extends string> = Record<'order_id' | 'day' | Counter, bigint>;

const of = (table: string, columns: string, rest = '') =>
  `SELECT orders.order_id, day, ${columns} FROM orders CROSS JOIN ${table}
   WHERE orders.order_id BETWEEN $1 AND $2 AND ${table}.order_id = orders.order_id AND day > $3 AND day <= $4${rest}`;
const days = exactStatement<Range, CounterRow<'order_day_subscribers' | 'order_day_value'>>(
  of('order_days', 'subscribers AS order_day_subscribers, value_micros AS order_day_value'),
);
/** Those that were only shown are as many again as bots, and say nothing here. */
const pairs = exactStatement<Range, CounterRow<PairCounter> & { bot_id: bigint }>(
  of(
    'pair_days',
    'bot_id, subscribers AS pair_day_subscribers, paid_micros AS pair_day_paid, earned_micros AS pair_day_earned',
    ' AND (subscribers <> 0 OR paid_micros <> 0 OR earned_micros <> 0)',
  ),
);
const languages = exactStatement<Range, CounterRow<'language_day_subscribers'>>(
  of('language_days', 'sum(subscribers) AS language_day_subscribers', ' GROUP BY orders.order_id, day'),
);

/** What is added up of each of some orders. */
export class SumsByOrder {
  readonly #sums = new Map<number, OrderSums>();

  of(orderId: number): OrderSums {
    const known = this.#sums.get(orderId) ?? new Sums();
    this.#sums.set(orderId, known);
    return known;
  }

  forget(orderId: number): void {
    this.#sums.delete(orderId);
  }
}

export function* readCounters(...range: Range): Work<SumsByOrder> {
  const found = new SumsByOrder();
  const [ofDays, ofPairs, ofLanguages] = yield* together(
    days.all(...range),
    pairs.all(...range),
    languages.all(...range),
  );
  for (const { order_id: orderId, day, ...counters } of [...ofDays, ...ofLanguages])
    for (const [counter, count] of Object.entries(counters))
      found.of(Number(orderId)).add(`${counter as DayCounter}:${String(day)}`, count);
  for (const { order_id: orderId, day, bot_id: botId, ...counters } of ofPairs)
    for (const [counter, count] of Object.entries(counters))
      found.of(Number(orderId)).add(`${counter as PairCounter}:${String(day)}:${String(botId)}`, count);
  return found;
}
