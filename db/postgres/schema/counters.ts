/** The same tables as `db/schema/counters.ts`, which says what each column means. */
import { doublePrecision, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

const count = (name: string) => integer(name).notNull().default(0);

export const orderDays = pgTable(
  'order_days',
  {
    orderId: integer('order_id').notNull(),
    day: integer('day').notNull(),
    shows: count('shows'),
    subscribers: count('subscribers'),
    lost: count('lost'),
    valueMicros: count('value_micros'),
    openShows: doublePrecision('open_shows').notNull().default(0),
    openAtMs: count('open_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.day] })],
);

export const botDays = pgTable(
  'bot_days',
  {
    botId: integer('bot_id').notNull(),
    day: integer('day').notNull(),
    subscribers: count('subscribers'),
    lost: count('lost'),
    valueMicros: count('value_micros'),
    ownSubscribers: count('own_subscribers'),
    ownValueMicros: count('own_value_micros'),
    requestsSponsors: count('requests_sponsors'),
    requestsNoSponsors: count('requests_no_sponsors'),
    requestsPassed: count('requests_passed'),
    requestsErrors: count('requests_errors'),
    unprovenShows: count('unproven_shows'),
    contactsYes: count('contacts_yes'),
    contactsNo: count('contacts_no'),
    takenOver: count('taken_over'),
  },
  (table) => [primaryKey({ columns: [table.botId, table.day] })],
);

export const pairDays = pgTable(
  'pair_days',
  {
    orderId: integer('order_id').notNull(),
    botId: integer('bot_id').notNull(),
    day: integer('day').notNull(),
    shows: count('shows'),
    subscribers: count('subscribers'),
    lost: count('lost'),
    paidMicros: count('paid_micros'),
    earnedMicros: count('earned_micros'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.day, table.botId] }),
    index('pair_days_of_bot').on(table.botId, table.day),
  ],
);

export const languageDays = pgTable(
  'language_days',
  {
    orderId: integer('order_id').notNull(),
    day: integer('day').notNull(),
    language: text('language').notNull(),
    subscribers: count('subscribers'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.day, table.language] })],
);

export const refusalHours = pgTable(
  'refusal_hours',
  {
    orderId: integer('order_id').notNull(),
    hour: integer('hour').notNull(),
    refusal: text('refusal').notNull(),
    times: integer('times').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.hour, table.refusal] }),
    index('refusal_hours_by_hour').on(table.hour),
  ],
);

export const unpaidDays = pgTable(
  'unpaid_days',
  {
    orderId: integer('order_id').notNull(),
    day: integer('day').notNull(),
    botId: integer('bot_id').notNull(),
    reason: text('reason').notNull(),
    joins: count('joins'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.day, table.botId, table.reason] }),
    index('unpaid_days_of_bot').on(table.botId, table.day),
  ],
);
