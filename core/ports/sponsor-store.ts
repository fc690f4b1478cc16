/** What a request needs to know, and what it leaves behind: pins, impressions, subscription statuses. */
import type { AsOf, WaitsUntil } from './as-of.js';
import type { BlockContent } from './block-store.js';
import type { Claims, EndUser } from './audience-store.js';
import type { AdsType } from '../kinds/index.js';
import type { ListedOffer } from './network-store.js';

/** `interface.md`, Sponsor list pinning: the mode of a request. */
export type PinMode = 'subscribe' | 'newtask' | 'task';

/** A place in a pinned list: an order, or a smart link that becomes one when the user opens it. */
export type Slot =
  | { kind: 'order'; orderId: number }
  /**
   * `orderId`: null until opened; 0 when it was opened and nothing suited, so that the place counts as done. One that became an
   * offer of another network is a place of that kind.
   */
  | { kind: 'smart'; orderId: number | null }
  /** Of another network; `adsId` is negative. */
  | { kind: 'offer'; adsId: number };

/** The sponsor list of one (bot, user), the same until `expiresAtMs`. */
export interface Pin {
  mode: 'subscribe' | 'task';
  slots: Slot[];
  pinnedAtMs: number;
  /** Kept as a whole number of seconds after `pinnedAtMs`, rounded up. */
  expiresAtMs: number;
}

/**
 * What speaks for an impression: `list` was given to the bot, `block` is on its way to the user, `delivered` is a block
 * that arrived there, `contact` a list to a user who, as the platform says, uses the bot.
 */
export type ImpressionProof = 'list' | 'block' | 'delivered' | 'contact';

/** Where an order leads. Its owner may change that: an impression keeps what it was when the list was made. */
export interface Target {
  /** What a join is paid for once: a chat's or bot's id, or `link:` and the normalised link. */
  target: string;
  adsType: AdsType;
}

/** An order, by where it led when it was shown. */
export interface ShownOrder extends Target {
  orderId: number;
}

/** That a bot showed an order to a user, when, and at what price: it decides whose the subscriber is. */
export interface Impression extends ShownOrder {
  botId: number;
  firstShownAtMs: number;
  /** When it last became newer: with a newly chosen list, not with a repeat of one (`evidence.md`, Joins). */
  shownAtMs: number;
  /** When it was last repeated: from here the time runs in which a join counts for it. */
  seenAtMs: number;
  /** The price when the list was made. */
  priceMicros: bigint;
  proof: ImpressionProof;
  /** The list had the bot's own invite link. */
  hasOwnLink: boolean;
}

/**
 * Whether the platform says that a user uses a bot (`evidence.md`, Contact). `unknown` while it has not been asked or has
 * not answered; joins wait for the answer until `untilMs`.
 */
export interface Contact {
  state: 'unknown' | 'yes' | 'no';
  atMs: number;
  untilMs: number;
  /** It was a no, and is asked about again: until that is answered the user is a stranger to the bot. */
  wasNo?: true;
}

/** A user's joining of a chat or bot, as the platform reported it. */
export interface Join {
  atMs: number;
  /** They had been in before, and left. */
  isAgain: boolean;
  /** The bot by whose own link they came; null when they came by another. */
  byBotId: number | null;
}

/** How a user stands with an order, once that is settled. */
export interface SubscriptionStatus {
  orderId: number;
  /** The bot that brought them, or 0 when none did. */
  botId: number;
  state: 'subscribed' | 'unsubscribed' | 'notgetted';
  priceMicros: bigint;
  atMs: number;
}

/** Whether a user is in a channel or has started a bot, as far as the platform has said. */
export interface Membership {
  resourceId: string;
  state: 'in' | 'out' | 'requested';
  /** Was in once and left: a user who comes back is `notgetted`. */
  hadLeft: boolean;
  /** Since when this state holds; 0 when they were found in at an unknown time. */
  sinceMs: number;
  checkedAtMs: number;
  /** The last joining that was reported, kept when they leave; null when none was. */
  join: Join | null;
  /** They are out because somebody else removed them. */
  wasRemoved: boolean;
  /** They are out, and banned: they cannot come in, whatever became of them before. It means nothing in money. */
  isBarred: boolean;
  /** Out by an answer alone: no update has said yet how they left, so it means nothing in money. */
  isUnreported: boolean;
}

export interface RequestContext {
  user: EndUser | null;
  isKnownToBot: boolean;
  claims: Claims;
  contact: Contact | null;
  /** Questions that this bot asked on the last day it asked any, while the contact was not confirmed; null: none. */
  askedHere: { onDay: number; times: number } | null;
  /** The live pin, if any. */
  pin: Pin | null;
  /** This user's impressions in all bots since `sinceMs`, latest first. Few callers ask, so a store may read them only then. */
  impressions(): Promise<readonly Impression[]>;
  subscriptionStatuses: SubscriptionStatus[];
  memberships: Membership[];
  /** A block of this bot is on the user's screen or on its way there. */
  hasBlock: boolean;
}

