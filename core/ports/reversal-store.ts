/** Charges that are taken back because fraud was found later: where they are, and the entries that take them back. */
import type { NewNotification } from './notification-store.js';

/** An order in a bot. */
export interface Pair {
  orderId: number;
  botId: number;
}

/** A paid join of an order in a bot. */
export interface FoundJoin {
  userId: number;
  priceMicros: bigint;
  feeMicros: bigint;
  /** The account that it paid: the bot may have had another owner then. */
  payeeId: number;
  /** Where the publisher's part is; `fraud`: the charge was taken back as fraud. */
  state: 'held' | 'paid' | 'fraud';
  /** Of `fraud`: by which reversal. */
  reversalId: number | null;
}

/** A place in a walk through the subscribers of an order. */
export interface JoinPlace {
  atMs: number;
  userId: number;
}

/** What a reversal is about, as it is logged. */
export interface ReversalMade {
  moderatorId: number;
  /** Whose bots they are. */
  publisherId: number;
  botId: number | null;
  accountId: number | null;
  orderId: number | null;
  /** With the period, where there is one. */
  reason: string;
}

export interface ReversalStore {
  /** Orders that got subscribers through the bot on these days, a page after one. */
  orders(
    botId: number,
    days: { fromDay: number; toDay: number },
    afterOrderId: number,
    limit: number,
  ): Promise<number[]>;
  /**
   * Paid joins of a pair in the order they came, of one page of all subscribers of the order; those whose charge was taken back when they
   * left, or who cost nothing, are not among them. `toMs` is not included. `next` is null at the end.
   */
  joins(
    pair: Pair,
    range: { fromMs: number; toMs: number },
    after: JoinPlace | null,
  ): Promise<{ joins: FoundJoin[]; next: JoinPlace | null }>;
  /** The same reversal that was begun and not ended; null: there is none. */
  unfinished(made: ReversalMade): Promise<number | null>;
  /** Logs that a reversal begins, unless the same was begun and not ended; returns its number. Durable. */
  begin(made: ReversalMade, nowMs: number): Promise<number>;
  /**
   * Takes back the charges of these users that stand, an entry each (`core/ledger/fraud.ts`); those that do not are left alone.
   * `quantityNow` steps back, and the figures of this day follow. An order that was full is switched off. Returns how many there
   * were, and what they cost. Durable.
   */
  reverse(
    pair: Pair,
    userIds: readonly number[],
    made: { reversalId: number; reason: string; bookedBy: number | null; day: number; nowMs: number },
  ): Promise<{ joins: number; micros: bigint }>;
  /** Logs that it ended, and queues the notifications of it: once, however often it is said. Durable. */
  end(
    reversalId: number,
    made: ReversalMade,
    notifications: readonly NewNotification[],
    nowMs: number,
  ): Promise<void>;
}
