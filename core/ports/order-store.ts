/** An advertiser's order and where it is kept. */
import type { Keeping } from './answer-store.js';
import type { AsOf } from './as-of.js';
import type { FieldValues } from '../terms/order-fields.js';
import type { NewNotification } from './notification-store.js';

/** What a moderator said of the order as it stands. */
export type Decision = 'waiting' | 'approved' | 'rejected';

/** What the platform says of the thing behind the link. */
export interface Resource {
  /** Platform id of the channel or bot as text; for a resource or an unresolved link `""`. */
  resourceId: string;
  name: string;
  /** Platform file id of the logo, `""` when there is none. */
  logoFileId: string;
  /** The channel takes join requests, so a pending one counts as subscribed. */
  takesJoinRequests: boolean;
  /**
   * Which of our bots gets updates and is asked who is in a channel: its id, null for the operator bot (`core/checkers`). The
   * logo's file id means something to this bot alone.
   */
  checkerBotId: number | null;
  /**
   * The invite link that users see in place of the order's, which leads to a private chat and is another administrator's:
   * the bot of `checkerBotId` made it. `""` where users see the order's.
   */
  inviteLink: string;
}

/** Whether the service can see who subscribed: `lost` after definite errors, until the rights come back. */
export type CheckState = 'ok' | 'lost';

/**
 * Why an order is paused (`evidence.md`): its @username leads to another chat or nowhere, users cannot enter its private
 * chat by a link of ours, it removes too many of its subscribers, our rights there come and go, or a moderator paused it.
 */
export const pauseCodes = [
  'link_moved',
  'link_dead',
  'removes_subscribers',
  'rights_unsteady',
  'moderator',
] as const;
export type PauseCode = (typeof pauseCodes)[number];

/** The code; of a moderator's pause with what its owner reads (`core/orders/pause.ts`). */
export type PauseReason = Exclude<PauseCode, 'moderator'> | `moderator:${string}`;

/** The fields an advertiser sets (`core/terms/order-fields.ts`), and what follows from them. */
export interface OrderFields extends FieldValues {
  /** The link normalised for comparison. */
  linkKey: string;
  decision: Decision;
  /** Rejection reason; null unless rejected. */
  reason: string | null;
  /** What one subscriber costs, after all coefficients. */
  realPriceMicros: bigint;
  coefficients: Record<string, number>;
  /** Encrypted bot token or membership code; null when the order needs none. */
  botTokenCipher: string | null;
  resource: Resource;
}

export interface Order extends OrderFields {
  orderId: number;
  accountId: number;
  quantityNow: number;
  checkState: CheckState;
  /** Null while it is not paused. */
  pauseReason: PauseReason | null;
  /** Moves with every change of the fields and of `checkState`; an update names the one it read. */
  revision: number;
  createdAtMs: number;
  /** As it was shown, when it led elsewhere (`subscriptions/targets.ts`): what is found out there says nothing of the order now. */
  isAsShown?: true;
}

export type OrderCreation =
  | { kind: 'created'; order: Order }
  /** `decisions.md`, Orders: 409 on create. */
  | { kind: 'conflict'; with: 'rejected' | 'exist' | 'moderation'; orderId: number | null }
  /** As many of the account's orders wait for a moderator as may. */
  | { kind: 'too_many' };

export type OrderRevision =
  | { kind: 'revised'; order: Order }
  /** Somebody changed it since it was read: read again. */
  | { kind: 'stale' }
  /** Moderators blocked the link, and the change brings the order there, or to the moderators again. */
  | { kind: 'blocked' }
  /** It has subscribers by now, and the change touches what subscribers froze (`link`, `adsType`). */
  | { kind: 'frozen' }
  /** It would come to wait for a moderator, and as many of its owner's orders do as may. */
  | { kind: 'too_many' };

export type OrderDecision =
  | { kind: 'decided'; order: Order }
  /** Another moderator was first, or the owner changed it meanwhile. */
  | { kind: 'already'; order: Order }
  /** Not approved: moderators blocked its link. */
  | { kind: 'blocked'; order: Order }
  | { kind: 'gone' };

/** What stood in an order's lists. */
export interface LinkAt {
  link: string;
  /** The order has not been led elsewhere since. */
  isCurrent: boolean;
}

