/** Turns joins and leavings into subscription statuses and money: from a request that found a user in, or from what the platform reported. */
import { dayNumberOf, HOUR_MS } from '../days.js';
import { hasField, hasJoinUpdates } from '../kinds/index.js';
import { isUnheard, type Moment } from '../evidence/index.js';
import { pauseNotifications } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { WaitsUntil } from '../ports/as-of.js';
import type { Order } from '../ports/order-store.js';
import type { Membership, ShownOrder, SubscriptionStatus, Target } from '../ports/sponsor-store.js';
import { createHearing } from './hearing.js';
import { decideLeaving } from './leaving.js';
import { decideReturn } from './returning.js';
import {
  chargeNotifications,
  decideSettlement,
  settlementNotifications,
  type SettlementRules,
} from './settlement.js';
import { asShown, membershipKey, targetOf } from './targets.js';

/** Of one chat; each has its turn once. */
const ORDERS_MAX = 100;

/** An order that removes more of its last subscribers than this share is paused (`evidence.md`, Leaving). */
const REMOVED_WINDOW = 100;
const REMOVED_MAX = 5;

/** A join that nothing reported until now. */
export interface FoundJoin {
  waitsUntil?: WaitsUntil;
  /** The earliest that it may have been. */
  joinedAtMs?: number;
  /** Up to when the updates of this user have been taken, where that is known for them. */
  heardUntilMs?: number;
  /** The join is known, and as far as the caller knows nothing of it is settled yet. */
  isExpected?: boolean;
}

/** For how long earnings are held: everybody's, and those of publishers whom nobody trusts yet. */
export function holdsOf(settings: Pick<Ports['settings'], 'HOLD_HOURS' | 'NEW_PUBLISHER_HOLD_HOURS'>) {
  return {
    holdMs: settings.HOLD_HOURS * HOUR_MS,
    newPublisherHoldMs: settings.NEW_PUBLISHER_HOLD_HOURS * HOUR_MS,
  };
}

export function rulesOf(settings: Ports['settings']): SettlementRules {
  return {
    attributionMs: settings.ATTRIBUTION_HOURS * HOUR_MS,
    ...holdsOf(settings),
    publisherShare: settings.PUBLISHER_SHARE,
    paysByQuality: settings.QUALITY_PRICE,
    holdsByQuality: settings.QUALITY_HOLD,
    untrustedSubscribersDay: settings.UNTRUSTED_SUBSCRIBERS_DAY,
    clicksPerAddressDay: settings.CLICKS_PER_ADDRESS_DAY,
  };
}

/** Whether what happens to the order's subscribers after they joined is followed (`decisions.md`, Subscriptions). */
export function watches(order: Order): boolean {
  return order.trackUnsubscriptions && hasField(order, 'trackUnsubscriptions');
}

export type Settler = ReturnType<typeof createSettler>;

