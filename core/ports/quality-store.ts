/** What the quality of bots is read from, and where it is kept (`core/quality`). */
import type { QualityReason } from '../terms/reasons.js';
import type { Day } from '../days.js';
import type { DayRange } from './statistics-store.js';
import type { NewNotification } from './notification-store.js';
import type { JoinPlace } from './reversal-store.js';
import type { SubscriptionStatus } from './sponsor-store.js';

/** A point of a bot's curve. */
export interface CurvePoint {
  afterMs: number;
  /** Subscribers that say something of the stretch that ends here. */
  followed: number;
  /** The part that is still there, between 0 and 1: drawn to what is expected where few were followed. */
  stayed: number;
  /** The part of other bots' subscribers of the same orders. */
  others: number;
}

/** Why a factor is what it is. */
export interface QualityCause {
  reason: QualityReason;
  /** What it adds to 1 or takes. */
  effect: number;
  /** What was found of the bot, and what of others: parts between 0 and 1. */
  share: number;
  others: number;
}

export interface Quality {
  factor: number;
  /** The strongest first; never empty. */
  causes: QualityCause[];
  joins: number;
  curve: CurvePoint[];
}

export interface QualityOrder {
  orderId: number;
  /** It got subscribers in the time that was asked about. */
  hasSubscribers: boolean;
  /** The service sees who leaves. */
  isWatched: boolean;
}

/** A subscriber who was paid for, or whose charge was taken back. */
export interface QualitySubscriber extends Pick<SubscriptionStatus, 'botId' | 'atMs' | 'state'> {
  userId: number;
  /** Brought by a bot of the order's owner, or by none: that says nothing of a bot. */
  isOwn: boolean;
  /** When the state changed after that; null: it did not. */
  changedAtMs: number | null;
  /** When somebody else removed them; null: they were not removed. */
  removedAtMs: number | null;
  /** When this bot first showed them the order; null: no longer known. */
  shownAtMs: number | null;
}

/** Joins of a bot on some days: those that were paid for, and of the others those for these reasons. */
export interface QualityJoins {
  botId: number;
  paid: number;
  suspicious: number;
  sharedAddress: number;
  cameBack: number;
}

export interface StoredQuality extends Quality {
  botId: number;
  /** When moderators were notified of the bot (`core/quality/anomaly-notifications.ts`); null or left out: not in the last days. */
  notifiedDay?: Day | null;
}

export interface QualityStore {
  /** When the last reading was made; null: none was. */
  lastReadAtMs(): Promise<number | null>;
  /** Orders in the order of their ids, from the first after `afterOrderId`; at most 500. */
  orders(afterOrderId: number, sinceMs: number): Promise<QualityOrder[]>;
  /**
   * Its subscribers since then, in the order they came, a page after `cursor`; at most 1,000.
   * @param cursor null: the first page
   */
  subscribers(orderId: number, sinceMs: number, cursor: JoinPlace | null): Promise<QualitySubscriber[]>;
  /** Of these bots since that day; paid ones by other people's orders alone. @param botIds at most 50 */
  joins(botIds: readonly number[], sinceDay: number): Promise<QualityJoins[]>;
  /** Paid joins of these bots by day, those of other people's orders alone; days without are left out. @param botIds at most 50 */
  days(botIds: readonly number[], range: DayRange): Promise<{ botId: number; day: Day; joins: number }[]>;
  /** When moderators were notified of these bots; bots without a notification are left out. @param botIds at most 50 */
  notifiedDays(botIds: readonly number[]): Promise<{ botId: number; day: Day }[]>;
  /** Keeps what was read at that moment, in place of what was read before. @param qualities at most 500 */
  save(qualities: readonly StoredQuality[], atMs: number): Promise<void>;
  /** Ends a reading: what was read before that moment is forgotten, and the moment is the last reading's. */
  finish(atMs: number): Promise<void>;
  /** As it was read last; null: the bot brought no subscriber in that time. */
  find(botId: number): Promise<(Quality & { readAtMs: number }) | null>;
  /** The factor alone; 1 where nothing was read. */
  factor(botId: number): Promise<number>;
}

/** A factor announced to publishers: what a bot's subscribers will bring them, and the hold (`core/quality/paying.ts`). */
export interface PayingFactor {
  botId: number;
  /** It holds for impressions from this moment on, until another one does. */
  fromMs: number;
  /** By which the publisher's share is multiplied; three decimals at most. */
  factor: number;
  /** By which the hold is worked out; three decimals at most, and at most 1. */
  holdFactor: number;
}

/** Of a bot at a moment. */
export interface PayingFactors {
  /** The ones that hold; 1 where none was announced. */
  pays: number;
  holds: number;
  /** The one that waits; null: none does. */
  announced: PayingFactor | null;
}

export interface PayingFactorStore {
  /** Of each bot the one announced last, in the order of their ids, from the first after `afterBotId`; at most 500. */
  last(afterBotId: number): Promise<PayingFactor[]>;
  /**
   * Keeps announcements and queues the notifications to owners, in one atomic step. One that a bot has for the same
   * moment already stays. @param factors at most 500
   */
  announce(
    factors: readonly PayingFactor[],
    notifications: readonly NewNotification[],
    nowMs: number,
  ): Promise<void>;
  of(botId: number, atMs: number): Promise<PayingFactors>;
  /** Takes back what is to hold from a later moment on. */
  withdraw(afterMs: number): Promise<void>;
  /** Forgets factors that no impression since then was made under, and bots that are back at 1 since before then. */
  forget(beforeMs: number): Promise<void>;
  /**
   * Sets shares, or holds, or both, back to 1 for all bots, also those that wait; what waits and changes nothing any more
   * is forgotten.
   */
  reset(what: { shares: boolean; holds: boolean }, nowMs: number): Promise<void>;
}
