/** What processes say of themselves, and what waits for them in the tables from which workers claim: how much, and in pages. */
import type { Backlog, HealthStore, Queued, QueuedLine, Trouble } from '../../core/ports/job-store.js';
import { processes } from '../schema/maintenance.js';
import { insertInto } from './inserts.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { statement, together } from './statement.js';
import { RUNNING_SQL } from './order-row.js';
import { type RowOf, rowsOf } from './rows.js';

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
const holds = statement<[number], WaitingRow>(
  waitingSql('subscriptions', 'hold_until_ms', 'hold_until_ms IS NOT NULL AND hold_until_ms <= $1'),
);
const withdrawals = statement<[], WaitingRow>(
  waitingSql('withdrawals', 'asked_at_ms', "state IN ('waiting', 'paying', 'sending')"),
);
const refunds = statement<[], WaitingRow>(
  waitingSql('star_payments', 'refund_asked_at_ms', "refund_state = 'waiting' AND refund_asked_at_ms > 0"),
);
type Row = RowOf<QueuedLine>;

type Columns = Readonly<Record<keyof Row, string>>;

const NONE = 'CAST(NULL AS bigint)';
const none: Columns = {
  at_ms: NONE,
  account_id: NONE,
  bot_id: NONE,
  user_id: NONE,
  order_id: NONE,
  kind: "''",
  reason: "''",
};

const list = (columns: Partial<Columns>, rest: string) => {
  const named = Object.entries({ ...none, ...columns }).map(([name, sql]) => `${sql} AS ${name}`);
  return statement<[limit: number, offset: number], Row>(
    `SELECT ${named.join(', ')} FROM ${rest} LIMIT $1 OFFSET $2`,
  );
};

const WAITS = 'due_at_ms IS NOT NULL';
const IS_DEAD = 'dead_reason IS NOT NULL';
// Failed reports go when their files would have: a day later.
const HAS_FAILED = "status = 'failed'";

/** What waits for a worker, and what was given up: how much, since when, and line by line. */
const outbox = (
  [table, atMs]: readonly [table: string, atMs: string],
  columns: Partial<Columns>,
  { due, dead }: { due: string; dead: string },
) => ({
  waiting: statement<[], WaitingRow>(waitingSql(table, atMs, WAITS)),
  dead: countOf(table, dead),
  lines: list({ ...columns, at_ms: atMs }, `${table} WHERE ${WAITS} ORDER BY ${due}`),
  failed: list({ ...columns, at_ms: atMs }, `${table} WHERE ${dead} ORDER BY ${atMs} DESC`),
});
const ofUser = { bot_id: 'bot_id', user_id: 'user_id', reason: "coalesce(dead_reason, '')" };
const blocks = outbox(['blocks', 'queued_at_ms'], ofUser, { due: 'due_at_ms, queued_at_ms', dead: IS_DEAD });
const notices = outbox(
  ['notifications', 'queued_at_ms'],
  { account_id: 'account_id', kind: 'kind', reason: "coalesce(dead_reason, '')" },
  { due: 'due_at_ms, notification_id', dead: IS_DEAD },
);
const reports = outbox(
  ['report_jobs', 'created_at_ms'],
  { account_id: 'account_id', order_id: 'order_id', reason: "coalesce(fail_reason, '')" },
  { due: 'due_at_ms, created_at_ms', dead: HAS_FAILED },
);
const updatesWaiting = statement<[], WaitingRow>(waitingSql('platform_updates', 'at_ms', WAITS));
const event = { ...ofUser, at_ms: 'at_ms', account_id: 'account_id', order_id: 'order_id' };
const order = { at_ms: 'created_at_ms', account_id: 'account_id', order_id: 'order_id', kind: 'name' };
const runningOrders = countOf('orders', RUNNING_SQL);
const moderation = countOf('orders', "decision = 'waiting' AND in_archive = 0");

