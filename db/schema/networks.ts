/** What other networks offered to users of bots, and how much of it by the day. WITHOUT ROWID (see migrations). */
import { count, defineTable, integer, primaryKey, spreadBy, text } from './kit.js';

/** An offer that stood in a user's list. Nothing of it is booked: money of other networks is theirs. */
export const networkOffers = defineTable('network_offers', {
  userId: integer('user_id').notNull(),
  botId: integer('bot_id').notNull(),
  /** Its `ads_id`: negative, made of the network's number and its own id (`core/networks/offers.ts`). */
  adsId: integer('ads_id').notNull(),
  /** Counts the bot's networks from 1. */
  networkId: integer('network_id').notNull(),
  offerId: text('offer_id').notNull(),
  chat: text('chat').notNull(),
  link: text('link').notNull(),
  title: text('title').notNull(),
  /** What the network says it pays; null where it says nothing. */
  priceMicros: integer('price_micros'),
  /** 0 pending, 1 done, 2 held, 3 gone. */
  state: integer('state').notNull(),
  listedAtMs: integer('listed_at_ms').notNull(),
  /** When the network reported it done; null while it is not. */
  doneAtMs: integer('done_at_ms'),
  /** Number of the smart link that became this offer, outside of a pinned list; null: it has a place of its own. */
  smartLink: integer('smart_link'),
}).with((table) => [primaryKey(table.userId, table.botId, table.adsId), spreadBy(table.userId)]);

export const networkDays = defineTable('network_days', {
  botId: integer('bot_id').notNull(),
  networkId: integer('network_id').notNull(),
  day: integer('day').notNull(),
  listed: count('listed'),
  done: count('done'),
  /** What the network says it pays for those that are done. */
  claimedMicros: count('claimed_micros'),
}).with((table) => [primaryKey(table.botId, table.networkId, table.day)]);
