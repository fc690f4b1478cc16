/** What subscribers say of the bots that brought them. */
import { defineTable, integer, primaryKey, real, text } from './kit.js';

/** See `core/ports/quality-store.ts`. */
export const botQualities = defineTable('bot_qualities', {
  /** 0: the reading itself, whose moment is the last reading's. */
  botId: integer('bot_id').primaryKey(),
  atMs: integer('at_ms').notNull(),
  factor: real('factor').notNull(),
  /** JSON: see `work/qualities.ts`. */
  found: text('found').notNull(),
});

/** See `core/ports/quality-store.ts`. At most one a bot and week. WITHOUT ROWID. */
export const payingFactors = defineTable('paying_factors', {
  botId: integer('bot_id').notNull(),
  fromMs: integer('from_ms').notNull(),
  thousandths: integer('thousandths').notNull(),
  holdThousandths: integer('hold_thousandths').notNull().default(1_000),
}).with((table) => [primaryKey(table.botId, table.fromMs)]);
