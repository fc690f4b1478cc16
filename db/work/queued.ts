/** What the figures of the status page count, in pages: each list has the index by which it is counted. */
import type { Queued, QueuedLine } from '../../core/ports/job-store.js';
import { RUNNING_SQL } from './order-row.js';
import { type RowOf, rowsOf } from './rows.js';
import { statement } from './statement.js';

type Row = RowOf<QueuedLine>;

type Columns = Readonly<Record<keyof Row, string>>;

const NONE = 'CAST(NULL AS bigint)';
const none: Columns = {
  ...{ at_ms: NONE, account_id: NONE, bot_id: NONE, user_id: NONE, order_id: NONE },
  ...{ kind: "''", reason: "''" },
};

const list = (columns: Partial<Columns>, rest: string) => {
  const named = Object.entries({ ...none, ...columns }).map(([name, sql]) => `${sql} AS ${name}`);
  return statement<[limit: number, offset: number], Row>(
    `SELECT ${named.join(', ')} FROM ${rest} LIMIT $1 OFFSET $2`,
  );
};

const block = {
  at_ms: 'queued_at_ms',
  bot_id: 'bot_id',
  user_id: 'user_id',
  reason: "coalesce(dead_reason, '')",
};
const notification = {
  ...{ at_ms: 'queued_at_ms', account_id: 'account_id', kind: 'kind' },
  reason: "coalesce(dead_reason, '')",
};
const report = {
  ...{ at_ms: 'created_at_ms', account_id: 'account_id', order_id: 'order_id' },
  reason: "coalesce(fail_reason, '')",
};
const event = {
  ...{ at_ms: 'at_ms', account_id: 'account_id', bot_id: 'bot_id', user_id: 'user_id', order_id: 'order_id' },
  reason: "coalesce(dead_reason, '')",
};
const order = { at_ms: 'created_at_ms', account_id: 'account_id', order_id: 'order_id', kind: 'name' };

const lists = {
  running: list(order, `orders WHERE ${RUNNING_SQL} ORDER BY order_id DESC`),
  blocks: list(block, 'blocks WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms, queued_at_ms'),
  blocks_failed: list(block, 'blocks WHERE dead_reason IS NOT NULL ORDER BY queued_at_ms DESC'),
  notices: list(
    notification,
    'notifications WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms, notification_id',
  ),
  notices_failed: list(
    notification,
    'notifications WHERE dead_reason IS NOT NULL ORDER BY queued_at_ms DESC',
  ),
  reports: list(report, 'report_jobs WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms, created_at_ms'),
  reports_failed: list(report, "report_jobs WHERE status = 'failed' ORDER BY created_at_ms DESC"),
  webhooks: list(event, 'webhook_events WHERE state = 0 ORDER BY bot_id, webhook_id'),
  webhooks_failed: list(event, 'webhook_events WHERE state = 2 ORDER BY account_id, bot_id, webhook_id'),
  updates: list(
    { at_ms: 'at_ms', bot_id: 'bot_id' },
    'platform_updates WHERE due_at_ms IS NOT NULL ORDER BY bot_id, due_at_ms',
  ),
} satisfies Record<Queued, unknown>;

export const queuedIn = (name: Queued, limit: number, offset: number) => lists[name].all(limit, offset);

export const toQueuedLine = rowsOf<QueuedLine>()(
  'at_ms, account_id, bot_id, user_id, order_id, kind, reason',
  {},
);
