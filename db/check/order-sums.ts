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

/** What the counters of one order must hold. */
export interface OrderSums {
  quantityNow: bigint;
  subscribers: Sums;
  value: Sums;
  /** Of each day, as the counters by language have it; all speak something. */
  speaking: Sums;
  pairSubscribers: Sums;
  pairPaid: Sums;
  pairEarned: Sums;
}

const emptySums = (): OrderSums => ({
  quantityNow: 0n,
  subscribers: new Sums(),
  value: new Sums(),
  speaking: new Sums(),
  pairSubscribers: new Sums(),
  pairPaid: new Sums(),
  pairEarned: new Sums(),
});

/** Adds a subscriber, however often charged, to what the counters must hold. */
export function addSubscriber(sums: OrderSums, row: SubscriberRow, dayOf: DayOf): void {
  const day = String(dayOf(Number(row.at_ms)));
  sums.subscribers.add(day, 1n);
  sums.speaking.add(day, 1n);
  sums.pairSubscribers.add(`${day}:${String(row.bot_id)}`, 1n);
  if (row.charge !== BigInt(CHARGE.reversed)) sums.quantityNow += 1n;
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
  sums.value.add(String(day), sign * price);
  sums.pairPaid.add(ofPair, sign * price);
  sums.pairEarned.add(ofPair, sign * (price - fee));
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
  const ofDay = (key: string) => ({ orderId, day: Number(key) });
  const ofPair = (key: string) => {
    const [day, botId] = key.split(':').map(Number);
    return { orderId, ...(day === undefined ? {} : { day }), ...(botId === undefined ? {} : { botId }) };
  };
  findings.expectSums('order_day_subscribers', expected.subscribers, found.subscribers, ofDay);
  findings.expectSums('order_day_value', expected.value, found.value, ofDay);
  findings.expectSums('language_day_subscribers', expected.speaking, found.speaking, ofDay);
  findings.expectSums('pair_day_subscribers', expected.pairSubscribers, found.pairSubscribers, ofPair);
  findings.expectSums('pair_day_paid', expected.pairPaid, found.pairPaid, ofPair);
  findings.expectSums('pair_day_earned', expected.pairEarned, found.pairEarned, ofPair);
}

/** Orders whose ids lie between two, and days after the one, up to the other. */
type Range = [from: number, to: number, afterDay: number, toDay: number];

type PairRow = Record<'order_id' | 'day' | 'bot_id' | 'subscribers' | 'paid' | 'earned', bigint>;

const of = (table: string, columns: string, rest = '') =>
  `SELECT orders.order_id, day, ${columns} FROM orders JOIN ${table} ON ${table}.order_id = orders.order_id
     AND day > $3 AND day <= $4 WHERE orders.order_id BETWEEN $1 AND $2${rest}`;
const days = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint; value: bigint }>(
  of('order_days', 'subscribers, value_micros AS value'),
);
/** Those that were only shown are as many again as bots, and say nothing here. */
const pairs = exactStatement<Range, PairRow>(
  of(
    'pair_days',
    'bot_id, subscribers, paid_micros AS paid, earned_micros AS earned',
    ' AND (subscribers <> 0 OR paid_micros <> 0 OR earned_micros <> 0)',
  ),
);
const languages = exactStatement<Range, { order_id: bigint; day: bigint; subscribers: bigint }>(
  of('language_days', 'sum(subscribers) AS subscribers', ' GROUP BY orders.order_id, day'),
);

/** What is added up of each of some orders. */
export class SumsByOrder {
  readonly #sums = new Map<number, OrderSums>();

  of(orderId: number): OrderSums {
    const known = this.#sums.get(orderId) ?? emptySums();
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
  for (const row of ofDays) {
    const sums = found.of(Number(row.order_id));
    sums.subscribers.add(String(row.day), row.subscribers);
    sums.value.add(String(row.day), row.value);
  }
  for (const row of ofPairs) {
    const sums = found.of(Number(row.order_id));
    const key = `${String(row.day)}:${String(row.bot_id)}`;
    sums.pairSubscribers.add(key, row.subscribers);
    sums.pairPaid.add(key, row.paid);
    sums.pairEarned.add(key, row.earned);
  }
  for (const row of ofLanguages)
    found.of(Number(row.order_id)).speaking.add(String(row.day), row.subscribers);
  return found;
}
