/** Memberships as the platform reports them, and the one atomic step that turns a new member into money. */
import type { MomentRange } from '../days.js';
import type { UnpaidReason } from '../terms/reasons.js';
import type { WaitsUntil } from './as-of.js';
import type { Bot } from './bot-store.js';
import type { NewNotification } from './notification-store.js';
import type { Order, Resource } from './order-store.js';
import type { JoinPlace } from './reversal-store.js';
import type { AdsType } from '../kinds/index.js';
import type {
  Contact,
  ContactQuestion,
  Membership,
  Impression,
  ShownOrder,
  SubscriptionStatus,
  Target,
} from './sponsor-store.js';

/** Something the platform reported of a user and a channel or bot. */
export interface Observation {
  userId: number;
  resourceId: string;
  state: 'in' | 'out' | 'requested';
  /** Was a member before this very change (a `left` after being in); undefined when the platform does not say. */
  wasIn?: boolean;
  /** Out because somebody else removed them, not of their own will. */
  isRemoved?: boolean;
  /** Out, and banned. */
  isBarred?: boolean;
  /** Of a user who comes back: their first join waits for the platform's word, and what they do meanwhile begins no other. */
  isOfWaitingJoin?: boolean;
  /** The bot by whose own link they joined. */
  byBotId?: number | null;
  /** A number of the update that reported it, by which updates are ordered (`update-order.ts`); null for an answer to a question. */
  updateId: number | null;
  atMs: number;
}

/** What is known after an observation. */
export interface Observed {
  membership: Membership;
  /** A later update was stored before: this one was wholly done with then. */
  isOutdated: boolean;
}

