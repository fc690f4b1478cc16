/** What is kept of one user and an order, or a bot, for who asks why a join was or was not paid for. */
import type { UnpaidReason } from '../terms/reasons.js';
import type { EntryKind, LedgerAccountKind } from './ledger-store.js';
import type { ShownOrder, SubscriptionStatus, Target } from './sponsor-store.js';
import type { SettlementFacts } from './subscription-store.js';

/** How a user stands with an order, with all that is kept of how that came. */
export interface Standing extends Omit<SubscriptionStatus, 'atMs'> {
  /** `none`: the member is free. */
  charge: 'none' | 'counted' | 'reversed';
  reason: UnpaidReason | null;
  settledAtMs: number;
  /** When the state changed after that; null: it did not. */
  changedAtMs: number | null;
}

/** An entry of a charge, its release or reversal, and a charge booked again. */
export interface BookedEntry {
  entryId: number;
  kind: EntryKind;
  atMs: number;
  botId: number | null;
  postings: { kind: LedgerAccountKind; ownerId: number; amountMicros: bigint }[];
}

export interface DisputeStore {
  /** Where the order led when this user was shown it, the latest place first; at most `limit`. */
  places(userId: number, orderId: number, limit: number): Promise<Target[]>;
  /** Orders that this bot showed this user, or with which it brought them, the latest first; at most `limit`. */
  ordersOf(userId: number, botId: number, limit: number): Promise<number[]>;
  /** What a settlement would be decided by now; nothing is locked. Null: there is no such order. */
  facts(
    shown: ShownOrder,
    userId: number,
    at: { impressionsSinceMs: number; day: number },
  ): Promise<SettlementFacts | null>;
  /** With what was booked for it, the first entry first. Null: they are not settled. */
  standing(userId: number, orderId: number): Promise<{ standing: Standing; entries: BookedEntry[] } | null>;
}