export interface OrderStore {
  /**
   * Stores a new order unless its owner has a conflicting one on the same link, or it would wait for a moderator next to
   * `waitingMax` others of theirs (archived ones aside; absent: no matter how many), in one step. That of a blocked account
   * is off. Durable.
   */
  create(
    accountId: number,
    fields: OrderFields,
    options: {
      allowSameLink: boolean;
      waitingMax?: number;
      /** A copy of a paused order is paused, too (`evidence.md`, Leaving and returning). */
      pauseReason?: PauseReason | null;
      notifications: (order: Order) => NewNotification[];
      keeping?: Keeping<Order> | undefined;
    },
    nowMs: number,
  ): Promise<OrderCreation>;
  find(orderId: number): Promise<Order | null>;
  findMany(orderIds: readonly number[]): Promise<Order[]>;
  /**
   * Replaces the fields if `revision` is still the one in the store, unless the order would come to wait for a moderator
   * next to `waitingMax` others of its owner's. A blocked account starts none. Durable; the catalog version moves.
   */
  revise(
    orderId: number,
    revision: number,
    fields: OrderFields,
    notifications: NewNotification[],
    nowMs: number,
    waitingMax?: number,
  ): Promise<OrderRevision>;
  /** A moderator's decision on the order at that revision. Durable; logged as an audit row. */
  decide(
    orderId: number,
    revision: number,
    decision: {
      decision: 'approved' | 'rejected';
      reason: string | null;
      moderatorId: number;
      theme: string | null;
    },
    notifications: NewNotification[],
    nowMs: number,
  ): Promise<OrderDecision>;
  /** A page of an account's orders, newest first; `search` is a part of name, link or link key, in any case, or the order's number. */
  list(
    accountId: number,
    page: { search: string; inArchive: boolean; status: OrderStatus | null; offset: number; limit: number },
  ): Promise<{ orders: Order[]; total: number }>;
  /** Orders that wait for a moderator, oldest first. */
  waiting(page: { offset: number; limit: number }): Promise<{ orders: Order[]; total: number }>;
  /** Orders (not archived) whose subscribers are members of this chat or bot: the latest 1,000, newest first. */
  ofResource(resourceId: string): Promise<Order[]>;
  /** All orders on this link, by its key: the latest 1,000, newest first. */
  ofLinkKey(linkKey: string): Promise<Order[]>;
  /** Orders (not archived) of this account on channels that are not known yet, oldest first; at most `limit`. */
  withoutChat(accountId: number, limit: number): Promise<Order[]>;
  /**
   * What is behind the order's link, and which of our bots checks there; moves the revision, unless it is known already.
   * Another bot makes bots' own links again: joins by links of others reach it without the link. Durable.
   * @param seenRevision of the order that the resource was looked up for
   * @returns whether the order is there, and at that revision: else nothing was changed
   */
  setResource(orderId: number, resource: Resource, nowMs: number, seenRevision: number): Promise<boolean>;
  /**
   * Marks the orders of a resource that this bot of ours checks (null: the operator bot) as checkable or not. Returns
   * those that changed; `notifications` are queued for each. The third loss of an order within a day pauses it
   * (`rights_unsteady`): then they get the reason.
   * @param atMs when the rights changed: older than what is known, it changes nothing
   */
  setCheckState(
    resourceId: string,
    checkerBotId: number | null,
    state: CheckState,
    notifications: (order: Order, pausedFor: PauseReason | null) => NewNotification[],
    atMs: number,
  ): Promise<Order[]>;
  /**
   * Counts one definite error of this order's check (rights lost, chat gone, token refused). With the second in a row
   * the order becomes `lost`, and the notifications are queued. Returns the order's state after it.
   * @param askedAtMs of the question: an update about our rights that happened since stands
   */
  noteCheckError(
    orderId: number,
    notifications: (order: Order, pausedFor: PauseReason | null) => NewNotification[],
    askedAtMs: number,
  ): Promise<CheckState>;
  /** The check worked: forgets earlier errors, and brings a lost order back. Returns whether anything changed. `askedAtMs` as above. */
  noteCheckWorked(
    orderId: number,
    notifications: (order: Order) => NewNotification[],
    askedAtMs: number,
  ): Promise<boolean>;
  /** Orders whose check is lost, to look whether it came back; in turn, at most `limit`. */
  lost(limit: number): Promise<Order[]>;
  /** How many channel orders each bot of ours checks that run or wait for a moderator; null: the operator bot. */
  checkLoads(): Promise<Map<number | null, number>>;
  /** Of those, the ones of this bot whose check is not lost; at most `limit`, by their ids. */
  ofChecker(checkerBotId: number, limit: number): Promise<Order[]>;
  isLinkBlocked(linkKey: string): Promise<boolean>;
  /** A blocked link cannot be ordered. Returns whether anything changed; what did is logged. Durable. */
  setLinkBlocked(linkKey: string, isBlocked: boolean, moderatorId: number, nowMs: number): Promise<boolean>;
  /** The links that orders had at that moment: a pin's links stay the same for its life. */
  linksAt(orderIds: readonly number[], atMs: number, asOf?: AsOf): Promise<Map<number, LinkAt>>;
}

/** `interface.md`, Order status. Derived, never stored: see `orders/status.ts`. */
export type OrderStatus = 'Moderation' | 'Processing' | 'Stopped' | 'Finished' | 'Rejected' | 'Archived';

/** The part of an order that moves with every subscriber; read fresh, never remembered. */
export interface OrderCounters {
  orderId: number;
  quantityNow: number;
  /** Subscribers counted on the given day. */
  today: number;
  /** Those of the last hour, at most 10,000; 0 of an order that is not spread over the day, which has no use for it. */
  lastHour: number;
  /** What the advertiser's wallet holds. */
  balanceMicros: bigint;
  /** Impressions and subscribers of the recent days, for the rate of subscribers per impression; impressions may be half a second behind. */
  impressions: number;
  subscribers: number;
  /** Impressions that may still bring a subscriber, faded by their age: see `pending-impressions.ts`. */
  pendingImpressions: number;
  /** Joins of the given day for which nothing was left: they came for free. */
  overrun: number;
}

export interface CatalogStore {
  /** Moves with every change that a running order's place in the catalog could feel, made by whatever process. */
  version(asOf?: AsOf): Promise<number>;
  /**
   * Orders that changed after the given version (0: all that run now), with the version they bring one to. `isAll`: the
   * version is not one of this database's, which another copy of took over; these are all that run, and no others.
   */
  changedSince(version: number): Promise<{ version: number; orders: Order[]; isAll?: true }>;
  /** The live figures of these orders on this day (days since 1970-01-01 in the service's zone). */
  counters(
    orderIds: readonly number[],
    day: number,
    nowMs: number,
    asOf?: AsOf,
  ): Promise<Map<number, OrderCounters>>;
}
