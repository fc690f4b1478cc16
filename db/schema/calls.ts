/** What is learnt of spending the platform's calls: how quickly they may come, and where a question pays. */
import { defineTable, integer, primaryKey, real, text } from './kit.js';

/** See `core/ports/odds-store.ts`. WITHOUT ROWID. */
export const chatOdds = defineTable('chat_odds', {
  resourceId: text('resource_id').primaryKey(),
  members: integer('members'),
  countedAtMs: integer('counted_at_ms').notNull().default(0),
  /** Halved now and then, so that old answers fade. */
  asked: integer('asked').notNull().default(0),
  found: integer('found').notNull().default(0),
});

/** See `core/ports/pace-store.ts`. WITHOUT ROWID. */
export const paces = defineTable('paces', {
  botId: integer('bot_id').notNull(),
  lane: text('lane').notNull(),
  perSecond: real('per_second').notNull(),
  ceiling: real('ceiling'),
  limitedAtMs: integer('limited_at_ms').notNull(),
  restUntilMs: integer('rest_until_ms').notNull(),
}).with((table) => [primaryKey(table.botId, table.lane)]);

/** Which processes use a token just now, and how many calls a second they want. WITHOUT ROWID. */
export const paceUsers = defineTable('pace_users', {
  botId: integer('bot_id').notNull(),
  lane: text('lane').notNull(),
  process: text('process').notNull(),
  wanted: real('wanted').notNull(),
  untilMs: integer('until_ms').notNull(),
}).with((table) => [primaryKey(table.botId, table.lane, table.process)]);
