/**
 * Booking, inside other work. What must hold is asserted in production too: work that would break it is rolled back whole.
 */
import {
  type Booking,
  type BookingOnce,
  type EntryLine,
  type NewEntry,
  SERVICE,
  settlesFee,
} from '../../core/ledger/index.js';
import type { Balance, LedgerAccountKind } from '../../core/ports/ledger-store.js';
import { exactStatement, statement, type Work } from './statement.js';
import { listsOf } from './values.js';

/** A wallet that has less than before. */
export interface Fall {
  ownerId: number;
  beforeMicros: bigint;
  afterMicros: bigint;
}

export interface BookedAll {
  /** Of the entries, in their order. */
  entryIds: number[];
  falls: Fall[];
}

export interface LedgerWrites {
  /** Whether others write meanwhile: then what decides is read again once the accounts are locked. */
  isShared: boolean;
  /**
   * Locks all accounts of these people until the work ends, and returns what they have: to be decided by. Once in a piece
   * of work, with everybody that it will book on.
   */
  lock(ownerIds: readonly number[]): Work<(ownerId: number) => Balance>;
  /** All that a person has. */
  balances(accountId: number): Work<Balance>;
  /** Books an entry; returns its id. Lines on one account are added up, and those of nothing left out. */
  book(booking: Booking): Work<number>;
  /** Like `book`, for what may have been booked before under its reference: then null, and nothing is changed. */
  bookOnce(booking: BookingOnce): Work<number | null>;
  /** Like `book`, one after the other, but without notices of wallets that fell: see `notifyFalls`. */
  bookAll(bookings: readonly Booking[]): Work<BookedAll>;
  /** Notifies owners whose wallet cannot pay for their orders any more, after paid places are counted. */
  notifyFalls(falls: readonly Fall[], nowMs: number): Work<void>;
  /** The lines of each of these entries. */
  postingsOf(entryIds: readonly number[]): Work<Map<number, EntryLine[]>>;
}

interface BalanceRow {
  kind: LedgerAccountKind;
  balance_micros: bigint;
}

const balancesOf = exactStatement<[ownerId: number], BalanceRow>(
  'SELECT kind, balance_micros FROM ledger_accounts WHERE owner_id = $1',
);
const postings = exactStatement<
  [entryIds: readonly number[]],
  Record<'entry_id' | 'owner_id' | 'amount_micros', bigint> & Pick<BalanceRow, 'kind'>
>(
  `SELECT entry_id, kind, owner_id, amount_micros FROM postings JOIN ledger_accounts USING (ledger_account_id)
   WHERE entry_id = ANY($1::bigint[])`,
);

/** @param rows of one person */
export function toBalance(rows: readonly BalanceRow[]): Balance {
  const of = (kind: LedgerAccountKind) => rows.find((row) => row.kind === kind)?.balance_micros ?? 0n;
  return { availableMicros: of('wallet'), heldMicros: of('hold'), reservedMicros: of('reserve') };
}

export function* balances(accountId: number): Work<Balance> {
  return toBalance(yield* balancesOf.all(accountId));
}

export function* postingsOf(entryIds: readonly number[]): Work<Map<number, EntryLine[]>> {
  const lines = new Map<number, EntryLine[]>(entryIds.map((entryId) => [entryId, []]));
  for (const { entry_id, kind, owner_id, amount_micros: amountMicros } of yield* postings.all(entryIds)) {
    // Over PostgreSQL, and where it was moved from there, the service's own accounts are several, with owners below zero.
    const ownerId = Math.max(SERVICE, Number(owner_id));
    lines.get(Number(entry_id))?.push({ kind, ownerId, amountMicros });
  }
  return lines;
}

/** In the order of the columns from `kind` to `note`. */
export function entryValues(entry: NewEntry): (string | number | null)[] {
  const { kind, atMs, orderId, botId, userId, aboutEntryId, reference, bookedBy, note } = entry;
  const optional = [orderId, botId, userId, aboutEntryId, reference, bookedBy].map((value) => value ?? null);
  return [kind, atMs, ...optional, note ?? ''];
}

/** Of accounts that were brought alone: without referrals it writes nothing. */
const insert = statement<[entryIds: number[], ownerIds: number[], orderIds: number[]]>(
  `INSERT INTO referral_dues (entry_id)
   SELECT DISTINCT booked.entry_id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS booked (entry_id, owner_id, order_id)
   WHERE EXISTS (SELECT 1 FROM referrals WHERE referrals.account_id = booked.owner_id)
     OR EXISTS (SELECT 1 FROM orders JOIN referrals ON referrals.account_id = orders.account_id
       WHERE orders.order_id = booked.order_id)`,
);

/**
 * Notes entries that make a fee final or take a charge back, in the work that books them: `referrals.ts` books the shares later.
 * @param entryIds of the bookings, in their order
 */
export function* noteReferralDues(bookings: readonly Booking[], entryIds: readonly number[]): Work<void> {
  // A release has no line of the advertiser, who is found by the order.
  const rows = bookings.flatMap((booking, index) => {
    const entryId = entryIds[index];
    if (entryId === undefined || !settlesFee(booking)) return [];
    const ownerIds = new Set(booking.lines.map(({ ownerId }) => ownerId));
    ownerIds.delete(SERVICE);
    return [...ownerIds].map((ownerId) => ({ entryId, ownerId, orderId: booking.entry.orderId ?? 0 }));
  });
  if (rows.length === 0) return;
  yield* insert.run(...listsOf(rows, 'entryId', 'ownerId', 'orderId'));
}
