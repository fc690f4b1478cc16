/** What the platform is asked about orders from time to time: where their names lead, and who joined unseen. */
import type { MomentRange } from '../days.js';
import type { NewNotification } from './notification-store.js';
import type { Order, PauseReason } from './order-store.js';
import type { Target } from './sponsor-store.js';

/** A chat that an order has left, while impressions lead there. */
export interface FormerPlace extends Target {
  /** Which of our bots asks who is in; null: the operator bot. */
  checkerBotId: number | null;
  revision: number;
}

/** An order whose check works again, with users who may have joined while it did not. */
export interface UnseenOrder {
  order: Order;
  /** They may have joined there; null: where the order leads now. */
  place: FormerPlace | null;
  /** Since when no join could be seen. */
  sinceMs: number;
  /** Users up to this id have been checked. */
  cursor: number;
}

/** Notifies of a pause, or of its end; `reason` is that of the pause in both cases. */
export type PauseNotifications = (order: Order, reason: PauseReason) => NewNotification[];

/** The link that users see lets them into the order's chat, leads elsewhere, or lets no user in. */
export type LinkFinding = 'there' | 'moved' | 'dead';

export interface OrderWatchStore {
  /** How many orders have a turn in `claimToResolve`: approved ones of type channel that are not archived. */
  resolvable(): Promise<number>;
  /**
   * Takes orders whose link was last looked at at `dueBeforeMs` or before, longest ago first: at most `limit` have
   * their turn. Returns those of them that run, or are paused as `link_moved` or `link_dead`; each has its next turn as if it had been
   * resolved at `leaseMs`, until `noteResolved` or `noteLink` says better.
   */
  claimToResolve(
    limit: number,
    times: { dueBeforeMs: number; leaseMs: number; nowMs: number },
  ): Promise<Order[]>;
  /** The order's next turn is as if it had been resolved then; 0: as soon as possible. */
  noteResolved(orderId: number, resolvedAtMs: number): Promise<void>;
  /**
   * The order's link leads to its chat, or does not: a pause `link_moved` or `link_dead` ends, or begins where the order is
   * not paused. Nothing happens when link or chat are others by now than in `order`. Returns whether the pause changed;
   * `notifications` are queued then. Durable.
   */
  noteLink(
    order: Pick<Order, 'orderId' | 'linkKey' | 'resource'>,
    finding: LinkFinding,
    notifications: PauseNotifications,
    nowMs: number,
  ): Promise<boolean>;
  /**
   * A moderator pauses the order: logged; or the service (null) does. A moderator's pause stays as it is.
   * Returns whether anything changed; `notifications` are queued then. Durable.
   */
  hold(
    orderId: number,
    made: { moderatorId: number | null; reason: PauseReason },
    notifications: PauseNotifications,
    nowMs: number,
  ): Promise<boolean>;
  /**
   * A moderator lets a paused order go on: logged, and its name is resolved next. Returns whether it was paused;
   * `notifications` are queued then. Durable.
   * @param seen what the moderator saw that it is paused for; absent: whatever it is
   * @throws ServiceError `conflict` where it is paused for something else by now
   */
  resume(
    orderId: number,
    moderatorId: number,
    notifications: PauseNotifications,
    nowMs: number,
    seen?: PauseReason,
  ): Promise<boolean>;
  /** The updates of one of our bots (null: the operator bot) of then are lost: users of its orders have to be checked. Durable. */
  noteLostUpdates(checkerBotId: number | null, span: MomentRange): Promise<void>;
  /** While no update reported who came to a chat, or updates of this bot of ours were lost: spans that ended at `sinceMs` or later. */
  unheard(resourceId: string, checkerBotId: number | null, sinceMs: number): Promise<MomentRange[]>;
  /**
   * Orders whose check works again, and whose users have still to be checked: at most `limit`, and as many of chats that
   * orders have left.
   */
  unseen(limit: number): Promise<UnseenOrder[]>;
  /**
   * Users after its cursor with an impression of this order (at that place) since `seenSinceMs` who are not settled, in the
   * order of their ids. One step looks through at most `window` impressions (of whatever order) and returns at most `limit` users.
   * @returns with the id to go on after; null: there are no more
   */
  unseenUsers(
    unseen: Pick<UnseenOrder, 'place' | 'cursor'> & { order: Pick<Order, 'orderId'> },
    walk: { seenSinceMs: number; window: number; limit: number },
  ): Promise<{ userIds: number[]; nextCursor: number | null }>;
  /**
   * Users up to `cursor` have been checked; null: all have, and the order is done with. Nothing happens when the order
   * or the place changed since it was read, so that a new loss of the rights starts again.
   */
  noteUnseen(
    unseen: Pick<UnseenOrder, 'place'> & { order: Pick<Order, 'orderId' | 'revision'> },
    cursor: number | null,
  ): Promise<void>;
}
