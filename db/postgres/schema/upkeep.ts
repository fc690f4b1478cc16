/** The same tables as `db/schema/upkeep.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const advertiserExclusions = pgTable(
  'advertiser_exclusions',
  {
    botId: integer('bot_id').notNull(),
    orderId: integer('order_id').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.orderId] }),
    index('advertiser_exclusions_of_order').on(table.orderId),
  ],
);

export const publisherExclusions = pgTable(
  'publisher_exclusions',
  {
    accountId: integer('account_id').notNull(),
    botId: integer('bot_id').notNull(),
    orderId: integer('order_id').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.botId, table.orderId] })],
);

export const limitTakes = pgTable(
  'limit_takes',
  {
    takeId: integer('take_id').primaryKey().generatedByDefaultAsIdentity(),
    key: text('key').notNull(),
    atMs: integer('at_ms').notNull(),
    endsAtMs: integer('ends_at_ms').notNull(),
  },
  (table) => [
    index('limit_takes_of_key').on(table.key, table.atMs),
    index('limit_takes_ended').on(table.endsAtMs),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    key: text('key').primaryKey(),
    value: text('value').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [index('sessions_by_age').on(table.atMs)],
);

export const versions = pgTable('versions', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
});

export const processes = pgTable('processes', {
  process: text('process').primaryKey(),
  /** Of the row `platform`: since when it is as `trouble` says. */
  beatAtMs: integer('beat_at_ms').notNull(),
  /** What is wrong, in words; null: nothing. */
  trouble: text('trouble'),
});

export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  beat: integer('beat').notNull(),
});

export const dailyChecks = pgTable('daily_checks', {
  day: integer('day').primaryKey(),
  leaseUntilMs: integer('lease_until_ms').notNull(),
  endedAtMs: integer('ended_at_ms'),
  tookMs: integer('took_ms'),
  outcome: text('outcome'),
});

export const platformUpdates = pgTable(
  'platform_updates',
  {
    botId: integer('bot_id').notNull(),
    updateId: integer('update_id').notNull(),
    body: text('body').notNull(),
    atMs: integer('at_ms').notNull(),
    /** Null while it waits. */
    doneAtMs: integer('done_at_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.updateId] }),
    index('platform_updates_waiting')
      .on(table.botId, table.updateId)
      .where(sql`done_at_ms IS NULL`),
    index('platform_updates_done')
      .on(table.doneAtMs)
      .where(sql`done_at_ms IS NOT NULL`),
  ],
);
