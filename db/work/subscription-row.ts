/** Subscribers of an order, and how a user stands with it, between rows and the domain. */
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import type { LeavingFacts, SubscriberRow, SubscriberTotals } from '../../core/ports/subscription-store.js';

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

const subscriptionStatusStates = ['subscribed', 'unsubscribed', 'notgetted'] as const;

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

export interface SubscriberPageRow {
  user_id: number;
  bot_id: number;
  nickname: string | null;
  state: number;
  charge: number;
  price_micros: number;
  is_premium: number | null;
  language_code: string | null;
  at_ms: number;
}

/** What is known of the subscriber, or else what the bot says that brought them. */
export const subscriberTraits = `coalesce(person.is_premium, said.is_premium) AS is_premium,
  coalesce(nullif(person.language_code, ''), said.language_code) AS language_code`;

/** Sums of money come exact: as bigint, or as text. */
export interface TotalsRow {
  subscribers: number | bigint;
  left_again: number | bigint;
  came_back: number | bigint;
  charged_micros: bigint | string | null;
}

export function subscriptionStatusOf(row: SubscriptionStatusColumns | undefined): SubscriptionStatus | null {
  return row === undefined ? null : toSubscriptionStatus(row);
}

export function toLeavingFacts(row: SubscriptionStatusRow): LeavingFacts {
  const isOnHold = row.hold_until_ms !== null || row.held_for_trust === 1;
  const isCounted = row.charge === CHARGE.counted;
  return {
    ...toSubscriptionStatus(row),
    hasLeft: row.changed_at_ms !== null,
    isCounted,
    isOnHold,
    holdMs: row.hold_ms,
  };
}

export function toSubscriber(row: SubscriberPageRow): SubscriberRow {
  return {
    userId: row.user_id,
    botId: row.bot_id,
    botNickname: row.nickname ?? '',
    state: toState(row.state),
    priceMicros: BigInt(row.price_micros),
    isReversed: row.charge === CHARGE.reversed,
    isPremium: row.is_premium === null ? null : row.is_premium === 1,
    languageCode: row.language_code ?? '',
    atMs: row.at_ms,
  };
}

export function toTotals(row: TotalsRow | undefined): SubscriberTotals {
  return {
    subscribers: Number(row?.subscribers ?? 0),
    left: Number(row?.left_again ?? 0),
    cameBack: Number(row?.came_back ?? 0),
    chargedMicros: BigInt(row?.charged_micros ?? 0),
  };
}

/** The order that a resource's id stands for, where it has none of its own; 0 for a resource of the platform. */
export function ownOrderOf(resourceId: string): number {
  return Number(/^order:(\d+)$/.exec(resourceId)?.[1] ?? 0);
}
