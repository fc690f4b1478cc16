/** What the subscribers of one order add up to, and what is kept of them. */
import type { CheckPlace } from '../../core/ports/check-store.js';
import { CHARGE } from '../work/subscription-row.js';
import type { Moved } from './booked.js';
import { type Findings, Sums } from './findings.js';
import type { DayOf } from './walking.js';

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

export const emptySums = (): OrderSums => ({
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
