/**
 * Counters by day, kept as things happen. `subscribers` only ever grows; a charge that is reversed adds to `lost` and is
 * taken off the value of the day of the reversal, so that values add up to what the ledger says. All WITHOUT ROWID.
 */
import { count, defineTable, index, integer, primaryKey, real, text } from './kit.js';

export const orderDays = defineTable('order_days', {
  orderId: integer('order_id').notNull(),
  day: integer('day').notNull(),
  impressions: count('impressions'),
  subscribers: count('subscribers'),
  lost: count('lost'),
  /** What the advertiser paid. */
  valueMicros: count('value_micros'),
  /** What this day adds to the order's pending impressions, as it was at `openAtMs`: it fades from then on (`pending-impressions.ts`). */
  pendingImpressions: real('pending_impressions').notNull().default(0),
  openAtMs: count('pending_at_ms'),
}).with((table) => [primaryKey(table.orderId, table.day)]);

export const botDays = defineTable('bot_days', {
  botId: integer('bot_id').notNull(),
  day: integer('day').notNull(),
  subscribers: count('subscribers'),
  lost: count('lost'),
  /** What the publisher earned. */
  valueMicros: count('value_micros'),
  ownSubscribers: count('own_subscribers'),
  ownValueMicros: count('own_value_micros'),
  requestsSponsors: count('requests_sponsors'),
  requestsNoSponsors: count('requests_no_sponsors'),
  requestsPassed: count('requests_passed'),
  requestsErrors: count('requests_errors'),
  /** Impressions without contact: they count nowhere else. */
  unprovenImpressions: count('unproven_impressions'),
  /** Users in contact with the bot, and not in contact, by the platform's answer. */
  contactsYes: count('contacts_yes'),
  contactsNo: count('contacts_no'),
  /** Subscribers that the bot took over (`core/evidence/taken-over.ts`). */
  takenOver: count('taken_over'),
}).with((table) => [primaryKey(table.botId, table.day)]);

export const pairDays = defineTable('pair_days', {
  orderId: integer('order_id').notNull(),
  botId: integer('bot_id').notNull(),
  day: integer('day').notNull(),
  impressions: count('impressions'),
  subscribers: count('subscribers'),
  lost: count('lost'),
  /** What the advertiser paid. */
  paidMicros: count('paid_micros'),
  /** What the publisher earned of it. */
  earnedMicros: count('earned_micros'),
}).with((table) => [
  primaryKey(table.orderId, table.day, table.botId),
  index('pair_days_of_bot').on(table.botId, table.day),
]);

export const languageDays = defineTable('language_days', {
  orderId: integer('order_id').notNull(),
  day: integer('day').notNull(),
  language: text('language').notNull(),
  subscribers: count('subscribers'),
}).with((table) => [primaryKey(table.orderId, table.day, table.language)]);

/** Why orders were not shown, by hours since 1970-01-01; kept a little over a day. */
export const noFillHours = defineTable('no_fill_hours', {
  orderId: integer('order_id').notNull(),
  hour: integer('hour').notNull(),
  reason: text('reason').notNull(),
  times: integer('times').notNull(),
}).with((table) => [
  primaryKey(table.orderId, table.hour, table.reason),
  index('no_fill_hours_by_hour').on(table.hour),
]);

/** Lists that users of proven contact asked for, by hours since 1970-01-01 and language; kept five weeks. */
export const trafficHours = defineTable('traffic_hours', {
  hour: integer('hour').notNull(),
  /** An id of `core/data/languages.ts`; 0: unknown. */
  languageId: integer('language_id').notNull(),
  lists: count('lists'),
  /** Sponsors that they had room for, and that they got. */
  places: count('places'),
  filled: count('filled'),
}).with((table) => [primaryKey(table.hour, table.languageId)]);

/**
 * Lists that were chosen, by bot and language of the user; kept 400 days. `no_fill_*`: what left lists short, in
 * thousandths of a list (`core/terms/reasons.ts`).
 */
export const fillDays = defineTable('fill_days', {
  botId: integer('bot_id').notNull(),
  day: integer('day').notNull(),
  /** An id of `core/data/languages.ts`; 0: unknown, or one that the table does not have. */
  languageId: integer('language_id').notNull(),
  lists: count('lists'),
  partlyFilled: count('partly_filled'),
  unfilled: count('unfilled'),
  noMoreOrders: count('no_fill_no_more_orders'),
  otherUsers: count('no_fill_other_users'),
  unknownUsers: count('no_fill_unknown_users'),
  minPrice: count('no_fill_min_price'),
  botSettings: count('no_fill_bot_settings'),
  notForBot: count('no_fill_not_for_bot'),
  botQuality: count('no_fill_bot_quality'),
  excluded: count('no_fill_excluded'),
  subscribed: count('no_fill_subscribed'),
  schedule: count('no_fill_schedule'),
  pacing: count('no_fill_pacing'),
  usedUp: count('no_fill_used_up'),
  halted: count('no_fill_halted'),
  untrusted: count('no_fill_untrusted'),
}).with((table) => [primaryKey(table.botId, table.day, table.languageId)]);

/** Joins that were not paid for, by the bot that showed the order (0: none did) and the reason. */
export const unpaidDays = defineTable('unpaid_days', {
  orderId: integer('order_id').notNull(),
  day: integer('day').notNull(),
  botId: integer('bot_id').notNull(),
  reason: text('reason').notNull(),
  joins: count('joins'),
}).with((table) => [
  primaryKey(table.orderId, table.day, table.botId, table.reason),
  index('unpaid_days_of_bot').on(table.botId, table.day),
]);