/** An impression to write. */
export interface NewImpression extends ShownOrder, Pick<Impression, 'hasOwnLink' | 'priceMicros'> {
  /**
   * - `listed`: in a newly chosen list; it becomes newer unless it did so within `NEWER_AFTER_MS`, and has this price
   * - `unconfirmed`: as `listed`, to a user whose contact is not confirmed: what is proven becomes no newer
   * - `repeated`: the list is shown again; the price stays, and it becomes no newer
   * - `engaged`: repeated, and the user has joined one of its sponsors since; the price stays, and it becomes newer
   */
  how: 'listed' | 'unconfirmed' | 'repeated' | 'engaged';
}

/** The order that a smart link becomes, as it is shown then. */
export type SlotFill = Omit<NewImpression, 'how'> & {
  proof: ImpressionProof;
  /** The contact is doubted: the platform is asked again. */
  question?: Pick<ContactQuestion, 'untilMs' | 'staleAtMs'>;
};

/** What is to be asked about a contact that is unknown, was denied, or was confirmed too long ago. */
export interface ContactQuestion {
  chatId: number;
  dueAtMs: number;
  untilMs: number;
  /** A yes that is not newer is asked about again. */
  staleAtMs: number;
}

/** All that one request writes, in one step. */
export interface RequestRecord {
  botId: number;
  nowMs: number;
  /** Note when the user was seen, within ten minutes: nothing is known of them, or it is time to ask the platform about them again. */
  notesUser: boolean;
  isFirstForBot: boolean;
  /** What the bot says of the user; null when it says nothing new. */
  claims: Claims | null;
  /** A list to pin; refused when another request pinned one meanwhile. */
  pin: Pin | null;
  /** Take the pin away (mode `task`, all subscribed); what this record pins stays. */
  unpin: boolean;
  /** Impressions to record, to make newer, or only to note as seen again. */
  impressions: NewImpression[];
  /** How they are shown: as a list, to somebody in contact or not known to be, or as a block. */
  proof: Exclude<ImpressionProof, 'delivered'>;
  /**
   * Whether they count as impressions now. Those that wait for the contact count when it is known: where it was confirmed
   * while this request was under way, at once.
   */
  counts: boolean;
  /** The platform has said that the user does not use this bot, and is not asked again yet: what is shown is unproven. */
  isDenied: boolean;
  /** Ask the platform whether this user uses the bot, with this chat; null: nothing is to be asked. */
  contact: ContactQuestion | null;
  /** Show this block, delete the one there (`null` content), or leave it alone (undefined). */
  block: { chatId: number; content: BlockContent | null } | undefined;
  /** A question was asked on this day of a user in contact: it counts in all bots. */
  askedOnDay: number | null;
  /** The same of a user without confirmed contact: it counts in this bot alone. */
  askedHereOnDay: number | null;
}

export interface SponsorStore {
  /**
   * Moves when something that `requestContext` reads of this user may have been written, by whatever process; null where the
   * database cannot see. Time alone moves nothing: pins end and impressions grow old without a mark.
   */
  contextMark(userId: number, asOf?: AsOf): Promise<number | null>;
  /** Everything that one request needs to know of its user, read at one moment. */
  requestContext(botId: number, userId: number, sinceMs: number, nowMs: number): Promise<RequestContext>;
  /** Writes what a request decided. When another request pinned a list first, nothing is written and that pin is the answer. */
  record(
    userId: number,
    record: RequestRecord,
    waitsUntil?: WaitsUntil,
  ): Promise<{ kind: 'recorded' } | { kind: 'pinned'; pin: Pin }>;
  /**
   * Turns the open smart slot number `index` of a pin into an order and records its impression, or into an offer of another
   * network (null: none suited, kept as 0). The impression keeps this number, by which the smart link's token names its place.
   * Returns the `ads_id` of the slot after it: the order, the offer (negative) or 0. Returns null when no live pin holds that
   * slot: then the impression alone is recorded.
   */
  fillSlot(
    botId: number,
    userId: number,
    index: number,
    fill: SlotFill | Pick<ListedOffer, 'adsId'> | null,
    nowMs: number,
  ): Promise<number | null>;
  /**
   * What this user last found by the bot's smart link of this number: an order, or an offer of another network (negative). Null
   * when there is nothing.
   */
  adsIdOfSmartLink(botId: number, userId: number, index: number): Promise<number | null>;
  /** What this bot showed this user and when last, for /get-user-subscriptions; at most `limit`, latest first. */
  shownBy(
    botId: number,
    userId: number,
    window: { fromMs: number; toMs: number },
    limit: number,
  ): Promise<{ impression: Impression; subscriptionStatus: SubscriptionStatus | null }[]>;
  /**
   * One small step of taking out what has had its day.
   * @param beforeMs impressions that are older go
   * @param limit how many rows of each kind go at most
   * @param table left out: all of them
   */
  purge(beforeMs: number, limit: number, table?: string): Promise<Purged>;
  /** The tables that it takes from. */
  readonly purgedTables: readonly string[];
}

/** What one step of a purge did. */
export interface Purged {
  gone: number;
  /** No row is left that was due before this moment; null: that takes further steps. */
  clearedMs: number | null;
}
