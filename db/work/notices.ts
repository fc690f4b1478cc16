import type { NoticeStore } from '../../core/ports.js';
import { type DeadNoticeRow, type NoticeRow, toDeadNotice, toNotice } from './notice-row.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { mark, OUTBOX, statement } from './statement.js';
import type { NoticeQueue } from './notice-queue.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import { inSlices } from './slices.js';

const MAX_CLAIM = 500;

const isDue = statement<[nowMs: number, slices: SliceSet]>(
  `SELECT 1 FROM notices WHERE due_at_ms IS NOT NULL AND due_at_ms <= $1
     AND ${inSlices('account_id', '$2')} LIMIT 1`,
);
/** What is due is looked for once: as a part of a join it might be looked for again, and more be taken than asked for. */
const claim = statement<
  [worker: string, untilMs: number, nowMs: number, limit: number, slices: SliceSet],
  NoticeRow
>(
  `WITH due AS MATERIALIZED (SELECT notice_id FROM notices WHERE due_at_ms IS NOT NULL AND due_at_ms <= $3
     AND ${inSlices('account_id', '$5')} ORDER BY due_at_ms, notice_id LIMIT $4 FOR UPDATE SKIP LOCKED)
   UPDATE notices SET worker = $1, due_at_ms = $2, attempts = attempts + 1
   WHERE notice_id IN (SELECT notice_id FROM due)
   RETURNING notice_id, account_id, kind, facts, dedupe_key, attempts`,
);
const end = statement<[dueAtMs: number | null, deadReason: string | null, noticeId: number]>(
  'UPDATE notices SET due_at_ms = $1, dead_reason = $2, worker = NULL WHERE notice_id = $3',
);
const dead = statement<[limit: number], DeadNoticeRow>(
  `SELECT notice_id, account_id, kind, facts, dedupe_key, attempts, dead_reason, queued_at_ms FROM notices
   WHERE dead_reason IS NOT NULL ORDER BY queued_at_ms DESC LIMIT $1`,
);
const revive = statement<[nowMs: number, noticeId: number]>(
  `UPDATE notices SET due_at_ms = $1, dead_reason = NULL, attempts = 0
   WHERE notice_id = $2 AND dead_reason IS NOT NULL`,
);
const release = statement<[worker: string, slices: SliceSet]>(
  `UPDATE notices SET due_at_ms = queued_at_ms, worker = NULL
   WHERE due_at_ms IS NOT NULL AND worker = $1 AND ${inSlices('account_id', '$2')}`,
);

export function createNoticeStore({ db }: Parts, queue: NoticeQueue): NoticeStore {
  return {
    queue: async (notices, nowMs) => {
      if (notices.length === 0) return;
      await db.run('notices.queue', () => queue.queue(notices, nowMs));
    },
    claim: async (worker, limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      if ((await db.read(isDue.get(nowMs, slices))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM);
      const rows = await db.run('notices.claim', claim.all(worker, nowMs + leaseMs, nowMs, bound, slices));
      return rows.map(toNotice).sort((a, b) => a.noticeId - b.noticeId);
    },
    done: async (noticeId) => {
      await db.run('notices.done', end.run(null, null, noticeId));
    },
    failed: async (noticeId, reason, retryAtMs) => {
      await db.run('notices.failed', end.run(retryAtMs, retryAtMs === null ? reason : null, noticeId));
    },
    dead: async (limit) => {
      const rows = await db.read(dead.all(boundedLimit(limit, MAX_CLAIM)));
      return rows.map(toDeadNotice);
    },
    revive: (noticeId, nowMs) =>
      db.run('notices.revive', function* () {
        const isRevived = (yield* revive.run(nowMs, noticeId)) > 0;
        if (isRevived) yield* mark(OUTBOX);
        return isRevived;
      }),
    release: async (worker, slices = ALL_SLICES) => {
      await db.run('notices.release', release.run(worker, slices));
    },
  };
}
