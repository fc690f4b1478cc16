/**
 * What requests leave behind: pins, shows, memberships. All WITHOUT ROWID (see migrations): a row is found by its key
 * alone, and stored once. They have no foreign keys: they are written with every request, and a user or an order is
 * never deleted.
 */
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const pins = sqliteTable(
  'pins',
  {
    userId: integer('user_id').notNull(),
    botId: integer('bot_id').notNull(),
    /** See `pin-row.ts`. */
    slots: text('slots').notNull(),
    pinnedAtMs: integer('pinned_at_ms').notNull(),
    /** Two bytes for most, where the end in milliseconds would take six. */
    lifeSeconds: integer('life_seconds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.botId] })],
);

export const shows = sqliteTable(
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

export const memberships = sqliteTable(
  'memberships',
  {
    userId: integer('user_id').notNull(),
    /**
     * A whole number where the id is one (six bytes instead of fourteen), text where it is not: see `resource-key.ts`.
     * Declared as blob so that SQLite leaves each as it is given.
     */
    resourceId: blob('resource_id').notNull(),
    /** 0 in, 1 out, 2 requested. */
    state: integer('state').notNull(),
    hadLeft: integer('had_left').notNull(),
    sinceMs: integer('since_ms').notNull(),
    checkedAtMs: integer('checked_at_ms').notNull(),
    /** The last update that told; null when none did. */
    updateId: integer('update_id'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.resourceId] })],
);
