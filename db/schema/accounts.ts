/** People with an account, and their keys. */
import { defineTable, index, integer, text, uniqueIndex } from './kit.js';

export const accounts = defineTable('accounts', {
  accountId: integer('account_id').primaryKey(),
  firstName: text('first_name').notNull(),
  username: text('username').notNull(),
  /** Small letters, so that a search finds any case of any alphabet. */
  searchText: text('search_text').notNull(),
  language: text('language').notNull(),
  isBlocked: integer('is_blocked').notNull().default(0),
  createdAtMs: integer('created_at_ms').notNull(),
  /** The last day whose daily summary was queued; null: this person wants none. */
  summaryDay: integer('summary_day'),
  /** A moderator trusts this publisher, or a first withdrawal was paid out: earnings wait no longer than others'. */
  isTrusted: integer('is_trusted').notNull().default(0),
  /** IANA name of the zone that this person reads times in; null: unknown, so it is guessed. */
  timeZone: text('time_zone'),
}).with((table) => [
  index('accounts_newest').on(table.createdAtMs, table.accountId),
  index('accounts_summarized').on(table.summaryDay, table.accountId).where('summary_day IS NOT NULL'),
]);

export const keys = defineTable('keys', {
  hash: text('hash').primaryKey(),
  kind: text('kind').notNull(),
  accountId: integer('account_id').notNull().references(accounts),
  /** 0 for the two keys of an account. */
  botId: integer('bot_id').notNull(),
  cipher: text('cipher').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
  lastUsedAtMs: integer('last_used_at_ms'),
}).with((table) => [
  uniqueIndex('keys_one_an_owner').on(table.accountId, table.kind, table.botId),
  index('keys_of_bot').on(table.botId),
]);
