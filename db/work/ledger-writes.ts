/**
 * Booking, inside other work. What must hold is asserted in production too: work that would break it is rolled back whole.
 */
import type { Booking, BookingOnce, EntryLine, NewEntry } from '../../core/ledger/index.js';
import type { Balance } from '../../core/ports/ledger-store.js';
import type { Work } from './statement.js';

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
  /** Like `book`, one after the other, but without notices of wallets that fell: see `tellFalls`. */
  bookAll(bookings: readonly Booking[]): Work<BookedAll>;
  /** Notifies owners whose wallet cannot pay for their orders any more, after paid places are counted. */
  tellFalls(falls: readonly Fall[], nowMs: number): Work<void>;
  /** The lines of each of these entries. */
  postingsOf(entryIds: readonly number[]): Work<Map<number, EntryLine[]>>;
}

/** In the order of the columns from `kind` to `note`. */
export function entryValues(entry: NewEntry): (string | number | null)[] {
  const { kind, atMs, orderId, botId, userId, aboutEntryId, reference, bookedBy, note } = entry;
  const optional = [orderId, botId, userId, aboutEntryId, reference, bookedBy].map((value) => value ?? null);
  return [kind, atMs, ...optional, note ?? ''];
}
