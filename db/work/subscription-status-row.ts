/** How a user stands with an order, between its row and the domain. */
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';

/** What a subscription status is made of. */
export interface SubscriptionStatusColumns {
  order_id: number;
  standing_bot_id: number;
  state: number;
  /** At most `MAX_MICROS`, which a double holds exactly. */
  paid_micros: number;
  at_ms: number;
  changed_at_ms: number | null;
}

export interface SubscriptionStatusRow extends SubscriptionStatusColumns {
  hold_until_ms: number | null;
  hold_ms: number | null;
  held_for_trust: number;
  charge: number;
}

/** What became of the charge: see the column `charge`. */
export const CHARGE = { none: 0, counted: 1, reversed: 2 } as const;

export const subscriptionStatusColumns = `order_id, bot_id AS standing_bot_id, state, price_micros AS paid_micros, at_ms, changed_at_ms,
  hold_until_ms, hold_ms, held_for_trust, charge`;

export const subscriptionStatusStates = ['subscribed', 'unsubscribed', 'notgetted'] as const;

export function toStateNumber(state: SubscriptionStatus['state']): number {
  return subscriptionStatusStates.indexOf(state);
}

export function toState(number: number): SubscriptionStatus['state'] {
  return subscriptionStatusStates[number] ?? 'unsubscribed';
}

export function toSubscriptionStatus(row: SubscriptionStatusColumns): SubscriptionStatus {
  return {
    orderId: row.order_id,
    botId: row.standing_bot_id,
    state: toState(row.state),
    priceMicros: BigInt(row.paid_micros),
    atMs: row.changed_at_ms ?? row.at_ms,
  };
}
