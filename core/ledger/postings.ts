/** Entries of the ledger and their lines, before they are booked: what holds of them. */
import type { EntryKind, LedgerAccountKind } from '../ports/ledger-store.js';

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
  /** The entry that it reverses, releases, decides, or (a charge booked again) undoes: that happens to an entry once. */
  aboutEntryId?: number;
  reference?: string;
  bookedBy?: number;
  note?: string;
}

/** Accounts that may not go below zero. The others may: they are the service's and the outside's. */
export const neverBelowZero: ReadonlySet<LedgerAccountKind> = new Set<LedgerAccountKind>([
  'wallet',
  'hold',
  'reserve',
]);

/** Entries that may take a wallet below zero: a debt. Others only pay it off. */
export const mayOwe: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'adjustment',
  'fraud_reversal',
  'referral_reversal',
]);

/** What puts money into a wallet that is not earned: an owner notified that it ran out can be notified again. */
export const refills: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'deposit',
  'adjustment',
  'withdrawal_refused',
  'withdrawal_cancelled',
  'refund_refused',
]);

/**
 * One line an account, and none of zero: an advertiser who is the publisher too has one wallet.
 * @throws RangeError when they do not sum to zero
 */
export function addedUp(lines: readonly EntryLine[]): EntryLine[] {
  const sum = lines.reduce((total, line) => total + line.amountMicros, 0n);
  if (sum !== 0n) throw new RangeError('the postings of an entry must sum to zero');
  const sums = new Map<string, EntryLine>();
  for (const line of lines) {
    const key = `${line.kind}:${String(line.ownerId)}`;
    sums.set(key, { ...line, amountMicros: line.amountMicros + (sums.get(key)?.amountMicros ?? 0n) });
  }
  // What comes in is booked before what goes out, so that only the outcome is held against a wallet.
  const bySize = (a: EntryLine, b: EntryLine) => (a.amountMicros > b.amountMicros ? -1 : 1);
  return [...sums.values()].filter((line) => line.amountMicros !== 0n).sort(bySize);
}

/** An entry's lines the other way round. */
export function reversed(lines: readonly EntryLine[]): EntryLine[] {
  return lines.map((line) => ({ ...line, amountMicros: -line.amountMicros }));
}

/** What an entry put on hold goes to the wallets of those it is of. */
export function released(lines: readonly EntryLine[]): EntryLine[] {
  return lines
    .filter((line) => line.kind === 'hold')
    .flatMap(({ kind, ownerId, amountMicros }) => [
      { kind, ownerId, amountMicros: -amountMicros },
      { kind: 'wallet' as const, ownerId, amountMicros },
    ]);
}
