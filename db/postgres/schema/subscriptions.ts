/** The same tables as `db/schema/subscriptions.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer } from './columns.js';

export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: integer('user_id').notNull(),
    orderId: integer('order_id').notNull(),
    botId: integer('bot_id').notNull(),
    state: integer('state').notNull(),
    charge: integer('charge').notNull(),
    priceMicros: integer('price_micros').notNull(),
    atMs: integer('at_ms').notNull(),
    changedAtMs: integer('changed_at_ms'),
    entryId: integer('entry_id'),
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