export function createSettler(ports: Ports) {
  const { store, clock, settings } = ports;
  const rules = rulesOf(settings);
  const hearing = createHearing(ports);
  const today = (nowMs: number) => dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);

  const settleShown = async (shown: ShownOrder, userId: number, moment: Moment, found: FoundJoin) => {
    const { nowMs } = moment;
    const { joinedAtMs = nowMs, waitsUntil, isExpected = false } = found;
    const settled = await store.subscriptions.settle(
      shown,
      userId,
      // Twice the window: an update may arrive late, and then the window reaches back from the join, not from now.
      {
        impressionsSinceMs: Math.min(nowMs - rules.attributionMs, joinedAtMs) - rules.attributionMs,
        day: today(nowMs),
        nowMs,
        waitsUntil,
        isExpected,
      },
      (facts) => decideSettlement(facts, rules, moment),
      (facts, settlement) =>
        settlementNotifications(facts, settlement, {
          moderatorIds: settings.MODERATOR_IDS,
          day: today(nowMs),
        }),
    );
    const { settlement } = settled;
    if (settlement.kind === 'counted' && settlement.isBlockTested)
      store.blockTests.countSubscriber({ botId: settlement.botId, userId });
    return settled;
  };

  const rejoin = (
    orderId: number,
    userId: number,
    nowMs: number,
    waitsUntil: WaitsUntil,
  ): Promise<SubscriptionStatus | null> =>
    store.subscriptions.rejoin(
      orderId,
      userId,
      { day: today(nowMs), nowMs, waitsUntil },
      (facts) => decideReturn(facts, rules, nowMs),
      (facts, outcome) => (outcome.kind === 'counted' ? chargeNotifications(facts, outcome) : []),
    );

  /** An order to whose impression the join belongs goes first: of several for one chat it does not matter which is looked at. */
  const settleOnce = async (order: Order, userId: number, nowMs: number, found: FoundJoin = {}) => {
    const shown = { orderId: order.orderId, ...targetOf(order) };
    await hearing.refresh();
    const heardUntilMs = found.heardUntilMs ?? hearing.untilMs(order.resource.checkerBotId);
    const moment = { nowMs, heardUntilMs };
    for (let turn = 1; ; turn += 1) {
      const settled = await settleShown(shown, userId, moment, found);
      if (settled.settlement.kind !== 'yields' || turn === ORDERS_MAX) return settled;
      const first = await settleShown(settled.settlement.shown, userId, moment, found);
      if (first.subscriptionStatus === null) return settled;
    }
  };

  const remove = async (order: Order, userId: number): Promise<void> => {
    const nowMs = clock.now();
    const removed = await store.subscriptions.noteRemoved(order.orderId, userId, nowMs, REMOVED_WINDOW);
    if (removed === null || removed <= REMOVED_MAX) return;
    const made = { moderatorId: null, reason: 'removes_subscribers' } as const;
    await store.orderWatch.hold(order.orderId, made, pauseNotifications(settings), nowMs);
  };

  const leave = async (order: Order, userId: number, membership: Membership): Promise<void> => {
    if (membership.wasRemoved) return remove(order, userId);
    const nowMs = clock.now();
    const isWatched = watches(order);
    const stay = { leftAtMs: membership.sinceMs, joinedAtMs: membership.join?.atMs ?? null };
    await store.subscriptions.leave(
      order.orderId,
      userId,
      { day: today(nowMs), nowMs },
      (subscriptionStatus) => decideLeaving(subscriptionStatus, isWatched, stay, rules.holdMs),
    );
  };

  return {
    /** Whether a member without a known join waits for the updates of the time at which they were found. */
    waits: async (order: Order, { state, join, checkedAtMs }: Membership) => {
      if (!hasJoinUpdates(order) || state !== 'in' || join !== null) return false;
      await hearing.refresh();
      const heardUntilMs = hearing.untilMs(order.resource.checkerBotId);
      return isUnheard(checkedAtMs, { nowMs: clock.now(), heardUntilMs });
    },
    /** Settles a user who may have joined; returns how they stand with the order now. Idempotent. */
    settle: async (order: Order, userId: number, found?: FoundJoin) => {
      const nowMs = clock.now();
      const { subscriptionStatus } = await settleOnce(order, userId, nowMs, found);
      if (subscriptionStatus?.state === 'unsubscribed')
        return rejoin(order.orderId, userId, nowMs, found?.waitsUntil);
      return subscriptionStatus;
    },
    /**
     * Settles a join that waited for the platform's word, and then what happened since: they may have left, or been
     * removed, meanwhile. Returns until when it waits still, epoch ms; null: it does not. Idempotent.
     * @param shown where the order led when the user saw it
     */
    settleWaiting: async (present: Order, userId: number, shown: Target) => {
      const order = asShown(present, shown);
      const { settlement } = await settleOnce(order, userId, clock.now());
      if (settlement.kind === 'waits') return settlement.againAtMs;
      const key = membershipKey(order);
      const membership = (await store.memberships.known(userId, [key])).get(key);
      if (membership?.state === 'out' && !membership.isUnreported) await leave(order, userId, membership);
      return null;
    },
    /** What an update said of a member who is out now: left of their own will, or was removed. Idempotent. */
    leave,
  };
}
