/** What other networks offered to users, as the service keeps it. Nothing of it is booked. */
import type { MomentRange } from '../days.js';

/** `held`: done, and not settled by the network yet. `gone`: it can no longer be done, and was not. */
export type OfferState = 'pending' | 'done' | 'held' | 'gone';

/** Something that another network asks a user to join or open. */
export interface Offer {
  /** The network's own id; the same at each call. */
  offerId: string;
  /** The platform's id of the chat or bot; `""` where the network does not say. */
  chat: string;
  link: string;
  title: string;
  /** What the network says it pays; null where it says nothing. */
  priceMicros: bigint | null;
  state: OfferState;
}

/** An offer in a user's list. */
export interface ListedOffer extends Offer {
  /** Negative; see `adsIdOf`. */
  adsId: number;
  /** Counts the bot's networks from 1; below 0 are the operator's. */
  networkId: number;
  listedAtMs: number;
  /** Number of the smart link that became this offer, outside of a pinned list; null: it has a place of its own. */
  smartLink: number | null;
}

/** An offer to keep, with the name by which answers and events call its network. */
export interface KeptOffer extends ListedOffer {
  network: string;
}

/** What a network brought a bot on a day, by its own word. */
export interface NetworkDay {
  networkId: number;
  /** Days since 1970, in the service's zone. */
  day: number;
  listed: number;
  done: number;
  claimedMicros: bigint;
}

export interface NetworkStore {
  /**
   * Writes offers as they stand now. An answer about an earlier listing changes nothing, and what is settled stays so until the
   * offer is listed again. One that is new to the user counts as listed; one that becomes `done` or `held` counts as done, once a
   * listing.
   *
   * In the same step an event is queued for the publisher: `subscribed` of an offer that becomes `done` or `held`, and
   * `unsubscribed` of one that was, and is listed again.
   */
  keep(botId: number, userId: number, offers: readonly KeptOffer[], nowMs: number): Promise<void>;
  /** The offers of these ids that this bot's user was given, in no order. */
  find(botId: number, userId: number, adsIds: readonly number[]): Promise<ListedOffer[]>;
  /** What this bot's user was given in a time, latest first; at most `limit`. */
  listed(botId: number, userId: number, window: MomentRange, limit: number): Promise<ListedOffer[]>;
  /** Days of a bot, both inclusive; of bot 0: of the operator's networks, in all bots. */
  days(botId: number, fromDay: number, toDay: number): Promise<NetworkDay[]>;
}
