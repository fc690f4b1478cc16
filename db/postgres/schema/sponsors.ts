/** The same tables as `db/schema/sponsors.ts`, which says what each column means. */
import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
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
  },
  (table) => [primaryKey({ columns: [table.userId, table.resourceId] })],
);
