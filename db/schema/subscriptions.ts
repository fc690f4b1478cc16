/** How users stand with orders. */
import { defineTable, index, integer, primaryKey, text } from './kit.js';

/** WITHOUT ROWID (see migrations). */
export const subscriptions = defineTable('subscriptions', {
  userId: integer('user_id').notNull(),
  orderId: integer('order_id').notNull(),
  /** 0 when no bot brought them. */
  botId: integer('bot_id').notNull(),
  /** 0 subscribed, 1 unsubscribed, 2 notgetted. */
  state: integer('state').notNull(),
  /** 0 unpaid, 1 counted (and paid for, unless free), 2 counted and taken back. */
  charge: integer('charge').notNull(),
  priceMicros: integer('price_micros').notNull(),
  /** When they were settled: the order in which they came. */
  atMs: integer('at_ms').notNull(),
  /** When the state changed after that; null when it did not. */
  changedAtMs: integer('changed_at_ms'),
  /** The entry that charged; null when there was nothing to charge. */
  entryId: integer('entry_id'),
  /** Until when the publisher's part is on hold; null when it is not, or no longer. */
  holdUntilMs: integer('hold_until_ms'),
  /** Why this member is unpaid, one of `unpaidReasons`; null when paid. */
  reason: text('reason'),
  /** When another person removed them; null when they were not removed. */
  removedAtMs: integer('removed_at_ms'),
  /** The publisher's part is on hold until a moderator trusts or refuses the bot. */
  heldForTrust: integer('held_for_trust').notNull().default(0),
  /** Within this time from the join leaving takes the charge back, where it is longer than everybody's; null: it is not. */
  holdMs: integer('hold_ms'),
}).with((table) => [
  primaryKey(table.userId, table.orderId),
  index('subscriptions_as_they_came').on(table.orderId, table.atMs).where('charge > 0'),
  index('subscriptions_on_hold').on(table.holdUntilMs).where('hold_until_ms IS NOT NULL'),
  index('subscriptions_on_hold_of_bot').on(table.botId, table.holdUntilMs).where('hold_until_ms IS NOT NULL'),
  index('subscriptions_held_for_trust').on(table.botId).where('held_for_trust = 1'),
]);

/** Joins that were paid for: one a user and chat (or bot, or link), for ever, over all orders and accounts. WITHOUT ROWID. */
export const paidJoins = defineTable('paid_joins', {
  userId: integer('user_id').notNull(),
  /** A chat's or bot's id as text, or `link:` and the normalised link. */
  target: text('target').notNull(),
  orderId: integer('order_id').notNull(),
}).with((table) => [primaryKey(table.userId, table.target)]);

/** How many openings of a resource from one address were paid for on a day. WITHOUT ROWID. */
export const paidAddresses = defineTable('paid_addresses', {
  day: integer('day').notNull(),
  orderId: integer('order_id').notNull(),
  address: text('address').notNull(),
  times: integer('times').notNull(),
}).with((table) => [primaryKey(table.day, table.orderId, table.address)]);
