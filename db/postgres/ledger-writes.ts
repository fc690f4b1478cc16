/**
 * Booking where many write at a time (`db/sqlite/ledger-writes.ts` has the one writer to itself).
 *
 * Booking holds the accounts until its commit has reached the disk. People's accounts are locked in ascending
 * order, so that no two wait for each other. Nearly every entry has a line on one of the service's own accounts
 * too: were those single rows, one entry at a time could be booked in the whole service. So each is kept in
 * service account shards, accounts with the owners 0, -1, -2, …: an entry takes an unlocked one, or opens
 * another. No rule depends on their balances.
 */
import {
  addedUp,
  type Booking,
  type EntryLine,
  mayOwe,
  neverBelowZero,
  type NewEntry,
  refills,
  SERVICE,
} from '../../core/ledger/index.js';
import type { Balance, LedgerAccountKind } from '../../core/ports/ledger-store.js';
import { present, listsOf } from '../work/values.js';
import { entryValues, type LedgerWrites, noteReferralDues } from '../work/ledger-writes.js';
import { writeBookings } from './ledger-bookings.js';
import { walletFell, walletRefilled } from '../work/shortfalls.js';
import { ofPostgres, together, touchOrders } from '../work/statement.js';

/** As many entries can be under way at once before one waits for another. */
const SHARDS_MAX = 64;

/** A wallet's owner, what it had and what it has: as text, since it may be more than a double holds exactly. */
type Fall = [ownerId: number, before: string, after: string];

interface AccountRow {
  ledger_account_id: number;
  owner_id: number;
  kind: LedgerAccountKind;
}

interface BalanceRow {
  owner_id: number;
  kind: LedgerAccountKind;
  /** As text, since a balance may be more than a double holds exactly. */
  balance: string;
}

const balancesOf = ofPostgres<[ownerId: number], BalanceRow>(
  'SELECT owner_id, kind, balance_micros::text AS balance FROM ledger_accounts WHERE owner_id = $1',
);
const lockAll = ofPostgres<[ownerIds: number[]], BalanceRow>(
  `SELECT owner_id, kind, balance_micros::text AS balance FROM ledger_accounts
   WHERE owner_id = ANY($1::bigint[]) ORDER BY ledger_account_id FOR UPDATE`,
);
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
/**
 * The accounts are held already. The entry gets its number only now, so numbers ascend on each account.
 * Returns wallets that fell below the price of an owner's order, so that no other booking checks again.
 */
const write = ofPostgres<
  [...ReturnType<typeof entryValues>, number[], bigint[]],
  { entry_id: number; lines: number; owing: LedgerAccountKind | null; falls: Fall[] | null }
>(
  `WITH entry AS (
     INSERT INTO ledger_entries (kind, at_ms, order_id, bot_id, user_id, about_entry_id, reference, booked_by, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING entry_id),
   moved AS (
     UPDATE ledger_accounts SET balance_micros = balance_micros + line.amount_micros
     FROM entry, unnest($10::bigint[], $11::bigint[]) AS line (ledger_account_id, amount_micros)
     WHERE ledger_accounts.ledger_account_id = line.ledger_account_id
     RETURNING entry_id, ledger_accounts.ledger_account_id, owner_id, amount_micros, balance_micros, kind),
   posted AS (
     INSERT INTO postings (entry_id, ledger_account_id, amount_micros, balance_micros)
     SELECT entry_id, ledger_account_id, amount_micros, balance_micros FROM moved),
   fallen AS (
     SELECT json_build_array(owner_id, (balance_micros - amount_micros)::text, balance_micros::text) AS fall FROM moved
     WHERE kind = 'wallet' AND amount_micros < 0 AND EXISTS (SELECT FROM orders
       WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND account_id = owner_id
         AND real_price_micros > balance_micros AND real_price_micros <= balance_micros - amount_micros))
   SELECT entry.entry_id, count(moved.kind) AS lines, min(moved.kind) FILTER (WHERE balance_micros < 0
     AND amount_micros < 0 AND NOT (moved.kind = 'wallet' AND $1::text IN (${[...mayOwe].map((kind) => `'${kind}'`).join(', ')}))
     AND moved.kind IN (${[...neverBelowZero].map((kind) => `'${kind}'`).join(', ')})) AS owing,
     (SELECT json_agg(fall) FROM fallen) AS falls
   FROM entry LEFT JOIN moved USING (entry_id) GROUP BY entry.entry_id`,
);
const postings = ofPostgres<
  [entryIds: number[]],
  { entry_id: number; kind: LedgerAccountKind; owner_id: number; amount: string }
