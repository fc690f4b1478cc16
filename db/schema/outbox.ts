/**
 * What one process queues for another. `due_at_ms` says when a row may be taken; taking it moves that to the end of the
 * lease and names the worker, so that a worker that dies gives the row back by itself.
 */
import { defineTable, index, integer, primaryKey, text, uniqueIndex } from './kit.js';

/** One row a (bot, user): what their screen should hold, and what it does hold. */
export const blocks = defineTable('blocks', {
  botId: integer('bot_id').notNull(),
  userId: integer('user_id').notNull(),
  chatId: integer('chat_id').notNull(),
  /** JSON; null: nothing is to be on the screen. */
  content: text('content'),
  revision: integer('revision').notNull(),
  queuedAtMs: integer('queued_at_ms').notNull(),
  /** Null when nothing is to be done. */
  dueAtMs: integer('due_at_ms'),
  worker: text('worker'),
  /** The revision that the worker took; with the attempt it identifies the claim. */
  claimedRevision: integer('claimed_revision'),
  attempts: integer('attempts').notNull().default(0),
  /** Why the block was given up. */
  deadReason: text('dead_reason'),
  /** The message on the screen; null when there is none. */
  shownMessageId: integer('shown_message_id'),
  shownChatId: integer('shown_chat_id'),
  shownHash: text('shown_hash'),
  shownIsPhoto: integer('shown_is_photo'),
  shownSentAtMs: integer('shown_sent_at_ms'),
}).with((table) => [
  primaryKey(table.botId, table.userId),
  index('blocks_due').on(table.dueAtMs, table.queuedAtMs).where('due_at_ms IS NOT NULL'),
  index('blocks_dead').on(table.queuedAtMs).where('dead_reason IS NOT NULL'),
  index('blocks_idle')
    .on(table.queuedAtMs)
    .where('due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL'),
]);

export const notifications = defineTable('notifications', {
  notificationId: integer('notification_id').numbered({ neverTwice: true }),
  accountId: integer('account_id').notNull(),
  kind: text('kind').notNull(),
  /** JSON. */
  facts: text('facts').notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  queuedAtMs: integer('queued_at_ms').notNull(),
  /** Null when it is delivered or given up. */
  dueAtMs: integer('due_at_ms'),
  worker: text('worker'),
  attempts: integer('attempts').notNull().default(0),
  deadReason: text('dead_reason'),
}).with((table) => [
  uniqueIndex('notifications_once').on(table.dedupeKey),
  index('notifications_due').on(table.dueAtMs, table.notificationId).where('due_at_ms IS NOT NULL'),
  index('notifications_delivered').on(table.queuedAtMs).where('due_at_ms IS NULL AND dead_reason IS NULL'),
  index('notifications_dead').on(table.queuedAtMs).where('dead_reason IS NOT NULL'),
]);

export const reportJobs = defineTable('report_jobs', {
  taskId: text('task_id').primaryKey(),
  orderId: integer('order_id').notNull(),
  accountId: integer('account_id').notNull(),
  includePrice: integer('include_price').notNull(),
  timeRange: text('time_range').notNull(),
  status: text('status').notNull(),
  fileKey: text('file_key').notNull().default(''),
  fileName: text('file_name').notNull().default(''),
  expiresAtMs: integer('expires_at_ms').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
  dueAtMs: integer('due_at_ms'),
  worker: text('worker'),
  attempts: integer('attempts').notNull().default(0),
  failReason: text('fail_reason'),
}).with((table) => [
  index('report_jobs_due').on(table.dueAtMs, table.createdAtMs).where('due_at_ms IS NOT NULL'),
  index('report_jobs_by_file').on(table.fileKey).where("file_key <> ''"),
  index('report_jobs_expiring').on(table.expiresAtMs),
  index('report_jobs_failed').on(table.createdAtMs).where("status = 'failed'"),
]);

export const idFiles = defineTable('id_files', {
  fileId: text('file_id').primaryKey(),
  orderId: integer('order_id').notNull(),
  accountId: integer('account_id').notNull(),
  timeRange: text('time_range').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
  expiresAtMs: integer('expires_at_ms').notNull(),
}).with((table) => [index('id_files_expiring').on(table.expiresAtMs)]);
