/** Subscribers of an order, and how a user stands with it, between rows and the domain. */
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import type { LeavingFacts, SubscriberRow, SubscriberTotals } from '../../core/ports/subscription-store.js';
import type { subscriptions } from '../schema/subscriptions.js';
import type { RowIn } from './inserts.js';
import { money, rowsOf } from './rows.js';
import { statement } from './statement.js';

type Row = RowIn<typeof subscriptions>;

/** What a subscription status is made of. Prices are at most `MAX_MICROS`, which a double holds exactly. */
export type SubscriptionStatusColumns = Pick<Row, 'order_id' | 'state' | 'at_ms' | 'changed_at_ms'> & {
  standing_bot_id: number;
  paid_micros: number;
};

/** With what became of the charge. */
export type SubscriptionStatusRow = SubscriptionStatusColumns &
  Pick<Row, 'hold_until_ms' | 'hold_ms' | 'held_for_trust' | 'charge' | 'entry_id'>;

/** What became of the charge: see the column `charge`. */
export const CHARGE = { none: 0, counted: 1, reversed: 2 } as const;

export const subscriptionStatusColumns = `order_id, bot_id AS standing_bot_id, state, price_micros AS paid_micros, at_ms, changed_at_ms,
  hold_until_ms, hold_ms, held_for_trust, charge, entry_id`;

/** As it stays until the work ends: its order is locked before. */
export const lockSubscriptionStatus = statement<[userId: number, orderId: number], SubscriptionStatusRow>(
  `SELECT ${subscriptionStatusColumns} FROM subscriptions WHERE user_id = $1 AND order_id = $2 FOR UPDATE`,
);

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

export type SubscriberPageRow = Pick<
  Row,
  'user_id' | 'bot_id' | 'state' | 'charge' | 'price_micros' | 'at_ms'
> & { nickname: string | null; is_premium: number | null; language_code: string | null };

/** What is known of the subscriber, or else what the bot says that brought them. */
export const subscriberTraits = `coalesce(person.is_premium, said.is_premium) AS is_premium,
  coalesce(nullif(person.language_code, ''), said.language_code) AS language_code`;

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

export const toTotals = rowsOf<SubscriberTotals>()('subscribers, left, came_back, charged_micros', {
  chargedMicros: money,
});

/** The order that a resource's id stands for, where it has none of its own; 0 for a resource of the platform. */
export function ownOrderOf(resourceId: string): number {
  return Number(/^order:(\d+)$/.exec(resourceId)?.[1] ?? 0);
}
