/**
 * Booking where one writes at a time: what was read a moment ago still holds (`db/postgres/ledger-writes.ts` locks, and
 * writes an entry with all its lines by one statement).
 */
import {
  addedUp,
  type Booking,
  type EntryLine,
  mayOwe,
  neverBelowZero,
  type NewEntry,
  refills,
} from '../../core/ledger/index.js';
import type { Balance } from '../../core/ports/ledger-store.js';
import { present } from '../work/values.js';
import {
  balances,
  entryValues,
  type LedgerWrites,
  noteReferralDues,
  postingsOf,
} from '../work/ledger-writes.js';
import { walletFell, walletRefilled } from '../work/shortfalls.js';
import { ofSqlite, touchOrders, type Value } from '../work/statement.js';

interface AccountRow {
  ledger_account_id: bigint;
  balance_micros: bigint;
}

const exact = { exact: true };
const find = ofSqlite<[ownerId: number, kind: string], AccountRow>(
  'SELECT ledger_account_id, balance_micros FROM ledger_accounts WHERE owner_id = $1 AND kind = $2',
  exact,
);
const open = ofSqlite<[ownerId: number, kind: string], AccountRow>(
  'INSERT INTO ledger_accounts (owner_id, kind) VALUES ($1, $2) RETURNING ledger_account_id, balance_micros',
  exact,
);
const isThere = ofSqlite<[reference: string]>('SELECT 1 FROM ledger_entries WHERE reference = $1');
const insertEntry = ofSqlite<Value[]>(
  `INSERT INTO ledger_entries (kind, at_ms, order_id, bot_id, user_id, about_entry_id, reference, booked_by, note)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
/** Takes a fifth of what `RETURNING` takes. */
const lastEntry = ofSqlite<[], { entry_id: number }>('SELECT last_insert_rowid() AS entry_id');
const insertPosting = ofSqlite<[entryId: number, accountId: bigint, amount: bigint, balance: bigint]>(
  'INSERT INTO postings (entry_id, ledger_account_id, amount_micros, balance_micros) VALUES ($1, $2, $3, $4)',
);
const move = ofSqlite<[amount: bigint, accountId: bigint]>(
  'UPDATE ledger_accounts SET balance_micros = balance_micros + $1 WHERE ledger_account_id = $2',
);

function* post(entryId: number, entry: NewEntry, { kind, ownerId, amountMicros }: EntryLine) {
  const account = (yield* find.get(ownerId, kind)) ?? (yield* open.get(ownerId, kind));
  const { ledger_account_id: id, balance_micros: beforeMicros } = present(account, 'the ledger account');
  const afterMicros = beforeMicros + amountMicros;
  yield* move.run(amountMicros, id);
  yield* insertPosting.run(entryId, id, amountMicros, afterMicros);
  const isOwing = neverBelowZero.has(kind) && afterMicros < 0n && amountMicros < 0n;
  if (isOwing && !(kind === 'wallet' && mayOwe.has(entry.kind)))
    throw new RangeError(`a ${kind} would fall below zero`);
  if (kind !== 'wallet') return;
  const charged = entry.kind === 'charge' ? (entry.orderId ?? null) : null;
  if (amountMicros < 0n) yield* walletFell(ownerId, { beforeMicros, afterMicros }, charged, entry.atMs);
  else if (refills.has(entry.kind)) yield* walletRefilled(ownerId);
}

function* book({ entry, lines }: Booking) {
  const wanted = addedUp(lines);
  yield* touchOrders();
  yield* insertEntry.run(...entryValues(entry));
  const entryId = present(yield* lastEntry.get(), 'the new entry').entry_id;
  for (const line of wanted) yield* post(entryId, entry, line);
  yield* noteReferralDues([{ entry, lines: wanted }], [entryId]);
  return entryId;
}

export const ledgerWrites: LedgerWrites = {
  isShared: false,
  *lock(ownerIds) {
    const known = new Map<number, Balance>();
    for (const ownerId of ownerIds) known.set(ownerId, yield* balances(ownerId));
    return (ownerId) => present(known.get(ownerId), 'the account');
  },
  balances,
  book,
  *bookOnce(booking) {
    if ((yield* isThere.get(booking.entry.reference)) !== undefined) return null;
    return yield* book(booking);
  },
  *bookAll(bookings) {
    const entryIds: number[] = [];
    for (const booking of bookings) entryIds.push(yield* book(booking));
    // Each booking reports its own falls.
    return { entryIds, falls: [] };
  },
  *notifyFalls() {
    // See `bookAll`.
  },
  postingsOf,
};
