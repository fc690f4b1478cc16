/** How users stand with orders. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core';

/** WITHOUT ROWID (see migrations). */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    userId: integer('user_id').notNull(),
    orderId: integer('order_id').notNull(),
    /** 0 when no bot brought them. */
    botId: integer('bot_id').notNull(),
    /** 0 subscribed, 1 unsubscribed, 2 notgetted. */
    state: integer('state').notNull(),
    /** 0 nobody pays for this member, 1 counted (and paid for, unless free), 2 counted and taken back. */
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
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.orderId] }),
    index('subscriptions_as_they_came')
      .on(table.orderId, table.atMs)
      .where(sql`charge > 0`),
    index('subscriptions_on_hold')
      .on(table.holdUntilMs)
      .where(sql`hold_until_ms IS NOT NULL`),
  ],
);
