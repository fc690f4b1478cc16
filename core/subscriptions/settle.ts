/** Turns memberships into standings and money: from a request that found a user in, or from what the platform told. */
import type { Order, Ports, Standing } from '../ports.js';
import { dayNumberOf } from '../days.js';
import { decideLeaving, decideSettlement, settlementNotices, type SettlementRules } from './settlement.js';
import { countsAsIn } from './verify.js';

const HOUR_MS = 3_600_000;

export interface Settler {
  /** Settles a user who may have become a member; answers how they stand with the order now. Idempotent. */
  settle(order: Order, userId: number): Promise<Standing | null>;
  /** A member left. Idempotent. */
  leave(order: Order, userId: number): Promise<void>;
}

export function createSettler(ports: Ports): Settler {
  const { store, clock, settings } = ports;
  const rules: SettlementRules = {
    attributionMs: settings.ATTRIBUTION_HOURS * HOUR_MS,
    holdMs: settings.HOLD_HOURS * HOUR_MS,
    publisherShare: settings.PUBLISHER_SHARE,
  };
  const today = (nowMs: number) => dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);

  return {
    settle: async (order, userId) => {
      const nowMs = clock.now();
      // Twice the window: an update may arrive late, and then the window reaches back from the join, not from now.
      const at = { showsSinceMs: nowMs - 2 * rules.attributionMs, day: today(nowMs), nowMs };
      const { standing } = await store.subscriptions.settle(
        order.orderId,
        userId,
        at,
        (facts) => decideSettlement(facts, countsAsIn(order, facts.membership), rules, nowMs),
        settlementNotices,
      );
      if (standing?.state === 'unsubscribed') return store.subscriptions.rejoin(order.orderId, userId, nowMs);
      return standing;
    },
    leave: async (order, userId) => {
      const nowMs = clock.now();
      const isWatched = order.adsType === 'channel' && order.trackUnsubscriptions;
      await store.subscriptions.leave(order.orderId, userId, { day: today(nowMs), nowMs }, (standing) =>
        decideLeaving(standing, isWatched, nowMs),
      );
    },
  };
}
