/** The same tables as `db/schema/calls.ts`, which says what each column means. */
import { doublePrecision, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const chatOdds = pgTable('chat_odds', {
  resourceId: text('resource_id').primaryKey(),
  members: integer('members'),
  countedAtMs: integer('counted_at_ms').notNull().default(0),
  asked: integer('asked').notNull().default(0),
  found: integer('found').notNull().default(0),
});

export const paces = pgTable(
  'paces',
  {
    botId: integer('bot_id').notNull(),
    lane: text('lane').notNull(),
    perSecond: doublePrecision('per_second').notNull(),
    ceiling: doublePrecision('ceiling'),
    limitedAtMs: integer('limited_at_ms').notNull(),
    restUntilMs: integer('rest_until_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.lane] })],
);

export const paceUsers = pgTable(
  'pace_users',
  {
    botId: integer('bot_id').notNull(),
    lane: text('lane').notNull(),
    process: text('process').notNull(),
    wanted: doublePrecision('wanted').notNull(),
    untilMs: integer('until_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.lane, table.process] })],
);
