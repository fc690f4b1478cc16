/** What waits in the tables from which workers claim; each count has an index of its own, and an end. */
import type { Backlog } from '../../core/ports/job-store.js';
import { RUNNING_SQL } from './order-row.js';
import { statement, together } from './statement.js';

const COUNTED_MAX = 100_000;

interface WaitingRow {
  waiting: number;
  since_ms: number | null;
}

const waitingSql = (table: string, sinceMs: string, condition: string) =>
  `SELECT count(*) AS waiting, min(since_ms) AS since_ms FROM
     (SELECT ${sinceMs} AS since_ms FROM ${table} WHERE ${condition} LIMIT ${String(COUNTED_MAX)}) AS counted`;
const countOf = (table: string, condition: string) =>
  statement<[], { count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM ${table} WHERE ${condition} LIMIT ${String(COUNTED_MAX)}) AS counted`,
  );
const outbox = (table: string, sinceMs: string, dead: string) => ({
  waiting: statement<[], WaitingRow>(waitingSql(table, sinceMs, 'due_at_ms IS NOT NULL')),
  dead: countOf(table, dead),
});

const blocks = outbox('blocks', 'queued_at_ms', 'dead_reason IS NOT NULL');
const notifications = outbox('notifications', 'queued_at_ms', 'dead_reason IS NOT NULL');
// Failed reports go when their files would have: a day later.
const reports = outbox('report_jobs', 'created_at_ms', "status = 'failed'");
const updates = statement<[], WaitingRow>(waitingSql('platform_updates', 'at_ms', 'due_at_ms IS NOT NULL'));
const holds = statement<[number], WaitingRow>(
  waitingSql('subscriptions', 'hold_until_ms', 'hold_until_ms IS NOT NULL AND hold_until_ms <= $1'),
);
const withdrawals = statement<[], WaitingRow>(
  waitingSql('withdrawals', 'asked_at_ms', "state IN ('waiting', 'paying', 'sending')"),
);
const refunds = statement<[], WaitingRow>(
  waitingSql('star_payments', 'refund_asked_at_ms', "refund_state = 'waiting' AND refund_asked_at_ms > 0"),
);
const running = countOf('orders', RUNNING_SQL);
const moderation = countOf('orders', "decision = 'waiting' AND in_archive = 0");

/** The size of an outbox, the age of its oldest message, and the number of dead ones. */
function* ofOutbox({ waiting, dead }: ReturnType<typeof outbox>, nowMs: number) {
  const [row, given] = yield* together(waiting.get(), dead.get());
  return backlog(row, given?.count ?? 0, nowMs);
}

const backlog = (row: WaitingRow | undefined, dead: number, nowMs: number): Backlog => ({
  waiting: row?.waiting ?? 0,
  oldestMs: row?.since_ms == null ? 0 : Math.max(0, nowMs - row.since_ms),
  dead,
});

export function* readBacklogs(nowMs: number) {
  const [ofBlocks, ofNotifications, ofReports] = yield* together(
    ofOutbox(blocks, nowMs),
    ofOutbox(notifications, nowMs),
    ofOutbox(reports, nowMs),
  );
  const [deferred, held, toPay, toRefund, ordersRunning, ordersWaiting] = yield* together(
    updates.get(),
    holds.get(nowMs),
    withdrawals.get(),
    refunds.get(),
    running.get(),
    moderation.get(),
  );
  return {
    outboxes: {
      blocks: ofBlocks,
      notifications: ofNotifications,
      reports: ofReports,
      updates: backlog(deferred, 0, nowMs),
    },
    holds: backlog(held, 0, nowMs),
    ordersRunning: ordersRunning?.count ?? 0,
    ordersWaiting: ordersWaiting?.count ?? 0,
    withdrawals: backlog(toPay, 0, nowMs),
    refunds: backlog(toRefund, 0, nowMs),
  };
}
