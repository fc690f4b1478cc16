/** The same tables as `db/schema/accounts.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const accounts = pgTable(
  'accounts',
  {
    accountId: integer('account_id').primaryKey(),
    firstName: text('first_name').notNull(),
    username: text('username').notNull(),
    searchText: text('search_text').notNull(),
    language: text('language').notNull(),
    isBlocked: integer('is_blocked').notNull().default(0),
    createdAtMs: integer('created_at_ms').notNull(),
    summaryDay: integer('summary_day'),
    isTrusted: integer('is_trusted').notNull().default(0),
    timeZone: text('time_zone'),
  },
  (table) => [
    index('accounts_newest').on(table.createdAtMs, table.accountId),
    index('accounts_summarized')
      .on(table.summaryDay, table.accountId)
      .where(sql`summary_day IS NOT NULL`),
  ],
);

export const keys = pgTable(
  'keys',
  {
    hash: text('hash').primaryKey(),
    kind: text('kind').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.accountId),
    botId: integer('bot_id').notNull(),
    cipher: text('cipher').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    lastUsedAtMs: integer('last_used_at_ms'),
  },
  (table) => [
    uniqueIndex('keys_one_an_owner').on(table.accountId, table.kind, table.botId),
    index('keys_of_bot').on(table.botId),
  ],
);
