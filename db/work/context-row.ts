/** The lists that a request context brings, between the values of their rows and the domain; of each no more than a bound. */
import type { Impression, Membership, SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import { toKind, toProof } from './impression-row.js';
import { membershipIn } from './membership-row.js';
import { toSubscriptionStatus } from './subscription-status-row.js';

/** Of the latest, so many are read; hardly anybody has more than a few. */
export const MAX_IMPRESSIONS = 500;
export const MAX_SUBSCRIPTION_STATUSES = 1_000;
export const MAX_MEMBERSHIPS = 1_000;

export const contextColumns = {
  impressions:
    'order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof, target, kind, has_own_link',
  subscriptionStatuses: 'order_id, bot_id, state, price_micros, at_ms, changed_at_ms',
  // Users have a dozen of these, and each value costs: what is small comes in one number.
  memberships: `resource_id, state + 4 * had_left + 8 * joined_again + 16 * was_removed, since_ms, checked_at_ms,
    joined_at_ms, joined_by_bot`,
} as const;

export type ImpressionValues = [
  orderId: number,
  botId: number,
  firstShownAtMs: number,
  shownAtMs: number,
  seenAtMs: number,
  priceMicros: number,
  proof: number,
  target: number | string,
  kind: number,
  hasOwnLink: number,
];
export type SubscriptionStatusValues = [
  orderId: number,
  botId: number,
  state: number,
  paidMicros: number,
  atMs: number,
  changedAtMs: number | null,
];
export type ContextMembershipValues = [
  resourceId: number | string,
  flags: number,
  sinceMs: number,
  checkedAtMs: number,
  joinedAtMs: number | null,
  joinedByBot: number | null,
];

export function impressionOf(values: ImpressionValues): Impression {
  const [orderId, botId, firstShownAtMs, shownAtMs, seenAtMs, price, proof, target, kind, ownLink] = values;
  const priceMicros = BigInt(price);
  return {
    orderId,
    botId,
    firstShownAtMs,
    shownAtMs,
    seenAtMs,
    priceMicros,
    proof: toProof(proof),
    target: String(target),
    adsType: toKind(kind),
    hasOwnLink: ownLink === 1,
  };
}

export function subscriptionStatusOf(values: SubscriptionStatusValues): SubscriptionStatus {
  const [order_id, standing_bot_id, state, paid_micros, at_ms, changed_at_ms] = values;
  return toSubscriptionStatus({ order_id, standing_bot_id, state, paid_micros, at_ms, changed_at_ms });
}

/** Many are read per user, so each allocates one object only. */
export function membershipOf(values: ContextMembershipValues): Membership {
  const [resource_id, flags, since_ms, checked_at_ms, joined_at_ms, joined_by_bot] = values;
  const row = {
    resource_id,
    had_left: (flags >> 2) & 1,
    since_ms,
    checked_at_ms,
    joined_at_ms,
    joined_again: (flags >> 3) & 1,
    joined_by_bot,
    was_removed: flags >> 4,
  };
  return membershipIn(flags & 3, row);
}
