/**
 * What requests leave behind: pins, impressions, memberships. All WITHOUT ROWID (see migrations): a row is found by its key
 * alone, and stored once. They have no foreign keys: they are written with every request, and a user or an order is
 * never deleted.
 */
import { defineTable, index, integer, primaryKey, resource, spreadBy, text } from './kit.js';

export const pins = defineTable('pins', {
  userId: integer('user_id').notNull(),
  botId: integer('bot_id').notNull(),
  /** See `work/context-row.ts`. */
  slots: text('slots').notNull(),
  pinnedAtMs: integer('pinned_at_ms').notNull(),
  /** Two bytes for most, where the end in milliseconds would take six. */
  lifeSeconds: integer('life_seconds').notNull(),
}).with((table) => [primaryKey(table.userId, table.botId), spreadBy(table.userId)]);

export const impressions = defineTable('impressions', {
  userId: integer('user_id').notNull(),
  orderId: integer('order_id').notNull(),
  botId: integer('bot_id').notNull(),
  firstShownAtMs: integer('first_shown_at_ms').notNull(),
  shownAtMs: integer('shown_at_ms').notNull(),
  priceMicros: integer('price_micros').notNull(),
  /** When it was last repeated; `shown_at_ms` says when it last became newer. */
  seenAtMs: integer('seen_at_ms').notNull().default(0),
  /** 0 a list, 1 an undelivered block, 2 a delivered block, 3 a list to a user in contact with the bot. */
  proof: integer('proof').notNull().default(0),
  /** The smart link by which it was found, as its token names it; null for most. */
  smartLink: integer('smart_link'),
  /** The chat, bot or link that the order led to when it was shown (`toResourceKey`); a later change leaves it as it is. */
  target: resource('target').notNull(),
  /** What the target is: 0 a channel, 1 a bot, 2 a link. */
  kind: integer('kind').notNull().default(0),
  /** 1: the list had the bot's own invite link. */
  hasOwnLink: integer('has_own_link').notNull().default(0),
  /** What later lists replaced, as JSON (`work/impressions.ts`). Null: nothing yet. */
  replaced: text('replaced'),
}).with((table) => [
  primaryKey(table.userId, table.target, table.orderId, table.botId),
  spreadBy(table.userId),
]);

export const memberships = defineTable('memberships', {
  userId: integer('user_id').notNull(),
  /**
   * A whole number where the id is one (six bytes instead of fourteen), text where it is not: see `toResourceKey`.
   * Declared as blob so that SQLite leaves each as it is given.
   */
  resourceId: resource('resource_id').notNull(),
  /** 0 in, 1 out, 2 requested, 3 out and banned. */
  state: integer('state').notNull(),
  hadLeft: integer('had_left').notNull(),
  sinceMs: integer('since_ms').notNull(),
  checkedAtMs: integer('checked_at_ms').notNull(),
  /** The last update that brought the state; null when none did. */
  updateId: integer('update_id'),
  /** The last reported join, or join request where the chat takes them; null: unknown. */
  joinedAtMs: integer('joined_at_ms'),
  /** They had been in and left before that joining. */
  joinedAgain: integer('joined_again').notNull().default(0),
  /** The bot by whose own invite link, or tracked link, they came. */
  joinedByBot: integer('joined_by_bot'),
  /** They are out because somebody else removed them. */
  wasRemoved: integer('was_removed').notNull().default(0),
}).with((table) => [primaryKey(table.userId, table.resourceId), spreadBy(table.userId)]);

/** Whether the platform says that a user uses a bot. */
export const contacts = defineTable('contacts', {
  userId: integer('user_id').notNull(),
  botId: integer('bot_id').notNull(),
  /** 0 not known yet, 1 yes, 2 no, 3 a no that is asked about again. */
  state: integer('state').notNull(),
  /** When the platform reported the state. */
  atMs: integer('at_ms').notNull(),
  /** Where to ask: the user's private chat, or the group that the request came from. */
  chatId: integer('chat_id').notNull(),
  /** When to ask next; null when nothing is to be asked. */
  dueAtMs: integer('due_at_ms'),
  attempts: integer('attempts').notNull().default(0),
  /** Joins wait for the answer until then. */
  untilMs: integer('until_ms').notNull(),
}).with((table) => [
  primaryKey(table.userId, table.botId),
  index('contacts_due').on(table.dueAtMs).where('due_at_ms IS NOT NULL'),
]);

/** That a user opened a resource's page. */
export const openings = defineTable('openings', {
  userId: integer('user_id').notNull(),
  orderId: integer('order_id').notNull(),
  /** Through whose link. */
  botId: integer('bot_id').notNull(),
  /** When the page's script reported; 0: never. */
  ranAtMs: integer('ran_at_ms').notNull(),
  /** The address, of IPv6 its /64. */
  address: text('address').notNull(),
  /** The page was opened inside the messenger, with signed init data of this very user. */
  isSigned: integer('is_signed').notNull(),
}).with((table) => [primaryKey(table.userId, table.orderId), spreadBy(table.userId)]);
