/** Booking, inside deeds (see `work/ledger-writes.ts`). */
import type { EntryLine, NewEntry } from '../../core/ledger/index.js';
import type { Balance } from '../../core/ports.js';
import type { Perform } from '../sqlite/perform.js';
import type * as work from '../work/ledger-writes.js';

export interface LedgerWrites {
  /** All that a person has. */
  balances(accountId: number): Balance;
  book(entry: NewEntry, lines: readonly EntryLine[]): number;
}

export const adaptLedgerWrites = (perform: Perform, writes: work.LedgerWrites): LedgerWrites => ({
  balances: (accountId) => perform(writes.balances(accountId)),
  book: (entry, lines) => perform(writes.book(entry, lines)),
});
