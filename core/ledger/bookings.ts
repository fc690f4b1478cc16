/**
 * What each event books: its entry with the lines. The store books what it is handed inside the work in which the facts
 * were read.
 */
import type { NewDeposit } from '../ports/ledger-store.js';
import type { RailName } from '../ports/payment-rail.js';
import type { DepositPayment } from '../ports/rail-store.js';
import type { StarPayment } from '../ports/star-payment-store.js';
import type { ChargedOrder, Counted } from '../ports/subscription-store.js';
import type { Withdrawal } from '../ports/withdrawal-store.js';
import { chargeLines, takenBack } from './charge.js';
import { type EntryLine, type NewEntry, released, SERVICE } from './postings.js';

export interface Booking {
  entry: NewEntry;
  lines: readonly EntryLine[];
}

/** A booking that is made once by its reference. */
export interface BookingOnce extends Booking {
  entry: NewEntry & { reference: string };
}

/** A subscriber of an order in a bot. */
interface Subscriber {
  orderId: number;
  botId: number;
  userId: number;
}

/** Null where nothing is charged. @param undoneEntryId the reversal that a charge booked again undoes @throws RangeError when the parts of the price are not the price */
export function chargeBooking(
  facts: { order: ChargedOrder },
  settlement: Counted,
  userId: number,
  atMs: number,
  undoneEntryId?: number,
): Booking | null {
  const lines = chargeLines(facts, settlement);
  const { orderId } = facts.order;
  const about = undoneEntryId === undefined ? {} : { aboutEntryId: undoneEntryId };
  const entry = { kind: 'charge', atMs, orderId, botId: settlement.botId, userId, ...about } as const;
  return lines.length === 0 ? null : { entry, lines };
}

/** Takes a charge back; what it took of a withdrawal comes back into the wallet. @param charged the charge's lines */
export function reversalBooking(
  subscriber: Subscriber,
  aboutEntryId: number,
  charged: readonly EntryLine[],
  atMs: number,
): Booking {
  return { entry: { kind: 'reversal', atMs, ...subscriber, aboutEntryId }, lines: takenBack(charged) };
}

/** Pays out what a charge put on hold. @param charged the charge's lines */
export function releaseBooking(
  subscriber: Subscriber,
  aboutEntryId: number,
  charged: readonly EntryLine[],
  atMs: number,
): Booking {
  return { entry: { kind: 'release', atMs, ...subscriber, aboutEntryId }, lines: released(charged) };
}

/** @throws RangeError unless the amount is above zero */
export function depositBooking(
  accountId: number,
  amountMicros: bigint,
  { reference, note, bookedBy }: NewDeposit,
  atMs: number,
): BookingOnce {
  if (amountMicros <= 0n) throw new RangeError('a deposit is above zero');
  return {
    entry: { kind: 'deposit', atMs, reference, note, ...by(bookedBy) },
    lines: [
      { kind: 'wallet', ownerId: accountId, amountMicros },
      { kind: 'world', ownerId: SERVICE, amountMicros: -amountMicros },
    ],
  };
}

/** What a rail took in for a deposit. The service bears what the rail keeps of it. */
export function railDepositBooking(
  { accountId, amountMicros, rail, invoiceId, feeMicros, note }: DepositPayment,
  atMs: number,
): BookingOnce {
  return {
    entry: { kind: 'deposit', atMs, reference: `${rail}:${invoiceId}`, note },
    lines: [
      { kind: 'wallet', ownerId: accountId, amountMicros },
      { kind: 'fee', ownerId: SERVICE, amountMicros: -feeMicros },
      { kind: rail, ownerId: SERVICE, amountMicros: feeMicros - amountMicros },
    ],
  };
}

/**
 * Moves an amount between the service's income and a wallet, by an administrator's word.
 * @param amountMicros below zero takes it from the account
 * @throws RangeError for nothing
 */
export function adjustmentBooking(
  accountId: number,
  amountMicros: bigint,
  { reference, note, bookedBy }: Omit<NewDeposit, 'stars'>,
  atMs: number,
): BookingOnce {
  if (amountMicros === 0n) throw new RangeError('an adjustment is not zero');
  return {
    entry: { kind: 'adjustment', atMs, reference, note, ...by(bookedBy) },
    lines: [
      { kind: 'wallet', ownerId: accountId, amountMicros },
      { kind: 'fee', ownerId: SERVICE, amountMicros: -amountMicros },
    ],
  };
}

