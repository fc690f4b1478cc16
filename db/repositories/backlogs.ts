/** What waits in the tables from which workers claim; each count has an index of its own, and an end. */
import type { Backlog, Backlogs } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import { RUNNING_SQL } from './order-row.js';

const COUNTED_MAX = 100_000;

interface WaitingRow {
  waiting: number;
  since_ms: number | null;
}

/** @returns what reads them, within a query of the executor's */
export function createBacklogs(connection: Connection): (nowMs: number) => Backlogs {
  const waiting = (table: string, sinceMs: string, condition: string) =>
    connection.prepare<[], WaitingRow>(
      `SELECT count(*) AS waiting, min(since_ms) AS since_ms FROM
         (SELECT ${sinceMs} AS since_ms FROM ${table} WHERE ${condition} LIMIT ${String(COUNTED_MAX)})`,
    );
  const count = (table: string, condition: string) =>
    connection.prepare<[], { count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${condition} LIMIT ${String(COUNTED_MAX)})`,
    );
  const outbox = (table: string, sinceMs: string, dead: string) => ({
    waiting: waiting(table, sinceMs, 'due_at_ms IS NOT NULL'),
    dead: count(table, dead),
  });
  const blocks = outbox('blocks', 'wished_at_ms', 'dead_reason IS NOT NULL');
  const notices = outbox('notices', 'queued_at_ms', 'dead_reason IS NOT NULL');
  // Failed reports go when their files would have: a day later.
  const reports = outbox('report_jobs', 'created_at_ms', "status = 'failed'");
  const holds = connection.prepare<[number], WaitingRow>(
    `SELECT count(*) AS waiting, min(since_ms) AS since_ms FROM (SELECT hold_until_ms AS since_ms FROM subscriptions
       WHERE hold_until_ms IS NOT NULL AND hold_until_ms <= ? LIMIT ${String(COUNTED_MAX)})`,
  );
  const running = count('orders', RUNNING_SQL);
  const moderation = count('orders', "decision = 'waiting' AND in_archive = 0");

  return (nowMs) => {
    const backlog = (row: WaitingRow | undefined, dead: number): Backlog => ({
      waiting: row?.waiting ?? 0,
      oldestMs: row?.since_ms == null ? 0 : Math.max(0, nowMs - row.since_ms),
      dead,
    });
    const read = (of: ReturnType<typeof outbox>) => backlog(of.waiting.get(), of.dead.get()?.count ?? 0);
    return {
      outboxes: { blocks: read(blocks), notices: read(notices), reports: read(reports) },
      holds: backlog(holds.get(nowMs), 0),
      ordersRunning: running.get()?.count ?? 0,
      ordersWaiting: moderation.get()?.count ?? 0,
    };
  };
}
