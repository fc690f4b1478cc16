/** Tests of blocks: who was shown one, and what came of it. All WITHOUT ROWID. */
import { count, defineTable, integer, primaryKey } from './kit.js';

/** Users who got a bot's block in its last test; kept 91 days. */
export const blockViewers = defineTable('block_viewers', {
  botId: integer('bot_id').notNull(),
  userId: integer('user_id').notNull(),
  test: integer('test').notNull(),
  /** 0: as the block was; 1: with the second text or picture. */
  variant: integer('variant').notNull(),
  passed: integer('passed').notNull(),
  /** When the block first came to them. */
  seenAtMs: integer('seen_at_ms').notNull(),
}).with((table) => [primaryKey(table.botId, table.userId)]);

/** What came of a test of a bot's block, by half; kept 400 days after the last that was counted. */
export const blockTests = defineTable('block_tests', {
  botId: integer('bot_id').notNull(),
  test: integer('test').notNull(),
  aShown: count('a_shown'),
  aPassed: count('a_passed'),
  aSubscribers: count('a_subscribers'),
  bShown: count('b_shown'),
  bPassed: count('b_passed'),
  bSubscribers: count('b_subscribers'),
  atMs: integer('at_ms').notNull(),
}).with((table) => [primaryKey(table.botId, table.test)]);
