/** What publishers were told that a subscriber of a bot will bring them (`core/quality/paying.ts`). */
import type { NewNotice } from './notice-store.js';

export interface PayingFactor {
  botId: number;
  /** It holds for impressions from this moment on, until another one does. */
  fromMs: number;
  /** By which the publisher's share is multiplied; three decimals at most. */
  factor: number;
}

/** Of a bot at a moment. */
export interface PayingFactors {
  /** The one that holds; 1 where none was announced. */
  pays: number;
  /** The one that waits; null: none does. */
  announced: Omit<PayingFactor, 'botId'> | null;
}

export interface PayingFactorStore {
  /** Of each bot the one announced last, in the order of their ids, from the first after `afterBotId`; at most 500. */
  last(afterBotId: number): Promise<PayingFactor[]>;
  /**
   * Keeps announcements and queues what owners are told of them, in one atomic step. One that a bot has for the same
   * moment already stays. @param factors at most 500
   */
  announce(factors: readonly PayingFactor[], notices: readonly NewNotice[], nowMs: number): Promise<void>;
  of(botId: number, atMs: number): Promise<PayingFactors>;
  /** Forgets factors that no impression since then was made under, and bots that are back at 1 since before then. */
  forget(beforeMs: number): Promise<void>;
  /** Forgets all of them, also those that wait. */
  clear(): Promise<void>;
}
