/** Publishers' bots. */
import { defineTable, index, integer, primaryKey, text } from './kit.js';
import { accounts } from './accounts.js';

export const bots = defineTable('bots', {
  botId: integer('bot_id').primaryKey(),
  accountId: integer('account_id').notNull().references(accounts),
  name: text('name').notNull(),
  nickname: text('nickname').notNull(),
  searchText: text('search_text').notNull(),
  tokenCipher: text('token_cipher'),
  isOn: integer('is_on').notNull().default(1),
  inArchive: integer('in_archive').notNull().default(0),
  isBlocked: integer('is_blocked').notNull().default(0),
  isTokenInvalid: integer('is_token_invalid').notNull().default(0),
  note: text('note'),
  theme: text('theme'),
  timePurgeMinutes: integer('time_purge_minutes').notNull(),
  maxSponsors: integer('max_sponsors').notNull(),
  getLinks: integer('get_links').notNull(),
  useSmartLink: integer('use_smart_link').notNull(),
  showQuiz: integer('show_quiz').notNull(),
  genderQuestion: integer('gender_question').notNull(),
  ageQuestion: integer('age_question').notNull(),
  redirectOpenType: text('redirect_open_type').notNull(),
  showBots: integer('show_bots').notNull(),
  showResources: integer('show_resources').notNull(),
  text: text('text'),
  image: text('image'),
  /** JSON. */
  forbiddenThemes: text('forbidden_themes').notNull(),
  profitMicros: integer('profit_micros').notNull().default(0),
  profitOwnOrdersMicros: integer('profit_own_orders_micros').notNull().default(0),
  followers: integer('followers').notNull().default(0),
  createdAtMs: integer('created_at_ms').notNull(),
  /** What a moderator said of a bot without a token: `unknown`, `trusted` or `refused`. */
  trust: text('trust').notNull().default('unknown'),
  /** What a subscriber has to bring its owner at least; 0: anything. */
  minPriceMicros: integer('min_price_micros').notNull().default(0),
  /** The second text and picture of the block, for one half of the users. */
  textB: text('text_b'),
  imageB: text('image_b'),
  /** The last test of the block, counted from 1; null: none runs. */
  blockTest: integer('block_test').notNull().default(0),
  blockTestAtMs: integer('block_test_at_ms'),
  /** 1: it was on until its account was blocked, and is on again when that is lifted. */
  stoppedByBlock: integer('stopped_by_block').notNull().default(0),
  /** Its other networks, keys included, sealed as one JSON text (`core/networks/setup.ts`); null: none. */
  networksCipher: text('networks_cipher'),
  /** Of its profit by the orders of others, what its earlier owners had. */
  profitBeforeMicros: integer('profit_before_micros').notNull().default(0),
}).with((table) => [index('bots_of_account').on(table.accountId, table.inArchive, table.createdAtMs)]);

/** Bots whose owner waits for their first request, before this message of the operator bot. */
export const awaitedBots = defineTable('awaited_bots', {
  botId: integer('bot_id').primaryKey(),
  accountId: integer('account_id').notNull(),
  messageId: integer('message_id').notNull(),
  atMs: integer('at_ms').notNull(),
});

/** Pictures that were sent as photos for a bot's block: those that it shows, two at most. */
export const botPictures = defineTable('bot_pictures', {
  botId: integer('bot_id').notNull(),
  /** Part of its address, so the address cannot be guessed. */
  secret: text('secret').notNull(),
  /** Base64 of the JPEG. */
  body: text('body').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [primaryKey(table.botId, table.secret)]);
