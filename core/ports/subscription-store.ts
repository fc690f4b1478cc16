/** Memberships as the platform tells them, and the one atomic step that turns a new member into money. */
import type { NewNotice } from './notice-store.js';
import type { Membership, Show, Standing } from './sponsor-store.js';

/** Something the platform told of a user and a channel or bot. */
export interface Observation {
  userId: number;
  resourceId: string;
  state: 'in' | 'out' | 'requested';
  /** Was a member before this very change (a `left` after being in); undefined when the platform does not say. */
  wasIn?: boolean;
  /** The id of the update that told, which orders updates; null for an answer to a question. */
  updateId: number | null;
  atMs: number;
}

export interface MembershipStore {
  /**
   * Stores what was observed and answers what is now known. Durable when an update told it. Older and repeated updates
   * change nothing; an answer to a question is written only where it changes the state. Becoming `in` after `out` (or
   * by an update) holds since `atMs`; found `in` with nothing known before holds since 0. Becoming `out` after `in`, or
   * with `wasIn`, sets `hadLeft`.
   */
  observe(observations: readonly Observation[]): Promise<Membership[]>;
  known(userId: number, resourceIds: readonly string[]): Promise<Map<string, Membership>>;
}

/** What the store knows at the moment of settling; `decideSettlement` turns it into a `Settlement`. */
export interface SettlementFacts {
  order: {
    orderId: number;
    accountId: number;
    isFree: boolean;
    quantityAll: number;
    quantityDay: number | null;
    quantityNow: number;
    /** Subscribers counted today. */
    today: number;
    name: string;
  };
  /** The shows of this order to this user since `showsSinceMs`, in whatever bot, latest first. */
  shows: (Show & { botAccountId: number })[];
  standing: Standing | null;
  membership: Membership | null;
  /** What the advertiser's wallet holds. */
  walletMicros: bigint;
  userLanguage: string;
}

/** What settling does; decided in core, written by the store in the same atomic step in which the facts were read. */
export type Settlement =
  | { kind: 'none' }
  | {
      kind: 'free';
      state: 'subscribed' | 'notgetted';
      /** Why nobody pays: member before the show, came back, over a limit, no money left, shown by nobody. */
      reason: 'before' | 'returned' | 'late' | 'no_money' | 'unattributed';
      botId: number;
    }
  | {
      kind: 'counted';
      botId: number;
      botAccountId: number;
      /** The advertiser's own bot. */
      isOwn: boolean;
      /** What leaves the advertiser's wallet; 0 for free placement in an own bot. */
      priceMicros: bigint;
      publisherMicros: bigint;
      feeMicros: bigint;
      /** Until when the publisher's part stays on hold; null pays at once. */
      holdUntilMs: number | null;
    };

/** What leaving does. */
export type Leaving =
  | { kind: 'none' }
  /**
   * The subscriber is counted as lost; `reverse` takes the charge back by new entries, and `quantityNow` steps back, so
   * that the order gets another. It can be done only while the publisher's part was not paid out of a hold.
   */
  | { kind: 'left'; reverse: boolean };

export interface SubscriptionStore {
  /**
   * Settles one user of one order: reads the facts, asks `decide`, and writes the outcome (standing, postings,
   * `quantity_now`, counters, notices, events) in one atomic durable step. `decide` must be pure: it may be called again.
   * @param day today in the service's zone, days since 1970-01-01
   */
  settle(
    orderId: number,
    userId: number,
    at: { showsSinceMs: number; day: number; nowMs: number },
    decide: (facts: SettlementFacts) => Settlement,
    notices: (facts: SettlementFacts, settlement: Settlement) => NewNotice[],
  ): Promise<{ settlement: Settlement; standing: Standing | null }>;
  /** A subscriber left; one atomic durable step, like `settle`. */
  leave(
    orderId: number,
    userId: number,
    at: { day: number; nowMs: number },
    decide: (standing: Standing & { holdUntilMs: number | null }) => Leaving,
  ): Promise<{ leaving: Leaving; standing: Standing | null }>;
  /** A subscriber who had left is in again: the standing becomes `notgetted`, nothing is charged. */
  rejoin(orderId: number, userId: number, nowMs: number): Promise<Standing | null>;
  /** Orders on a resource that were shown to this user since then, or that the user has a standing with. At most 100. */
  concerned(userId: number, resourceId: string, sinceMs: number): Promise<number[]>;
  /** Pays out held money whose time has come, at most `limit` subscribers; answers how many. Durable. */
  releaseHolds(nowMs: number, limit: number): Promise<number>;
  /**
   * Counted subscribers of an order in the order they came, a page after `cursor`, for reports and id files; members
   * for whom nobody pays are not among them. `toMs` is not included.
   */
  page(
    orderId: number,
    range: { fromMs: number; toMs: number },
    cursor: { atMs: number; userId: number } | null,
    limit: number,
  ): Promise<SubscriberRow[]>;
  /** How the subscribers that `page` gives over this range add up; one read, at one moment. */
  totals(orderId: number, range: { fromMs: number; toMs: number }): Promise<SubscriberTotals>;
}

export interface SubscriberTotals {
  subscribers: number;
  /** Of them, those who left, and those who came back after that. */
  left: number;
  cameBack: number;
  /** What the advertiser paid for them, less what was taken back. */
  chargedMicros: bigint;
}

export interface SubscriberRow {
  userId: number;
  botId: number;
  botNickname: string;
  state: Standing['state'];
  priceMicros: bigint;
  /** The charge was taken back: nothing was paid in the end. */
  isReversed: boolean;
  isPremium: boolean | null;
  languageCode: string;
  atMs: number;
}
