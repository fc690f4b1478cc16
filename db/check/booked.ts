/** What entries did to people, and to the service's fees. */
import { type EntryLine, SERVICE } from '../../core/ledger/index.js';
import { postingsOf } from '../work/ledger-writes.js';
import type { Work } from '../work/statement.js';

/** Of one entry, each person as a whole: whichever of their accounts it took from. */
export interface Moved {
  spent: bigint;
  got: bigint;
  fee: bigint;
}

const nothing: Moved = { spent: 0n, got: 0n, fee: 0n };

/** @returns what one of these entries did; nothing where it is null */
export function* readMoved(entryIds: readonly (bigint | null)[]): Work<(id: bigint | null) => Moved> {
  const known = entryIds.filter((id) => id !== null).map(Number);
  const lines = known.length === 0 ? new Map<number, EntryLine[]>() : yield* postingsOf(known);
  return (id) => (id === null ? nothing : movedBy(lines.get(Number(id)) ?? []));
}

function movedBy(lines: readonly EntryLine[]): Moved {
  const byOwner = new Map<number, bigint>();
  let fee = 0n;
  for (const { ownerId, kind, amountMicros } of lines) {
    byOwner.set(ownerId, (byOwner.get(ownerId) ?? 0n) + amountMicros);
    if (kind === 'fee' && ownerId === SERVICE) fee += amountMicros;
  }
  const sums = [...byOwner.values()];
  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
  return {
    spent: -sumOf(sums.filter((amount) => amount < 0n)),
    got: sumOf(sums.filter((amount) => amount > 0n)),
    fee,
  };
}