export interface MembershipStore {
  /**
   * Stores what was observed and returns what is now known. Durable when an update reported it. Older and repeated updates
   * change nothing; an answer to a question is written only where it changes the state. Becoming `in` after `out` (or
   * by an update) holds since `atMs`; found `in` with nothing known before holds since 0. Becoming `out` after `in`, or
   * with `wasIn`, sets `hadLeft`. A joining that was reported, and one found after `out`, is kept as `join`, also when they
   * leave; a request that was approved counts from when it was made.
   */
  observe(observations: readonly Observation[]): Promise<Observed[]>;
  known(userId: number, resourceIds: readonly string[]): Promise<Map<string, Membership>>;
  /** Of these, the resources whose last joining an update reported; of the others an answer found it, or nothing did. */
  reported(userId: number, resourceIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** What an impression was until a later list replaced it. */
export interface ReplacedImpression extends Pick<Impression, 'shownAtMs' | 'priceMicros' | 'hasOwnLink'> {
  untilMs: number;
}

/** An impression, with what the store knows of the bot and of the user's contact with it. */
export interface ImpressionFacts extends Impression {
  /** Oldest first; of more than eight the last. */
  replaced: readonly ReplacedImpression[];
  /** The user is settled with its order. */
  isSettled: boolean;
  bot: Pick<Bot, 'accountId' | 'hasToken' | 'trust'> & {
    /** Its account is trusted: what it earns waits no longer than others'. */
    isAccountTrusted: boolean;
    /** What was announced for impressions of then (`core/quality/paying.ts`); 1: nothing was. */
    payingFactor: number;
    /** The same of the hold (`core/quality/paying.ts`). */
    holdFactor: number;
    /** A test of its block runs (`core/bots/block-test.ts`). */
    isBlockTested: boolean;
    /** Subscribers it brought today, over all orders. */
    subscribersToday: number;
    /** Of those, as many as it took over (`core/evidence/taken-over.ts`). */
    takenOverToday: number;
  };
  contact: Contact | null;
  /** The chat that the contact was asked about: the private one, or a group. */
  contactChatId?: number;
}

/** What the store knows at the moment of settling; `decideSettlement` turns it into a `Settlement`. */
export interface SettlementFacts {
  order: Pick<
    Order,
    'orderId' | 'accountId' | 'isFree' | 'quantityAll' | 'quantityDay' | 'quantityNow' | 'name'
  > &
    Pick<Resource, 'takesJoinRequests'> &
    Target & {
      /** Subscribers counted today. */
      today: number;
      /** A subscriber who leaves within the hold is paid back. */
      tracksUnsubscriptions: boolean;
    };
  /** The impressions of orders, of whatever account, while they led there, on this user that were seen since `impressionsSinceMs`, in whatever bot, latest first. */
  impressions: ImpressionFacts[];
  subscriptionStatus: SubscriptionStatus | null;
  membership: Membership | null;
  /** An answer found the join: the update that reports it, with the link they came by, may be under way. */
  isJoinFound: boolean;
  /** Spans in which no update reported who joins the chat; read of a member without a known join, else none. */
  unheard: MomentRange[];
  /** The opening of a resource's page by this user; null where there is none. */
  opening: {
    botId: number;
    /** When the page's script reported; 0: it never did. */
    ranAtMs: number;
    isSigned: boolean;
    address: string;
    /** Openings of this order from this address that were paid for today. */
    paidToday: number;
  } | null;
  /** Until when the user is suspicious, epoch ms; null: they are not. */
  suspiciousUntilMs: number | null;
  /** A join of this user to this target has been paid for. */
  isPaidFor: boolean;
  /** What the advertiser's wallet holds. */
  walletMicros: bigint;
  /** What the advertiser has asked to be paid out and was not yet, latest first. */
  withdrawing: { withdrawalId: number; amountMicros: bigint }[];
  /** `''` where bots alone have said: then the store counts what the bot says that is paid. */
  userLanguage: string;
}

/** @property againAtMs when the join is settled again at the latest, whatever the platform has said by then */
export type Awaiting = Pick<ContactQuestion, 'untilMs' | 'staleAtMs'> & { againAtMs: number };

/** What settling does; decided in core, written by the store in the same atomic step in which the facts were read. */
export type Settlement =
  | { kind: 'none' }
  /** The platform has still to say whether the user uses these bots: it is asked as by a `ContactQuestion`, and the join settled then. */
  | ({ kind: 'waits'; botIds: number[] } & Awaiting)
  /** The join belongs to an impression of another order: that one is settled first. */
  | { kind: 'yields'; shown: ShownOrder }
  | { kind: 'free'; state: 'subscribed' | 'notgetted'; reason: UnpaidReason; botId: number }
  | Counted;

/** The subscriber is counted, and paid for unless it is free. */
export interface Counted {
  kind: 'counted';
  botId: number;
  /** The account that it pays. */
  botAccountId: number;
  /** It showed the sponsor again after a bot of another publisher had (`core/evidence/taken-over.ts`). */
  isTakenOver: boolean;
  /** The advertiser's own bot. */
  isOwn: boolean;
  /** What leaves the advertiser's wallet; 0 for free placement in an own bot. */
  priceMicros: bigint;
  publisherMicros: bigint;
  feeMicros: bigint;
  /** What of the price comes out of withdrawals that wait. */
  takenFrom: { withdrawalId: number; amountMicros: bigint }[];
  /** Until when the publisher's part stays on hold; null: no time ends it, or it is paid at once. */
  holdUntilMs: number | null;
  /** The hold of this charge, from the join on, where it is longer than everybody's; null: it is not. */
  holdMs: number | null;
  /** It stays on hold until a moderator trusts or refuses the bot; `holdUntilMs` is null then. */
  isHeldForTrust: boolean;
  /** The bot tries two blocks in parallel, and the subscriber counts in that test. */
  isBlockTested: boolean;
}

export type Leaving =
  | { kind: 'none' }
  /**
   * The subscriber is counted as lost; `reverse` takes the charge back by new entries, and `quantityNow` steps back, so
   * that the order gets another. It can be done only while the publisher's part was not paid out of a hold.
   */
  | { kind: 'left'; reverse: boolean };

/** A subscription status with what leaving has to know of it. */
export type LeavingFacts = SubscriptionStatus & {
  /** They left before, and came back. */
  hasLeft: boolean;
  /** The charge stands: it was not taken back. */
  isCounted: boolean;
  isOnHold: boolean;
  /** As of `Settlement`. */
  holdMs: number | null;
};

/** What charging needs to know of an order. */
export type ChargedOrder = Pick<
  SettlementFacts['order'],
  'orderId' | 'accountId' | 'name' | 'quantityAll' | 'quantityNow'
>;

/** What is known of a subscriber who left and is in again. */
export type ReturnFacts = Pick<SettlementFacts, 'suspiciousUntilMs' | 'walletMicros' | 'withdrawing'> & {
  order: ChargedOrder;
  /** The charge that was taken back; null where it stands, or there was none. */
  charged:
    | ({
        bot: Pick<ImpressionFacts['bot'], 'accountId' | 'hasToken' | 'trust' | 'isAccountTrusted'> & {
          botId: number;
        };
      } & Pick<Counted, 'botAccountId' | 'priceMicros' | 'publisherMicros' | 'holdMs'>)
    | null;
};

/** What a return does. `reason`: why the charge is not booked again; null where none was taken back. */
export type Return = { kind: 'free'; reason: UnpaidReason | null } | Counted;

export interface SubscriptionStore {
  /**
   * Settles one user of one order, for where it led when it was shown: reads the facts, asks `decide`, and writes the outcome (subscription status, postings,
   * `quantity_now`, counters, notifications, events) in one atomic durable step. `decide` must be pure: it may be called again.
   * @param at `day`: today in the service's zone, days since 1970-01-01; `isExpected`: most likely there is something to
   *   settle, so the facts are read under the locks alone, and not before to spare them
   */
  settle(
    shown: ShownOrder,
    userId: number,
    at: {
      impressionsSinceMs: number;
      day: number;
      nowMs: number;
      waitsUntil?: WaitsUntil;
      isExpected?: boolean;
    },
    decide: (facts: SettlementFacts) => Settlement,
    notifications: (facts: SettlementFacts, settlement: Settlement) => NewNotification[],
  ): Promise<{ settlement: Settlement; subscriptionStatus: SubscriptionStatus | null }>;
  /** A subscriber left; one atomic durable step, like `settle`. */
  leave(
    orderId: number,
    userId: number,
    at: { day: number; nowMs: number },
    decide: (subscriptionStatus: LeavingFacts) => Leaving,
  ): Promise<{ leaving: Leaving; subscriptionStatus: SubscriptionStatus | null }>;
  /**
   * Somebody else removed a counted subscriber: noted once, nothing is reversed. Returns how many of the order's last
   * `window` subscribers were removed by others, or null when nothing was noted. Durable.
   */
  noteRemoved(orderId: number, userId: number, nowMs: number, window: number): Promise<number | null>;
  /** A subscriber who had left is in again; one atomic durable step, like `settle`. Others stay as they are. */
  rejoin(
    orderId: number,
    userId: number,
    at: { day: number; nowMs: number; waitsUntil?: WaitsUntil },
    decide: (facts: ReturnFacts) => Return,
    notifications: (facts: ReturnFacts, outcome: Return) => NewNotification[],
  ): Promise<SubscriptionStatus | null>;
  /**
   * Orders that were shown to this user since then while they led to a resource, or that lead there and have a subscription
   * status with the user; none that the user was paid for elsewhere. At most 100.
   * @returns with what the resource was to each when it was shown; null: as the order is now
   */
  concerned(
    userId: number,
    resourceId: string,
    sinceMs: number,
  ): Promise<{ orderId: number; adsType: AdsType | null }[]>;
  /**
   * Pays out held money whose time has come, at most `limit` subscribers; resolves to their number. Those of a refused bot are
   * held for `TrustStore.settleHeld` instead. Durable.
   */
  releaseHolds(nowMs: number, limit: number): Promise<number>;
  /**
   * Counted subscribers of an order in the order they came, a page after `cursor`, for reports and id files; members
   * that are unpaid are not among them. `toMs` is not included.
   */
  page(
    orderId: number,
    range: MomentRange,
    cursor: JoinPlace | null,
    limit: number,
  ): Promise<SubscriberRow[]>;
  /** How the subscribers that `page` gives over this range add up; one read, at one moment. */
  totals(orderId: number, range: MomentRange): Promise<SubscriberTotals>;
}

export interface SubscriberTotals {
  subscribers: number;
  /** Of them, those who left, and those who came back after that. */
  left: number;
  cameBack: number;
  /** What the advertiser paid for them, less what was taken back. */
  chargedMicros: bigint;
}

export interface SubscriberRow extends Omit<SubscriptionStatus, 'orderId'> {
  userId: number;
  botNickname: string;
  /** The charge was taken back: nothing was paid in the end. */
  isReversed: boolean;
  /** Both as known, or else as the bot says that brought them. */
  isPremium: boolean | null;
  languageCode: string;
}