/** Takes the amount out of the wallet until the withdrawal is decided. */
export function withdrawalBooking(accountId: number, amountMicros: bigint, atMs: number): Booking {
  return { entry: { kind: 'withdrawal_reserve', atMs }, lines: aside(accountId, amountMicros) };
}

/**
 * What a withdrawal still holds leaves, or goes back.
 * @param aboutEntryId the entry of its asking
 */
export function withdrawalDecisionBooking(
  { accountId, amountMicros }: Withdrawal,
  {
    state,
    decidedBy,
    note,
    rail,
  }: {
    state: 'paid' | 'refused' | 'cancelled';
    decidedBy: number | null;
    note: string;
    /** Which paid it; absent: an administrator did, elsewhere. */
    rail?: RailName | undefined;
  },
  aboutEntryId: number,
  atMs: number,
): Booking {
  const entry = { kind: `withdrawal_${state}`, atMs, aboutEntryId, note, ...by(decidedBy) } as const;
  return { entry, lines: decided(accountId, amountMicros, state === 'paid' ? (rail ?? 'world') : 'wallet') };
}

/** Takes a payment's amount out of the wallet until the platform has said what becomes of the refund. */
export function refundBooking(
  { accountId, amountMicros, stars }: StarPayment,
  askedBy: number | null,
  atMs: number,
): Booking {
  const entry = { kind: 'refund', atMs, note: inStars(stars), ...by(askedBy) } as const;
  return { entry, lines: aside(accountId, amountMicros) };
}

/** The platform's word on a refund that waits. @param aboutEntryId the entry that set the amount aside */
export function refundDecisionBooking(
  { accountId, amountMicros, chargeId, stars }: StarPayment,
  state: 'done' | 'refused',
  aboutEntryId: number,
  atMs: number,
): Booking {
  const isDone = state === 'done';
  const kind = isDone ? 'refund_paid' : 'refund_refused';
  const reference = isDone ? { reference: referenceOf(chargeId) } : {};
  return {
    entry: { kind, atMs, aboutEntryId, note: inStars(stars), ...reference },
    lines: decided(accountId, amountMicros, isDone ? 'world' : 'wallet'),
  };
}

/**
 * The platform gave stars back without being asked by us.
 * @param availableMicros what the wallet holds; what it lacks is the service's loss
 */
export function unaskedRefundBooking(
  { accountId, amountMicros, chargeId, stars }: Omit<StarPayment, 'paymentId' | 'paidAtMs' | RefundFields>,
  availableMicros: bigint,
  atMs: number,
  note = inStars(stars),
): { lossMicros: bigint; booking: Booking } {
  // A wallet in debt holds nothing.
  const heldMicros = availableMicros > 0n ? availableMicros : 0n;
  const lossMicros = heldMicros < amountMicros ? amountMicros - heldMicros : 0n;
  return {
    lossMicros,
    booking: {
      entry: { kind: 'refund_paid', atMs, note, reference: referenceOf(chargeId) },
      lines: [
        { kind: 'wallet', ownerId: accountId, amountMicros: lossMicros - amountMicros },
        { kind: 'fee', ownerId: SERVICE, amountMicros: -lossMicros },
        { kind: 'world', ownerId: SERVICE, amountMicros },
      ],
    },
  };
}

type RefundFields = 'refundState' | 'refundNote';

const inStars = (count: number): string => `${String(count)} ⭐️`;
const referenceOf = (chargeId: string): string => `refund:${chargeId}`;
const by = (bookedBy: number | null) => (bookedBy === null ? {} : { bookedBy });

/** Takes an amount out of the wallet, until it is decided what becomes of it. */
function aside(accountId: number, amountMicros: bigint): EntryLine[] {
  return [
    { kind: 'wallet', ownerId: accountId, amountMicros: -amountMicros },
    { kind: 'reserve', ownerId: accountId, amountMicros },
  ];
}

/** What was set aside leaves, or goes back into the wallet. */
function decided(accountId: number, amountMicros: bigint, to: RailName | 'world' | 'wallet'): EntryLine[] {
  return [
    { kind: 'reserve', ownerId: accountId, amountMicros: -amountMicros },
    { kind: to, ownerId: to === 'wallet' ? accountId : SERVICE, amountMicros },
  ];
}
