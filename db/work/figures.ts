/** The figures that a subscriber moves: of the order, of the bot, of their day and of the user's language. */
import type { Work } from './statement.js';

export interface Figures {
  orderId: number;
  botId: number;
  day: number;
  nowMs: number;
  /** Whether the advertiser's own bot brought them. */
  isOwn: boolean;
  subscribers: number;
  lost: number;
  /** Of the subscribers, those whom the bot took over (`core/evidence/taken-over.ts`). */
  takenOver: number;
  paidMicros: bigint;
  earnedMicros: bigint;
  /** What is left of the show that brought a subscriber. */
  closedShows: number;
  /** Places of the order that are taken, or free again. */
  places: number;
  /** A new subscriber, with the language they are known by, `''` if none; null when there is none. */
  subscriber: { userId: number; language: string } | null;
}

export interface CountedFigures {
  /** The order's subscribers of the day. */
  today: number;
  /** What the order has now; null when no place of it was taken or freed. */
  order: { quantityNow: number; quantityAll: number } | null;
}

/** Writes them, inside other work. Where nobody knows the language of a subscriber, the word of the bot that is paid counts. */
export type CountFigures = (figures: Figures) => Work<CountedFigures>;
