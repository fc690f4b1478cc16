/** The same tables as `db/schema/audience.ts`, which says what each column means. */
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const users = pgTable(
  'users',
  {
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
    isSuspicious: integer('is_suspicious').notNull().default(0),
    askedOnDay: integer('asked_on_day'),
    askedTimes: integer('asked_times').notNull().default(0),
    seenAtMs: integer('seen_at_ms').notNull(),
    toldAtMs: integer('told_at_ms'),
  },
  (table) => [index('users_by_traits').on(table.traitsAtMs, table.seenAtMs)],
);

export const userBots = pgTable(
  'user_bots',
  {
    userId: integer('user_id').notNull(),
    botId: integer('bot_id').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    username: text('username'),
    languageCode: text('language_code'),
    isPremium: integer('is_premium'),
    gender: text('gender'),
    age: integer('age'),
    claimedAtMs: integer('claimed_at_ms'),
    page: text('page'),
    askedOnDay: integer('asked_on_day'),
    askedTimes: integer('asked_times').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.botId] }),
    index('user_bots_of_bot').on(table.botId, table.userId),
  ],
);

export const userKnowledge = pgTable(
  'user_knowledge',
  {
    userId: integer('user_id').notNull(),
    value: text('value').notNull(),
    source: text('source').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.value] })],
);

export const audienceShares = pgTable(
  'audience_shares',
  {
    trait: text('trait').notNull(),
    value: text('value').notNull(),
    users: integer('users').notNull(),
  },
  (table) => [primaryKey({ columns: [table.trait, table.value] })],
);

export const dailyShares = pgTable('daily_shares', {
  day: integer('day').primaryKey(),
  shares: text('shares').notNull(),
});

export const pageVisits = pgTable(
  'page_visits',
  {
    mark: text('mark').notNull(),
    userId: integer('user_id').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mark, table.userId] }),
    index('page_visits_by_time').on(table.atMs),
  ],
);
