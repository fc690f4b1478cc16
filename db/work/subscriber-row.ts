/** Subscribers of an order, between their rows and the domain. */
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import type { LeavingFacts, SubscriberRow, SubscriberTotals } from '../../core/ports/subscription-store.js';
import {
  CHARGE,
  type SubscriptionStatusColumns,
  type SubscriptionStatusRow,
  toSubscriptionStatus,
  toState,
} from './subscription-status-row.js';

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
