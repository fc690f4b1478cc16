/** The same tables as `db/schema/sponsors.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const pins = pgTable(
  'pins',
  {
    userId: integer('user_id').notNull(),
    botId: integer('bot_id').notNull(),
    slots: text('slots').notNull(),
    pinnedAtMs: integer('pinned_at_ms').notNull(),
    lifeSeconds: integer('life_seconds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.botId] })],
);

export const shows = pgTable(
  'shows',
  {
    userId: integer('user_id').notNull(),
    orderId: integer('order_id').notNull(),
    botId: integer('bot_id').notNull(),
    firstShownAtMs: integer('first_shown_at_ms').notNull(),
    shownAtMs: integer('shown_at_ms').notNull(),
    priceMicros: integer('price_micros').notNull(),
    seenAtMs: integer('seen_at_ms').notNull().default(0),
    proof: integer('proof').notNull().default(0),
    smartLink: integer('smart_link'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.orderId, table.botId] })],
);

export const memberships = pgTable(
  'memberships',
  {
    userId: integer('user_id').notNull(),
    resourceId: text('resource_id').notNull(),
    state: integer('state').notNull(),
    hadLeft: integer('had_left').notNull(),
    sinceMs: integer('since_ms').notNull(),
    checkedAtMs: integer('checked_at_ms').notNull(),
    updateId: integer('update_id'),
    joinedAtMs: integer('joined_at_ms'),
    joinedAgain: integer('joined_again').notNull().default(0),
    joinedByBot: integer('joined_by_bot'),
    wasRemoved: integer('was_removed').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.resourceId] })],
);

export const contacts = pgTable(
  'contacts',
  {
    userId: integer('user_id').notNull(),
    botId: integer('bot_id').notNull(),
    state: integer('state').notNull(),
    atMs: integer('at_ms').notNull(),
    chatId: integer('chat_id').notNull(),
    dueAtMs: integer('due_at_ms'),
    attempts: integer('attempts').notNull().default(0),
    untilMs: integer('until_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.botId] }),
    index('contacts_due')
      .on(table.dueAtMs)
      .where(sql`due_at_ms IS NOT NULL`),
  ],
);

export const openings = pgTable(
  'openings',
  {
    userId: integer('user_id').notNull(),
    orderId: integer('order_id').notNull(),
    botId: integer('bot_id').notNull(),
    ranAtMs: integer('ran_at_ms').notNull(),
    address: text('address').notNull(),
    isSigned: integer('is_signed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.orderId] })],
);
