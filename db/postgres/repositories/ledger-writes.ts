/** Booking, inside deeds (see `work/ledger-writes.ts`). */
import type { EntryLine, NewEntry } from '../../../core/ledger/index.js';
import type { Balance } from '../../../core/ports.js';
import type * as work from '../../work/ledger-writes.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export interface LedgerWrites {
  lock(transaction: Transaction, ownerIds: readonly number[]): Promise<(ownerId: number) => Balance>;
  balances(transaction: Transaction, accountId: number): Promise<Balance>;
  book(transaction: Transaction, entry: NewEntry, lines: readonly EntryLine[]): Promise<number>;
  bookOnce(
    transaction: Transaction,
    entry: NewEntry & { reference: string },
    lines: readonly EntryLine[],
  ): Promise<number | null>;
}

export const adaptLedgerWrites = (writes: work.LedgerWrites): LedgerWrites => ({
  lock: (transaction, ownerIds) => perform(transaction, writes.lock(ownerIds)),
  balances: (transaction, accountId) => perform(transaction, writes.balances(accountId)),
  book: (transaction, entry, lines) => perform(transaction, writes.book(entry, lines)),
  bookOnce: (transaction, entry, lines) => perform(transaction, writes.bookOnce(entry, lines)),
});
