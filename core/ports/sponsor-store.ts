/** What a request needs to know, and what it leaves behind: pins, shows, standings. */
import type { BlockContent } from './block-store.js';
import type { EndUser, Sighting } from './audience-store.js';

/** `interface.md`, Sponsor list pinning: the mode of a request. */
export type PinMode = 'subscribe' | 'newtask' | 'task';

/** A place in a pinned list: an order, or a smart link that becomes one when the user opens it. */
export type Slot =
  | { kind: 'order'; orderId: number }
  /** `orderId`: null until opened; 0 when it was opened and nothing suited, so that the place counts as done. */
  | { kind: 'smart'; orderId: number | null };

/** The sponsor list of one (bot, user), the same until `expiresAtMs`. */
export interface Pin {
  mode: 'subscribe' | 'task';
  slots: Slot[];
  pinnedAtMs: number;
  /** Kept as a whole number of seconds after `pinnedAtMs`, rounded up. */
  expiresAtMs: number;
}

/** That a bot showed an order to a user, last when, and at what price: it decides whose the subscriber is. */
export interface Show {
  orderId: number;
  botId: number;
  /** When this bot showed it first, and last; the price is the last one. */
  firstShownAtMs: number;
  shownAtMs: number;
  priceMicros: bigint;
}

/** How a user stands with an order, once that is settled. */
export interface Standing {
  orderId: number;
  /** The bot that brought them, or 0 when none did. */
  botId: number;
  state: 'subscribed' | 'unsubscribed' | 'notgetted';
  priceMicros: bigint;
  atMs: number;
}

/** Whether a user is in a channel or has started a bot, as far as the platform has told. */
export interface Membership {
  resourceId: string;
  state: 'in' | 'out' | 'requested';
  /** Was in once and left: whoever comes back is `notgetted`. */
  hadLeft: boolean;
  /** Since when this state holds; 0 when they were found in and nobody knows since when. */
  sinceMs: number;
  checkedAtMs: number;
}

export interface Visit {
  user: EndUser | null;
  isKnownToBot: boolean;
  /** The live pin, if any. */
  pin: Pin | null;
  /** This user's shows in all bots since `sinceMs`, latest first. Mostly nobody asks, so a store may read them only then. */
  shows(): Promise<readonly Show[]>;
  standings: Standing[];
  memberships: Membership[];
  /** A block of this bot is on the user's screen or on its way there. */
  hasBlock: boolean;
}

/** All that one request writes, in one step. */
export interface VisitRecord {
  botId: number;
  nowMs: number;
  /** Present when it says something new. */
  sighting: Sighting | null;
  isFirstForBot: boolean;
  /** A list to pin; refused when another request pinned one meanwhile. */
  pin: Pin | null;
  /** Take the pin away (mode `task`, all subscribed). */
  unpin: boolean;
  /** Shows to record or to make the latest. */
  shows: { orderId: number; priceMicros: bigint }[];
  /** Show this block, delete the one there (`null` content), or leave it alone (undefined). */
  block: { chatId: number; content: BlockContent | null } | undefined;
  /** A question was asked on this day. */
  askedOnDay: number | null;
}

export interface SponsorStore {
  /**
   * Moves when something that `visit` reads of this user may have been written, by whatever process; null where the
   * database cannot tell. Time alone moves nothing: pins end and shows grow old without a mark.
   */
  visitMark(userId: number): Promise<number | null>;
  /** Everything that one request needs to know of its user, read at one moment. */
  visit(botId: number, userId: number, sinceMs: number, nowMs: number): Promise<Visit>;
  /** Writes what a request decided. When another request pinned a list first, nothing is written and that pin is the answer. */
  record(userId: number, record: VisitRecord): Promise<{ kind: 'recorded' } | { kind: 'pinned'; pin: Pin }>;
  /**
   * Turns the open smart slot number `index` of a pin into an order (0: none suited) and records its show; answers the
   * slot's order after it, or null when no live pin holds that slot: then the show alone is recorded.
   */
  fillSlot(
    botId: number,
    userId: number,
    index: number,
    fill: { orderId: number; priceMicros: bigint },
    nowMs: number,
  ): Promise<number | null>;
  /** What this bot showed this user and when last, for /get-user-subscriptions; at most `limit`, latest first. */
  shownBy(
    botId: number,
    userId: number,
    window: { fromMs: number; toMs: number },
    limit: number,
  ): Promise<{ show: Show; standing: Standing | null }[]>;
  /** Drops pins that ended and shows older than `beforeMs`, in small steps; answers how many went. */
  purge(beforeMs: number, limit: number): Promise<number>;
}
