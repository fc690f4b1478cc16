/** The same tables as `db/schema/events.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const webhooks = pgTable(
  'webhooks',
  {
    accountId: integer('account_id').notNull(),
    botId: integer('bot_id').notNull(),
    urlCipher: text('url_cipher').notNull(),
    setAtMs: integer('set_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.botId] })],
);

export const webhookEvents = pgTable(
  'webhook_events',
  {
    webhookId: integer('webhook_id').primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer('account_id').notNull(),
    botId: integer('bot_id').notNull(),
    userId: integer('user_id').notNull(),
    orderId: integer('order_id').notNull(),
    status: integer('status').notNull(),
    subscribeDay: integer('subscribe_day').notNull(),
    atMs: integer('at_ms').notNull(),
    sinceMs: integer('since_ms').notNull(),
    state: integer('state').notNull().default(0),
    endedAtMs: integer('ended_at_ms'),
    deadReason: text('dead_reason'),
    dueAtMs: integer('due_at_ms'),
    refusals: integer('refusals').notNull().default(0),
  },
  (table) => [
    index('webhook_events_of_bot').on(table.botId, table.webhookId),
    index('webhook_events_waiting')
      .on(table.botId, table.webhookId)
      .where(sql`state = 0`),
    index('webhook_events_dead')
      .on(table.accountId, table.botId, table.webhookId)
      .where(sql`state = 2`),
    index('webhook_events_apart')
      .on(table.botId, table.userId, table.webhookId)
      .where(sql`due_at_ms IS NOT NULL`),
    index('webhook_events_ended')
      .on(table.state, table.endedAtMs)
      .where(sql`ended_at_ms IS NOT NULL`),
  ],
);

export const webhookQueues = pgTable(
  'webhook_queues',
  {
    botId: integer('bot_id').primaryKey(),
    accountId: integer('account_id').notNull(),
    dueAtMs: integer('due_at_ms'),
    worker: text('worker'),
    claim: integer('claim').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    failingSinceMs: integer('failing_since_ms'),
    lastAtMs: integer('last_at_ms'),
    lastReason: text('last_reason'),
    batchMax: integer('batch_max'),
    refusedInRow: integer('refused_in_row').notNull().default(0),
  },
  (table) => [
    index('webhook_queues_due')
      .on(table.dueAtMs)
      .where(sql`due_at_ms IS NOT NULL`),
    index('webhook_queues_leased')
      .on(table.accountId)
      .where(sql`worker IS NOT NULL`),
    index('webhook_queues_failing')
      .on(table.failingSinceMs)
      .where(sql`failing_since_ms IS NOT NULL`),
  ],
);
