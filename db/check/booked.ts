/** What entries did to people, and to the service's fees. */
import { SERVICE } from '../../core/ledger/index.js';
import { exactStatement, type Work } from '../work/statement.js';

/** Of one entry, each person as a whole: whichever of their accounts it took from. */
export interface Moved {
  spent: bigint;
  got: bigint;
  fee: bigint;
}

interface PostingRow {
  entry_id: bigint;
  owner_id: bigint;
  kind: string;
  amount: bigint;
}

const postings = exactStatement<[entryIds: readonly bigint[]], PostingRow>(
  `SELECT entry_id, owner_id, kind, amount_micros AS amount FROM postings JOIN ledger_accounts USING (ledger_account_id)
   WHERE entry_id = ANY ($1::bigint[])`,
);

const nothing: Moved = { spent: 0n, got: 0n, fee: 0n };

/** @returns what one of these entries did; nothing where it is null */
export function* readMoved(entryIds: readonly (bigint | null)[]): Work<(id: bigint | null) => Moved> {
  const known = entryIds.filter((id) => id !== null);
  const byEntry = new Map<bigint, PostingRow[]>();
  for (const row of known.length === 0 ? [] : yield* postings.all(known)) {
    const rows = byEntry.get(row.entry_id);
    if (rows === undefined) byEntry.set(row.entry_id, [row]);
    else rows.push(row);
  }
  return (id) => (id === null ? nothing : movedBy(byEntry.get(id) ?? []));
}

function movedBy(rows: readonly PostingRow[]): Moved {
  const byOwner = new Map<bigint, bigint>();
  let fee = 0n;
  for (const { owner_id: ownerId, kind, amount } of rows) {
    byOwner.set(ownerId, (byOwner.get(ownerId) ?? 0n) + amount);
    // On PostgreSQL the service keeps fees in many shards: see `ledger-writes.ts` there.
    if (kind === 'fee' && ownerId <= SERVICE) fee += amount;
  }
  const sums = [...byOwner.values()];
  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
  return {
    spent: -sumOf(sums.filter((amount) => amount < 0n)),
    got: sumOf(sums.filter((amount) => amount > 0n)),
    fee,
  };
}
