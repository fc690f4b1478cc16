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
  const open = connection.prepareExact<[number, string]>(
    'INSERT INTO ledger_accounts (owner_id, kind) VALUES (?, ?)',
  );
  const insertEntry = connection.prepare<(string | number | null)[]>(
    `INSERT INTO ledger_entries (kind, at_ms, order_id, bot_id, user_id, about_entry_id, reference, booked_by, note)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertPosting = connection.prepare<[number, bigint, bigint, bigint]>(
    'INSERT INTO postings (entry_id, ledger_account_id, amount_micros, balance_micros) VALUES (?, ?, ?, ?)',
  );
  const move = connection.prepare<[bigint, bigint]>(
    'UPDATE ledger_accounts SET balance_micros = balance_micros + ? WHERE ledger_account_id = ?',
  );
  const postings = connection.prepareExact<
    [number],
    { kind: LedgerAccountKind; owner_id: bigint; amount_micros: bigint }
  >(
    `SELECT kind, owner_id, amount_micros FROM postings JOIN ledger_accounts USING (ledger_account_id)
     WHERE entry_id = ?`,
  );

  const account = (kind: LedgerAccountKind, ownerId: number) =>
    find.get(ownerId, kind) ?? {
      ledger_account_id: BigInt(open.run(ownerId, kind).lastInsertRowid),
      balance_micros: 0n,
    };

  const post = (entryId: number, entry: NewEntry, { kind, ownerId, amountMicros }: EntryLine) => {
    const { ledger_account_id: id, balance_micros: before } = account(kind, ownerId);
    // Nobody else writes while this deed does: what was read a moment ago still holds.
    const balance = before + amountMicros;
    move.run(amountMicros, id);
    insertPosting.run(entryId, id, amountMicros, balance);
    if (neverBelowZero.has(kind) && balance < 0n) throw new RangeError(`a ${kind} would fall below zero`);
    if (kind !== 'wallet') return;
    if (amountMicros < 0n) {
      const fall = { beforeMicros: before, afterMicros: balance };
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
      const entryId = Number(insertEntry.run(...entryValues(entry)).lastInsertRowid);
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
