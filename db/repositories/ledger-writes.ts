/**
 * Booking, inside deeds. What must hold is asserted here, in production too: a deed that would break it is rolled back
 * whole.
 */
import type { Balance, LedgerAccountKind } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { VisitMarks } from '../visit-marks.js';
import {
  addedUp,
  type EntryLine,
  entryValues,
  neverBelowZero,
  type NewEntry,
  refills,
} from './ledger-entry.js';
import type { Shortfalls } from './shortfalls.js';
import { present } from './values.js';

export interface LedgerWrites {
  balance(kind: LedgerAccountKind, ownerId: number): bigint;
  /** All that a person has. */
  balances(accountId: number): Balance;
  /** Books an entry; answers its id. Lines on one account are added up, and those of nothing left out. */
  book(entry: NewEntry, lines: readonly EntryLine[]): number;
  postingsOf(entryId: number): EntryLine[];
}

export function createLedgerWrites(
  connection: Connection,
  shortfalls: Shortfalls,
  marks: VisitMarks,
): LedgerWrites {
  const find = connection.prepareExact<
    [number, string],
    { ledger_account_id: bigint; balance_micros: bigint }
  >('SELECT ledger_account_id, balance_micros FROM ledger_accounts WHERE owner_id = ? AND kind = ?');
  const open = connection.prepareExact<[number, string], { ledger_account_id: bigint }>(
    'INSERT INTO ledger_accounts (owner_id, kind) VALUES (?, ?) RETURNING ledger_account_id',
  );
  const insertEntry = connection.prepare<(string | number | null)[], { entry_id: number }>(
    `INSERT INTO ledger_entries (kind, at_ms, order_id, bot_id, user_id, about_entry_id, reference, booked_by, note)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING entry_id`,
  );
  const insertPosting = connection.prepare<[number, bigint, bigint, bigint]>(
    'INSERT INTO postings (entry_id, ledger_account_id, amount_micros, balance_micros) VALUES (?, ?, ?, ?)',
  );
  const move = connection.prepareExact<[bigint, bigint], { balance_micros: bigint }>(
    `UPDATE ledger_accounts SET balance_micros = balance_micros + ? WHERE ledger_account_id = ?
     RETURNING balance_micros`,
  );
  const postings = connection.prepareExact<
    [number],
    { kind: LedgerAccountKind; owner_id: bigint; amount_micros: bigint }
  >(
    `SELECT kind, owner_id, amount_micros FROM postings JOIN ledger_accounts USING (ledger_account_id)
     WHERE entry_id = ?`,
  );

  const accountId = (kind: LedgerAccountKind, ownerId: number): bigint =>
    (find.get(ownerId, kind) ?? present(open.get(ownerId, kind), 'the new ledger account')).ledger_account_id;

  const post = (entryId: number, entry: NewEntry, { kind, ownerId, amountMicros }: EntryLine) => {
    const id = accountId(kind, ownerId);
    const balance = present(move.get(amountMicros, id), 'the ledger account').balance_micros;
    insertPosting.run(entryId, id, amountMicros, balance);
    if (neverBelowZero.has(kind) && balance < 0n) throw new RangeError(`a ${kind} would fall below zero`);
    if (kind !== 'wallet') return;
    if (amountMicros < 0n) {
      const fall = { beforeMicros: balance - amountMicros, afterMicros: balance };
      shortfalls.fell(ownerId, fall, entry.atMs);
    } else if (refills.has(entry.kind)) shortfalls.refilled(ownerId);
  };

  const balance = (kind: LedgerAccountKind, ownerId: number) => find.get(ownerId, kind)?.balance_micros ?? 0n;

  return {
    balance,
    balances: (accountId) => ({
      availableMicros: balance('wallet', accountId),
      heldMicros: balance('hold', accountId),
      reservedMicros: balance('reserve', accountId),
    }),
    book: (entry, lines) => {
      const wanted = addedUp(lines);
      marks.noteOrders();
      const { entry_id: entryId } = present(insertEntry.get(...entryValues(entry)), 'the new entry');
      for (const line of wanted) post(entryId, entry, line);
      return entryId;
    },
    postingsOf: (entryId) =>
      postings.all(entryId).map((row) => ({
        kind: row.kind,
        ownerId: Number(row.owner_id),
        amountMicros: row.amount_micros,
      })),
  };
}
