/** The same tables as `db/schema/subscriptions.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

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
    reason: text('reason'),
    removedAtMs: integer('removed_at_ms'),
    heldForTrust: integer('held_for_trust').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.orderId] }),
    index('subscriptions_as_they_came')
      .on(table.orderId, table.atMs)
      .where(sql`charge > 0`),
    index('subscriptions_on_hold')
      .on(table.holdUntilMs)
      .where(sql`hold_until_ms IS NOT NULL`),
    index('subscriptions_held_for_trust')
      .on(table.botId)
      .where(sql`held_for_trust = 1`),
  ],
);

export const paidJoins = pgTable(
  'paid_joins',
  {
    userId: integer('user_id').notNull(),
    target: text('target').notNull(),
    orderId: integer('order_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.target] })],
);

export const paidAddresses = pgTable(
  'paid_addresses',
  {
    day: integer('day').notNull(),
    orderId: integer('order_id').notNull(),
    address: text('address').notNull(),
    times: integer('times').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.orderId, table.address] })],
);