const lists = {
  running: list(order, `orders WHERE ${RUNNING_SQL} ORDER BY order_id DESC`),
  blocks: blocks.lines,
  blocks_failed: blocks.failed,
  notices: notices.lines,
  notices_failed: notices.failed,
  reports: reports.lines,
  reports_failed: reports.failed,
  webhooks: list(event, 'webhook_events WHERE state = 0 ORDER BY bot_id, webhook_id'),
  webhooks_failed: list(event, 'webhook_events WHERE state = 2 ORDER BY account_id, bot_id, webhook_id'),
  updates: list(
    { at_ms: 'at_ms', bot_id: 'bot_id' },
    `platform_updates WHERE ${WAITS} ORDER BY bot_id, due_at_ms`,
  ),
} satisfies Record<Queued, unknown>;

const backlog = (row: WaitingRow | undefined, dead: number, nowMs: number): Backlog => ({
  waiting: row?.waiting ?? 0,
  oldestMs: row?.since_ms == null ? 0 : Math.max(0, nowMs - row.since_ms),
  dead,
});

/** The size of an outbox, the age of its oldest message, and the number of dead ones. */
function* ofOutbox({ waiting, dead }: ReturnType<typeof outbox>, nowMs: number) {
  const [row, given] = yield* together(waiting.get(), dead.get());
  return backlog(row, given?.count ?? 0, nowMs);
}

function* readBacklogs(nowMs: number) {
  const [ofBlocks, ofNotices, ofReports, deferred, held, toPay, toRefund, running, waiting] = yield* together(
    ofOutbox(blocks, nowMs),
    ofOutbox(notices, nowMs),
    ofOutbox(reports, nowMs),
    updatesWaiting.get(),
    holds.get(nowMs),
    withdrawals.get(),
    refunds.get(),
    runningOrders.get(),
    moderation.get(),
  );
  const updates = backlog(deferred, 0, nowMs);
  return {
    outboxes: { blocks: ofBlocks, notifications: ofNotices, reports: ofReports, updates },
    holds: backlog(held, 0, nowMs),
    ordersRunning: running?.count ?? 0,
    ordersWaiting: waiting?.count ?? 0,
    withdrawals: backlog(toPay, 0, nowMs),
    refunds: backlog(toRefund, 0, nowMs),
  };
}

const toQueuedLine = rowsOf<QueuedLine>()('at_ms, account_id, bot_id, user_id, order_id, kind, reason', {});

const QUEUED_MAX = 100;

export const writeBeat = insertInto(processes, 'process, beatAtMs', { there: 'replaced' });
const lastBeat = statement<[process: string], { beat_at_ms: number }>(
  'SELECT beat_at_ms FROM processes WHERE process = $1',
);
const writeTrouble = insertInto(processes, 'process, beatAtMs, trouble', { there: 'replaced' });
const noted = statement<[process: string], Trouble>(
  'SELECT trouble AS words, beat_at_ms AS "sinceMs" FROM processes WHERE process = $1',
);

export function createProcessNotes({
  db,
}: Pick<Parts, 'db'>): Omit<HealthStore, 'check' | 'changed' | 'sizes' | 'replica'> {
  return {
    beat: (process, nowMs) => db.run('health.beat', writeBeat.do({ process, beatAtMs: nowMs })),
    reportPlatform: ({ words, sinceMs }) => {
      const row = { process: 'platform', beatAtMs: sinceMs, trouble: words };
      return db.run('health.reportPlatform', writeTrouble.do(row));
    },
    platform: async () => (await db.read(noted.get('platform'))) ?? null,
    lastBeatMs: async (process) => (await db.read(lastBeat.get(process)))?.beat_at_ms ?? null,
    backlogs: (nowMs) => db.read(() => readBacklogs(nowMs)),
    queued: async (name, { offset, limit }) => {
      const page = [boundedLimit(limit, QUEUED_MAX), Math.max(0, offset)] as const;
      return (await db.read(lists[name].all(...page))).map(toQueuedLine);
    },
  };
}
