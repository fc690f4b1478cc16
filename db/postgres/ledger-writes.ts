/**
 * Booking where many write at a time (`db/sqlite/ledger-writes.ts` has the one writer to itself).
 *
 * Booking holds the accounts until its commit has reached the disk. People's accounts are locked in ascending
 * order, so that no two wait for each other. Nearly every entry has a line on one of the service's own accounts
 * too: were those single rows, one entry at a time could be booked in the whole service. So each is kept in
 * service account shards, accounts with the owners 0, -1, -2, …: an entry takes an unlocked one, or opens
 * another. No rule depends on their balances.
 */
import { addedUp, type Booking, type EntryLine, refills, SERVICE } from '../../core/ledger/index.js';
import type { LedgerAccountKind } from '../../core/ports/ledger-store.js';
import { present, listsOf } from '../work/values.js';
import {
  balances,
  type Fall,
  type LedgerWrites,
  noteReferralDues,
  postingsOf,
  toBalance,
} from '../work/ledger-writes.js';
import { writeBookings } from './ledger-bookings.js';
import { walletFell, walletRefilled } from '../work/shortfalls.js';
import { exactStatement, ofPostgres, together, touchOrders } from '../work/statement.js';

/** As many entries can be under way at once before one waits for another. */
const SHARDS_MAX = 64;

interface AccountRow {
  ledger_account_id: number;
  owner_id: number;
  kind: LedgerAccountKind;
}

const lockAll = exactStatement<
  [ownerIds: number[]],
  Record<'owner_id' | 'balance_micros', bigint> & Pick<AccountRow, 'kind'>
>({
  sqlite: null,
  postgres: `SELECT owner_id, kind, balance_micros FROM ledger_accounts
   WHERE owner_id = ANY($1::bigint[]) ORDER BY ledger_account_id FOR UPDATE`,
});
/** Those of people, waiting for each in turn; and of each of the service's a shard that is free. */
const hold = ofPostgres<[ownerIds: number[], ownKinds: string[]], AccountRow>(
  `WITH of_people AS (
     SELECT ledger_account_id, owner_id, kind FROM ledger_accounts
     WHERE owner_id = ANY($1::bigint[]) ORDER BY ledger_account_id FOR UPDATE),
   shards AS (
     SELECT shard.* FROM unnest($2::text[]) AS wanted (kind) CROSS JOIN LATERAL (
       SELECT ledger_account_id, owner_id, kind FROM ledger_accounts
       WHERE owner_id <= ${String(SERVICE)} AND ledger_accounts.kind = wanted.kind
       ORDER BY owner_id DESC LIMIT 1 FOR UPDATE SKIP LOCKED) AS shard)
   SELECT * FROM of_people UNION ALL SELECT * FROM shards`,
);
const open = ofPostgres<[ownerIds: number[], kinds: string[]]>(
  `INSERT INTO ledger_accounts (owner_id, kind)
   SELECT owner_id, kind FROM unnest($1::bigint[], $2::text[]) AS wanted (owner_id, kind) ORDER BY owner_id, kind
   ON CONFLICT (owner_id, kind) DO NOTHING`,
);
const openShard = ofPostgres<[ownerId: number, kind: string], AccountRow>(
  `INSERT INTO ledger_accounts (owner_id, kind) VALUES ($1, $2)
   ON CONFLICT (owner_id, kind) DO UPDATE SET balance_micros = ledger_accounts.balance_micros
   RETURNING ledger_account_id, owner_id, kind`,
);

function* notifyShortfalls({ entry, lines }: Booking, falls: readonly Fall[]) {
  const charged = entry.kind === 'charge' ? (entry.orderId ?? null) : null;
  for (const { ownerId, ...fall } of falls) yield* walletFell(ownerId, fall, charged, entry.atMs);
  if (!refills.has(entry.kind)) return;
  for (const { kind, ownerId, amountMicros } of lines)
    if (kind === 'wallet' && amountMicros > 0n) yield* walletRefilled(ownerId);
}

/** @returns null when none of them is new */
function* bookNew(bookings: readonly Booking[]) {
  const accounts = yield* holdAccounts(bookings.flatMap(({ lines }) => lines));
  const idOf = (line: EntryLine) => present(accounts.get(keyOf(line)), 'the ledger account');
  const booked = yield* writeBookings(bookings, idOf);
  if (booked === null) return null;
  yield* touchOrders();
  yield* noteReferralDues(bookings, booked.entryIds);
  return booked;
}

const withAddedUp = ({ entry, lines }: Booking): Booking => ({ entry, lines: addedUp(lines) });

function* bookOnce(booking: Booking) {
  const wanted = withAddedUp(booking);
  const booked = yield* bookNew([wanted]);
  if (booked === null) return null;
  yield* notifyShortfalls(wanted, booked.falls);
  return present(booked.entryIds[0], 'the new entry');
}

export const ledgerWrites: LedgerWrites = {
  isShared: true,
  *lock(ownerIds) {
    const ids = [...new Set(ownerIds)];
    // One that waited in the first has not seen what was opened meanwhile; the second has. They go together.
    const [, rows] = yield* together(lockAll.all(ids), lockAll.all(ids));
    return (ownerId) => toBalance(rows.filter((row) => Number(row.owner_id) === ownerId));
  },
  balances,
  *book(booking) {
    return booked(yield* bookOnce(booking));
  },
  bookOnce,
  *bookAll(bookings) {
    if (bookings.length === 0) return { entryIds: [], falls: [] };
    if (bookings.some(({ entry }) => refills.has(entry.kind)))
      throw new TypeError('a refill is booked alone');
    return booked(yield* bookNew(bookings.map(withAddedUp)));
  },
  *notifyFalls(falls, nowMs) {
    for (const { ownerId, ...fall } of falls) yield* walletFell(ownerId, fall, null, nowMs);
  },
  postingsOf,
};

/** @throws RangeError when what it is about, or its reference, was booked before */
function booked<Made>(made: Made | null): Made {
  return present(made, 'the new entry, which was booked before: it');
}

const keyOf = ({ kind, ownerId }: { kind: LedgerAccountKind; ownerId: number }): string =>
  `${kind}:${String(ownerId)}`;

/** The ids of the lines' accounts, all locked; those that are not there are opened. */
function* holdAccounts(lines: readonly EntryLine[]) {
  const ofPeople = lines.filter((line) => line.ownerId !== SERVICE);
  const ownerIds = [...new Set(ofPeople.map((line) => line.ownerId))];
  const ownKinds = new Set(lines.filter((line) => line.ownerId === SERVICE).map((line) => line.kind));
  const accounts = new Map<string, number>();
  const note = ({ ledger_account_id: id, owner_id, kind }: AccountRow): void => {
    accounts.set(keyOf({ kind, ownerId: Math.max(SERVICE, owner_id) }), id);
  };
  (yield* hold.all(ownerIds, [...ownKinds])).forEach(note);

  const missing = ofPeople.filter((line) => !accounts.has(keyOf(line)));
  if (missing.length > 0) {
    yield* open.run(...listsOf(missing, 'ownerId', 'kind'));
    (yield* hold.all(ownerIds, [])).forEach(note);
  }
  for (const kind of ownKinds) {
    if (accounts.has(keyOf({ kind, ownerId: SERVICE }))) continue;
    const shard = SERVICE - Math.floor(Math.random() * SHARDS_MAX);
    note(present(yield* openShard.get(shard, kind), 'the shard'));
  }
  return accounts;
}
