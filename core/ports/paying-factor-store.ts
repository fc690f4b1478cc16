/** The factors announced to publishers: what a bot's subscribers will bring them, and the hold (`core/quality/paying.ts`). */
import type { NewNotification } from './notification-store.js';

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
  /** Forgets factors that no impression since then was made under, and bots that are back at 1 since before then. */
  forget(beforeMs: number): Promise<void>;
  /**
   * Sets shares, or holds, or both, back to 1 for all bots, also those that wait; what waits and changes nothing any more
   * is forgotten.
   */
  reset(what: { shares: boolean; holds: boolean }, nowMs: number): Promise<void>;
}
