/** The same tables as `db/schema/outbox.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const blocks = pgTable(
  'blocks',
  {
    botId: integer('bot_id').notNull(),
    userId: integer('user_id').notNull(),
    chatId: integer('chat_id').notNull(),
    content: text('content'),
    revision: integer('revision').notNull(),
    wishedAtMs: integer('wished_at_ms').notNull(),
    dueAtMs: integer('due_at_ms'),
    worker: text('worker'),
    claimedRevision: integer('claimed_revision'),
    attempts: integer('attempts').notNull().default(0),
    deadReason: text('dead_reason'),
    shownMessageId: integer('shown_message_id'),
    shownChatId: integer('shown_chat_id'),
    shownHash: text('shown_hash'),
    shownIsPhoto: integer('shown_is_photo'),
    shownSentAtMs: integer('shown_sent_at_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.userId] }),
    index('blocks_due')
      .on(table.dueAtMs, table.wishedAtMs)
      .where(sql`due_at_ms IS NOT NULL`),
    index('blocks_dead')
      .on(table.wishedAtMs)
      .where(sql`dead_reason IS NOT NULL`),
    index('blocks_idle')
      .on(table.wishedAtMs)
      .where(sql`due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL`),
  ],
);

export const notices = pgTable(
  'notices',
  {
    noticeId: integer('notice_id').primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer('account_id').notNull(),
    kind: text('kind').notNull(),
    facts: text('facts').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    queuedAtMs: integer('queued_at_ms').notNull(),
    dueAtMs: integer('due_at_ms'),
    worker: text('worker'),
    attempts: integer('attempts').notNull().default(0),
    deadReason: text('dead_reason'),
  },
  (table) => [
    uniqueIndex('notices_once').on(table.dedupeKey),
    index('notices_due')
      .on(table.dueAtMs, table.noticeId)
      .where(sql`due_at_ms IS NOT NULL`),
    index('notices_delivered')
      .on(table.queuedAtMs)
      .where(sql`due_at_ms IS NULL AND dead_reason IS NULL`),
    index('notices_dead')
      .on(table.queuedAtMs)
      .where(sql`dead_reason IS NOT NULL`),
  ],
);

export const reportJobs = pgTable(
  'report_jobs',
  {
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
  },
  (table) => [
    index('report_jobs_due')
      .on(table.dueAtMs, table.createdAtMs)
      .where(sql`due_at_ms IS NOT NULL`),
    index('report_jobs_by_file')
      .on(table.fileKey)
      .where(sql`file_key <> ''`),
    index('report_jobs_expiring').on(table.expiresAtMs),
    index('report_jobs_failed')
      .on(table.createdAtMs)
      .where(sql`status = 'failed'`),
  ],
);

export const idFiles = pgTable(
  'id_files',
  {
    fileId: text('file_id').primaryKey(),
    orderId: integer('order_id').notNull(),
    accountId: integer('account_id').notNull(),
    timeRange: text('time_range').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
  },
  (table) => [index('id_files_expiring').on(table.expiresAtMs)],
);
