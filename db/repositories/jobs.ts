import type { JobStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import { type IdFileRow, type JobRow, toIdFile, toJob, toNullableJob } from './job-row.js';
import { boundedLimit, toFlag } from './values.js';

const MAX_CLAIM = 100;

export function createJobStore({ connection, executor }: Parts): JobStore {
  const insert = connection.prepare<[string, number, number, number, string, number, number, number]>(
    `INSERT INTO report_jobs
       (task_id, order_id, account_id, include_price, time_range, status, expires_at_ms, created_at_ms, due_at_ms)
     VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
  );
  const byId = connection.prepare<[string], JobRow>('SELECT * FROM report_jobs WHERE task_id = ?');
  const byFile = connection.prepare<[string], JobRow>(
    "SELECT * FROM report_jobs WHERE file_key = ? AND file_key <> ''",
  );
  const waiting = connection.prepare<[number], { jobs: number }>(
    'SELECT count(*) AS jobs FROM report_jobs WHERE due_at_ms IS NOT NULL AND account_id = ?',
  );
  const isDue = connection.prepare<[number]>(
    'SELECT 1 FROM report_jobs WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? LIMIT 1',
  );
  const claim = connection.prepare<[string, number, number, number], JobRow>(
    `UPDATE report_jobs SET worker = ?, due_at_ms = ?, attempts = attempts + 1
     WHERE task_id IN (SELECT task_id FROM report_jobs WHERE due_at_ms IS NOT NULL AND due_at_ms <= ?
       ORDER BY due_at_ms, created_at_ms LIMIT ?)
     RETURNING *`,
  );
  const done = connection.prepare<[string, string, number, string]>(
    `UPDATE report_jobs SET status = 'ready', file_key = ?, file_name = ?, expires_at_ms = ?, due_at_ms = NULL, worker = NULL
     WHERE task_id = ?`,
  );
  const failed = connection.prepare<[string, number | null, string, string]>(
    'UPDATE report_jobs SET status = ?, due_at_ms = ?, worker = NULL, fail_reason = ? WHERE task_id = ?',
  );
  const release = connection.prepare<[string]>(
    `UPDATE report_jobs SET due_at_ms = created_at_ms, worker = NULL
     WHERE due_at_ms IS NOT NULL AND worker = ?`,
  );
  const expire = connection.prepare<[number, number], { file_key: string }>(
    `DELETE FROM report_jobs WHERE task_id IN
       (SELECT task_id FROM report_jobs WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?)
     RETURNING file_key`,
  );
  const insertFile = connection.prepare<[string, number, number, string, number, number]>(
    `INSERT INTO id_files (file_id, order_id, account_id, time_range, created_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const fileById = connection.prepare<[string, number], IdFileRow>(
    'SELECT * FROM id_files WHERE file_id = ? AND expires_at_ms > ?',
  );

  return {
    queue: ({ taskId, orderId, accountId, includePrice, timeRange, expiresAtMs, createdAtMs }) =>
      executor.run(
        'jobs.queue',
        () => {
          const moments = [expiresAtMs, createdAtMs, createdAtMs] as const;
          insert.run(taskId, orderId, accountId, toFlag(includePrice), timeRange, ...moments);
          executor.mark(OUTBOX);
        },
        { durable: true },
      ),
    find: async (taskId) => toNullableJob(await executor.ask(() => byId.get(taskId))),
    findByFile: async (fileKey) => toNullableJob(await executor.ask(() => byFile.get(fileKey))),
    waiting: async (accountId) => (await executor.ask(() => waiting.get(accountId)))?.jobs ?? 0,
    claim: async (worker, limit, leaseMs, nowMs) => {
      if ((await executor.ask(() => isDue.get(nowMs))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM);
      const rows = await executor.run('jobs.claim', () => claim.all(worker, nowMs + leaseMs, nowMs, bound));
      return rows.map(toJob).sort((a, b) => a.createdAtMs - b.createdAtMs);
    },
    done: (taskId, { fileKey, fileName, expiresAtMs }) =>
      executor.run('jobs.done', () => {
        done.run(fileKey, fileName, expiresAtMs, taskId);
        // Whoever waits for it looks again.
        executor.mark(OUTBOX);
      }),
    failed: (taskId, reason, retryAtMs) =>
      executor.run('jobs.failed', () => {
        failed.run(retryAtMs === null ? 'failed' : 'pending', retryAtMs, reason, taskId);
        executor.mark(OUTBOX);
      }),
    release: (worker) => executor.run('jobs.release', () => void release.run(worker)),
    expire: (nowMs, limit) =>
      executor.run('jobs.expire', () =>
        expire
          .all(nowMs, boundedLimit(limit, MAX_CLAIM))
          .flatMap((row) => (row.file_key === '' ? [] : [row.file_key])),
      ),
    putIdFile: ({ fileId, orderId, accountId, timeRange, createdAtMs, expiresAtMs }) =>
      executor.run(
        'jobs.putIdFile',
        () => void insertFile.run(fileId, orderId, accountId, timeRange, createdAtMs, expiresAtMs),
        { durable: true },
      ),
    findIdFile: async (fileId, nowMs) => {
      const row = await executor.ask(() => fileById.get(fileId, nowMs));
      return row === undefined ? null : toIdFile(row);
    },
  };
}
