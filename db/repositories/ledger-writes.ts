/**
 * Booking, inside deeds. What must hold is asserted here, in production too: a deed that would break it is rolled back
 * whole.
 */
import type { Balance, EntryKind, LedgerAccountKind } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Shortfalls } from './shortfalls.js';
import { present } from './values.js';

/** Owner of the service's own accounts. */
export const SERVICE = 0;

export interface EntryLine {
  kind: LedgerAccountKind;
  ownerId: number;
  amountMicros: bigint;
}

export interface NewEntry {
  kind: EntryKind;
  atMs: number;
  orderId?: number;
  botId?: number;
  userId?: number;
  /** The entry that it reverses, releases or decides: that happens to an entry once. */
  aboutEntryId?: number;
  reference?: string;
  bookedBy?: number;
  note?: string;
}

export interface LedgerWrites {
  balance(kind: LedgerAccountKind, ownerId: number): bigint;
  /** All that a person has. */
  balances(accountId: number): Balance;
  /** Books an entry; answers its id. Lines on one account are added up, and those of nothing left out. */
  book(entry: NewEntry, lines: readonly EntryLine[]): number;
  postingsOf(entryId: number): EntryLine[];
}

/** What nobody may owe. `fee` and `world` may be below zero: they are the service's and the outside's. */
const neverBelowZero: ReadonlySet<LedgerAccountKind> = new Set<LedgerAccountKind>([
  'wallet',
  'hold',
  'reserve',
]);

/** What puts money into a wallet that is not earned: whoever was told that it ran out can be told again. */
const refills: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'deposit',
  'withdrawal_refused',
  'withdrawal_cancelled',
  'refund_refused',
]);

export function createLedgerWrites(connection: Connection, shortfalls: Shortfalls): LedgerWrites {
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
      const sum = lines.reduce((total, line) => total + line.amountMicros, 0n);
      if (sum !== 0n) throw new RangeError('the postings of an entry must sum to zero');
      const { entry_id: entryId } = present(insertEntry.get(...entryValues(entry)), 'the new entry');
      for (const line of addedUp(lines)) post(entryId, entry, line);
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

function entryValues(entry: NewEntry): (string | number | null)[] {
  const { kind, atMs, orderId, botId, userId, aboutEntryId, reference, bookedBy, note } = entry;
  const optional = [orderId, botId, userId, aboutEntryId, reference, bookedBy].map((value) => value ?? null);
  return [kind, atMs, ...optional, note ?? ''];
}

/** One line an account, and none of zero: an advertiser who is the publisher too has one wallet. */
function addedUp(lines: readonly EntryLine[]): EntryLine[] {
  const sums = new Map<string, EntryLine>();
  for (const line of lines) {
    const key = `${line.kind}:${String(line.ownerId)}`;
    sums.set(key, { ...line, amountMicros: line.amountMicros + (sums.get(key)?.amountMicros ?? 0n) });
  }
  // What comes in is booked before what goes out, so that only the outcome is held against a wallet.
  const bySize = (a: EntryLine, b: EntryLine) => (a.amountMicros > b.amountMicros ? -1 : 1);
  return [...sums.values()].filter((line) => line.amountMicros !== 0n).sort(bySize);
}