>(
  `SELECT entry_id, kind, owner_id, amount_micros::text AS amount FROM postings JOIN ledger_accounts USING (ledger_account_id)
   WHERE entry_id = ANY($1::bigint[])`,
);

function* notifyShortfalls(entry: NewEntry, wanted: readonly EntryLine[], falls: readonly Fall[]) {
  const charged = entry.kind === 'charge' ? (entry.orderId ?? null) : null;
  for (const [ownerId, before, after] of falls) {
    const fall = { beforeMicros: BigInt(before), afterMicros: BigInt(after) };
    yield* walletFell(ownerId, fall, charged, entry.atMs);
  }
  if (!refills.has(entry.kind)) return;
  for (const { kind, ownerId, amountMicros } of wanted)
    if (kind === 'wallet' && amountMicros > 0n) yield* walletRefilled(ownerId);
}

function* bookMaybe(entry: NewEntry, wanted: readonly EntryLine[], accounts: ReadonlyMap<string, number>) {
  const ids = wanted.map((line) => present(accounts.get(keyOf(line)), 'the ledger account'));
  const amounts = wanted.map((line) => line.amountMicros);
  const row = yield* write.get(...entryValues(entry), ids, amounts);
  if (row === undefined) return null;
  if (row.lines !== wanted.length) throw new RangeError('a line of an entry was not booked');
  if (row.owing !== null) throw new RangeError(`a ${row.owing} would fall below zero`);
  yield* touchOrders();
  yield* notifyShortfalls(entry, wanted, row.falls ?? []);
  yield* noteReferralDues([{ entry, lines: wanted }], [row.entry_id]);
  return row.entry_id;
}

function* bookOnce({ entry, lines }: Booking) {
  const wanted = addedUp(lines);
  return yield* bookMaybe(entry, wanted, yield* holdAccounts(wanted));
}

export const ledgerWrites: LedgerWrites = {
  isShared: true,
  *lock(ownerIds) {
    const ids = [...new Set(ownerIds)];
    // One that waited in the first has not seen what was opened meanwhile; the second has. They go together.
    const [, rows] = yield* together(lockAll.all(ids), lockAll.all(ids));
    return (ownerId) => toBalance(rows.filter((row) => row.owner_id === ownerId));
  },
  *balances(accountId) {
    return toBalance(yield* balancesOf.all(accountId));
  },
  *book(booking) {
    return booked(yield* bookOnce(booking));
  },
  bookOnce,
  *bookAll(bookings) {
    const wanted = bookings.map(({ entry, lines }) => ({ entry, lines: addedUp(lines) }));
    const accounts = yield* holdAccounts(wanted.flatMap(({ lines }) => lines));
    const idOf = (line: EntryLine) => present(accounts.get(keyOf(line)), 'the ledger account');
    yield* touchOrders();
    const booked = yield* writeBookings(wanted, idOf);
    yield* noteReferralDues(wanted, booked.entryIds);
    return booked;
  },
  *notifyFalls(falls, nowMs) {
    for (const { ownerId, ...fall } of falls) yield* walletFell(ownerId, fall, null, nowMs);
  },
  *postingsOf(entryIds) {
    const lines = new Map<number, EntryLine[]>(entryIds.map((entryId) => [entryId, []]));
    for (const { entry_id, kind, owner_id, amount } of yield* postings.all([...entryIds])) {
      // Callers see no shards.
      const ownerId = Math.max(SERVICE, owner_id);
      lines.get(entry_id)?.push({ kind, ownerId, amountMicros: BigInt(amount) });
    }
    return lines;
  },
};

/** @throws RangeError when what it is about, or its reference, was booked before */
function booked(entryId: number | null): number {
  return present(entryId, 'the new entry, which was booked before: it');
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

function toBalance(rows: readonly BalanceRow[]): Balance {
  const of = (kind: LedgerAccountKind) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { availableMicros: of('wallet'), heldMicros: of('hold'), reservedMicros: of('reserve') };
}
