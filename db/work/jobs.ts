import { insertInto } from './inserts.js';
import { idFiles, reportJobs } from '../schema/outbox.js';
import type { IdFile, JobStore, ReportJob } from '../../core/ports/job-store.js';
import { boundedLimit, orNull } from './values.js';
import { durably, type Parts } from './database.js';
import { mark, OUTBOX, statement } from './statement.js';
import { queueOf } from './work-queue.js';
import { flag, type RowOf, rowsOf } from './rows.js';

type JobRow = RowOf<ReportJob>;

const toJob = rowsOf<ReportJob>()(
  `task_id, order_id, account_id, include_price, time_range, status, file_key, file_name, expires_at_ms,
   created_at_ms, attempts`,
  { includePrice: flag },
);

const toIdFile = rowsOf<IdFile>()(
  'file_id, order_id, account_id, time_range, created_at_ms, expires_at_ms',
  {},
);

const MAX_CLAIM = 100;

const insert = insertInto(
  reportJobs,
  'taskId, orderId, accountId, includePrice, timeRange, status, expiresAtMs, createdAtMs, dueAtMs',
);
const byId = statement<[taskId: string], JobRow>('SELECT * FROM report_jobs WHERE task_id = $1');
const byFile = statement<[fileKey: string], JobRow>(
  "SELECT * FROM report_jobs WHERE file_key = $1 AND file_key <> ''",
);
const waiting = statement<[accountId: number], { jobs: number }>(
  'SELECT count(*) AS jobs FROM report_jobs WHERE due_at_ms IS NOT NULL AND account_id = $1',
);
const queueOfJobs = queueOf({
  name: 'jobs',
  table: reportJobs,
  slicedBy: 'account_id',
  orderedBy: 'created_at_ms',
  claimMax: MAX_CLAIM,
  read: toJob,
});
const done = statement<[fileKey: string, fileName: string, expiresAtMs: number, taskId: string]>(
  `UPDATE report_jobs SET status = 'ready', file_key = $1, file_name = $2, expires_at_ms = $3, due_at_ms = NULL, worker = NULL
   WHERE task_id = $4`,
);
/** What another worker has made since stays. */
const failed = statement<[status: string, dueAtMs: number | null, reason: string, taskId: string]>(
  `UPDATE report_jobs SET status = $1, due_at_ms = $2, worker = NULL, fail_reason = $3
   WHERE task_id = $4 AND due_at_ms IS NOT NULL`,
);
const expire = statement<[nowMs: number, limit: number], { file_key: string }>(
  `DELETE FROM report_jobs WHERE task_id IN
     (SELECT task_id FROM report_jobs WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2
      FOR UPDATE SKIP LOCKED)
   RETURNING file_key`,
);
const insertFile = insertInto(idFiles, 'fileId, orderId, accountId, timeRange, createdAtMs, expiresAtMs');
const fileById = statement<[fileId: string, nowMs: number], RowOf<IdFile>>(
  'SELECT * FROM id_files WHERE file_id = $1 AND expires_at_ms > $2',
);

export function createJobStore({ db }: Parts): JobStore {
  return {
    queue: (job) =>
      durably(db, 'jobs.queue', function* () {
        yield* insert.run({ ...job, status: 'pending', dueAtMs: job.createdAtMs });
        yield* mark(OUTBOX);
      }),
    find: async (taskId) => orNull(await db.read(byId.get(taskId)), toJob),
    findByFile: async (fileKey) => orNull(await db.read(byFile.get(fileKey)), toJob),
    waiting: async (accountId) => (await db.read(waiting.get(accountId)))?.jobs ?? 0,
    ...queueOfJobs(db),
    done: (taskId, { fileKey, fileName, expiresAtMs }) =>
      db.run('jobs.done', function* () {
        yield* done.run(fileKey, fileName, expiresAtMs, taskId);
        // Those who wait for it look again.
        yield* mark(OUTBOX);
      }),
    failed: (taskId, reason, retryAtMs) =>
      db.run('jobs.failed', function* () {
        yield* failed.run(retryAtMs === null ? 'failed' : 'pending', retryAtMs, reason, taskId);
        yield* mark(OUTBOX);
      }),
    expire: async (nowMs, limit) => {
      const rows = await db.run('jobs.expire', expire.all(nowMs, boundedLimit(limit, MAX_CLAIM)));
      return rows.flatMap((row) => (row.file_key === '' ? [] : [row.file_key]));
    },
    putIdFile: (file) => durably(db, 'jobs.putIdFile', insertFile.do(file)),
    findIdFile: async (fileId, nowMs) => orNull(await db.read(fileById.get(fileId, nowMs)), toIdFile),
  };
}
