/** Exclusions, limits, conversations, versions and signs of life. */
import { defineTable, index, integer, primaryKey, text } from './kit.js';

/** Bots that an advertiser does not want for an order. WITHOUT ROWID. */
export const advertiserExclusions = defineTable('advertiser_exclusions', {
  botId: integer('bot_id').notNull(),
  orderId: integer('order_id').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [
  primaryKey(table.botId, table.orderId),
  index('advertiser_exclusions_of_order').on(table.orderId),
]);

/** Orders that a publisher does not want in a bot, or (bot 0) in any of theirs. WITHOUT ROWID. */
export const publisherExclusions = defineTable('publisher_exclusions', {
  accountId: integer('account_id').notNull(),
  botId: integer('bot_id').notNull(),
  orderId: integer('order_id').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [primaryKey(table.accountId, table.botId, table.orderId)]);

export const limitTakes = defineTable('limit_takes', {
  takeId: integer('take_id').numbered(),
  key: text('key').notNull(),
  atMs: integer('at_ms').notNull(),
  endsAtMs: integer('ends_at_ms').notNull(),
}).with((table) => [
  index('limit_takes_of_key').on(table.key, table.atMs),
  index('limit_takes_ended').on(table.endsAtMs),
]);

export const sessions = defineTable('sessions', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [index('sessions_by_age').on(table.atMs)]);

/** What was answered to calls that came with an `Idempotency-Key`, for a day: see `core/kept-answers.ts`. */
export const keptAnswers = defineTable('kept_answers', {
  call: text('call').primaryKey(),
  /** With a hash of the parameters, sealed: an answer can hold a key. */
  answerCipher: text('answer_cipher').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [index('kept_answers_by_age').on(table.atMs)]);

/** Each moves with every change of what it is named after. */
export const versions = defineTable('versions', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
});

/** While no update reported what happened in a chat, or updates of one of our bots were lost. WITHOUT ROWID. */
export const unheardSpans = defineTable('unheard_spans', {
  /** The chat's id, or `updatesBeat` of the bot. */
  place: text('place').notNull(),
  fromMs: integer('from_ms').notNull(),
  toMs: integer('to_ms').notNull(),
}).with((table) => [primaryKey(table.place, table.fromMs), index('unheard_spans_by_age').on(table.toMs)]);

export const processes = defineTable('processes', {
  process: text('process').primaryKey(),
  /** Of the row `platform`: since when it is as `trouble` says. */
  beatAtMs: integer('beat_at_ms').notNull(),
  /** What is wrong, in words; null: nothing. */
  trouble: text('trouble'),
});

/** Of the last commits that touched what request contexts read, the users concerned as a JSON list, or null for all, and whether orders were: see `db/sqlite/invalidation-log.ts`. */
export const invalidationLog = defineTable('invalidation_log', {
  mark: integer('mark').primaryKey(),
  users: text('users'),
  /** A flag. */
  orders: integer('orders').notNull(),
});

/** Who of several processes does what only one may do: see `core/ports/lease-store.ts`. */
export const leases = defineTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  beat: integer('beat').notNull(),
});

/** The daily check: who makes it until when, and what it found. */
export const dailyChecks = defineTable('daily_checks', {
  day: integer('day').primaryKey(),
  leaseUntilMs: integer('lease_until_ms').notNull(),
  /** Null while it is being made. */
  endedAtMs: integer('ended_at_ms'),
  tookMs: integer('took_ms'),
  /** JSON. */
  outcome: text('outcome'),
});

/**
 * Updates that the platform's webhook brought, and those that were deferred, by bot: as JSON until they are done with, then
 * the id for two days. WITHOUT ROWID.
 */
export const platformUpdates = defineTable('platform_updates', {
  botId: integer('bot_id').notNull(),
  updateId: integer('update_id').notNull(),
  body: text('body').notNull(),
  atMs: integer('at_ms').notNull(),
  /** Null while it waits. */
  doneAtMs: integer('done_at_ms'),
  /** When one that is deferred is tried next; null: it is not deferred. */
  dueAtMs: integer('due_at_ms'),
  /** Of one that is deferred: the user and chat, whose updates follow each other. */
  queue: text('queue'),
  /** Of one that is deferred: when it happened. */
  happenedAtMs: integer('happened_at_ms'),
}).with((table) => [
  primaryKey(table.botId, table.updateId),
  index('platform_updates_waiting')
    .on(table.botId, table.updateId)
    .where('done_at_ms IS NULL AND due_at_ms IS NULL'),
  index('platform_updates_done').on(table.doneAtMs).where('done_at_ms IS NOT NULL'),
  index('platform_updates_due').on(table.botId, table.dueAtMs).where('due_at_ms IS NOT NULL'),
  index('platform_updates_queue')
    .on(table.botId, table.queue, table.happenedAtMs, table.updateId)
    .where('due_at_ms IS NOT NULL'),
  index('platform_updates_oldest').on(table.botId, table.happenedAtMs).where('due_at_ms IS NOT NULL'),
]);
