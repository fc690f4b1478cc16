/** End users, which bots know them, and what their page visits share. */
import { defineTable, index, integer, primaryKey, spreadBy, text } from './kit.js';

export const users = defineTable('users', {
  userId: integer('user_id').primaryKey(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  username: text('username').notNull().default(''),
  languageCode: text('language_code').notNull().default(''),
  isPremium: integer('is_premium'),
  gender: text('gender'),
  age: integer('age'),
  hasPhoto: integer('has_photo'),
  hasRealPhoto: integer('has_real_photo'),
  hasBio: integer('has_bio'),
  gifts: integer('gifts'),
  rating: integer('rating'),
  traitsAtMs: integer('traits_at_ms'),
  deviceType: text('device_type'),
  deviceOs: text('device_os'),
  countryId: integer('country_id'),
  cityId: integer('city_id'),
  country: text('country').notNull().default(''),
  city: text('city').notNull().default(''),
  ipAddress: text('ip_address').notNull().default(''),
  visitedAtMs: integer('visited_at_ms'),
  askedOnDay: integer('asked_on_day'),
  askedTimes: integer('asked_times').notNull().default(0),
  seenAtMs: integer('seen_at_ms').notNull(),
  /** When the platform last said who this is. */
  reportedAtMs: integer('reported_at_ms'),
  /** Until when several accounts seem to stand behind one person; null: nothing says so. */
  suspiciousUntilMs: integer('suspicious_until_ms'),
}).with((table) => [index('users_by_traits').on(table.traitsAtMs, table.seenAtMs), spreadBy(table.userId)]);

/** WITHOUT ROWID (see migrations). */
export const userBots = defineTable('user_bots', {
  userId: integer('user_id').notNull(),
  botId: integer('bot_id').notNull(),
  /** Claims: what this bot says of the user. Null: it said nothing. */
  firstName: text('first_name'),
  lastName: text('last_name'),
  username: text('username'),
  languageCode: text('language_code'),
  isPremium: integer('is_premium'),
  gender: text('gender'),
  age: integer('age'),
  claimedAtMs: integer('claimed_at_ms'),
  /** JSON: address, place and device of the last page that was opened through a link of this bot. */
  page: text('page'),
  /** Questions that this bot asked on its last day of asking, while the contact was not confirmed. */
  askedOnDay: integer('asked_on_day'),
  askedTimes: integer('asked_times').notNull().default(0),
}).with((table) => [
  primaryKey(table.userId, table.botId),
  index('user_bots_of_bot').on(table.botId, table.userId),
  spreadBy(table.userId),
]);

/** The source of each value of a user in `users`, and its time. WITHOUT ROWID. */
export const userKnowledge = defineTable('user_knowledge', {
  userId: integer('user_id').notNull(),
  value: text('value').notNull(),
  source: text('source').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [primaryKey(table.userId, table.value), spreadBy(table.userId)]);

/** How many users have each value, kept as users change, since counting them all takes long. WITHOUT ROWID. */
export const audienceShares = defineTable('audience_shares', {
  trait: text('trait').notNull(),
  value: text('value').notNull(),
  users: integer('users').notNull(),
}).with((table) => [primaryKey(table.trait, table.value)]);

/** What was counted on a day, as JSON: all processes show the same until it ends. */
export const dailyShares = defineTable('daily_shares', {
  day: integer('day').primaryKey(),
  shares: text('shares').notNull(),
});

/** Who was seen with which fingerprint or address (`mark`), and when last. WITHOUT ROWID. */
export const pageVisits = defineTable('page_visits', {
  mark: text('mark').notNull(),
  userId: integer('user_id').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [primaryKey(table.mark, table.userId), index('page_visits_by_time').on(table.atMs)]);
