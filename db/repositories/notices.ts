import type { NoticeStore } from '../../core/ports.js';
import { OUTBOX, type Parts } from '../parts.js';
import type { NoticeQueue } from './notice-queue.js';
import { type DeadNoticeRow, type NoticeRow, toDeadNotice, toNotice } from './notice-row.js';
import { boundedLimit } from './values.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import { inSlices } from '../slices.js';

const MAX_CLAIM = 500;

export function createNoticeStore({ connection, executor }: Parts, queue: NoticeQueue): NoticeStore {
  const isDue = connection.prepare<[number, SliceSet]>(
    `SELECT 1 FROM notices WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND ${inSlices('account_id', '?')} LIMIT 1`,
  );
  const claim = connection.prepare<[string, number, number, SliceSet, number], NoticeRow>(
    `UPDATE notices SET worker = ?, due_at_ms = ?, attempts = attempts + 1
     WHERE notice_id IN (SELECT notice_id FROM notices WHERE due_at_ms IS NOT NULL AND due_at_ms <= ?
       AND ${inSlices('account_id', '?')} ORDER BY due_at_ms, notice_id LIMIT ?)
     RETURNING notice_id, account_id, kind, facts, dedupe_key, attempts`,
  );
  const end = connection.prepare<[number | null, string | null, number]>(
    'UPDATE notices SET due_at_ms = ?, dead_reason = ?, worker = NULL WHERE notice_id = ?',
  );
  const dead = connection.prepare<[number], DeadNoticeRow>(
    `SELECT notice_id, account_id, kind, facts, dedupe_key, attempts, dead_reason, queued_at_ms FROM notices
     WHERE dead_reason IS NOT NULL ORDER BY queued_at_ms DESC LIMIT ?`,
  );
  const revive = connection.prepare<[number, number]>(
    `UPDATE notices SET due_at_ms = ?, dead_reason = NULL, attempts = 0
     WHERE notice_id = ? AND dead_reason IS NOT NULL`,
  );
  const release = connection.prepare<[string, SliceSet]>(
    `UPDATE notices SET due_at_ms = queued_at_ms, worker = NULL
     WHERE due_at_ms IS NOT NULL AND worker = ? AND ${inSlices('account_id', '?')}`,
  );

  return {
    queue: async (notices, nowMs) => {
      if (notices.length > 0) await executor.run('notices.queue', () => queue.queue(notices, nowMs));
    },
    claim: async (worker, limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      if ((await executor.ask(() => isDue.get(nowMs, slices))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM);
      const rows = await executor.run('notices.claim', () =>
        claim.all(worker, nowMs + leaseMs, nowMs, slices, bound),
      );
      return rows.map(toNotice).sort((a, b) => a.noticeId - b.noticeId);
    },
    done: (noticeId) => executor.run('notices.done', () => void end.run(null, null, noticeId)),
    failed: (noticeId, reason, retryAtMs) =>
      executor.run(
        'notices.failed',
        () => void end.run(retryAtMs, retryAtMs === null ? reason : null, noticeId),
      ),
    dead: (limit) => executor.ask(() => dead.all(boundedLimit(limit, MAX_CLAIM)).map(toDeadNotice)),
    revive: (noticeId, nowMs) =>
      executor.run('notices.revive', () => {
        const isRevived = revive.run(nowMs, noticeId).changes > 0;
        if (isRevived) executor.mark(OUTBOX);
        return isRevived;
      }),
    release: (worker, slices = ALL_SLICES) =>
      executor.run('notices.release', () => void release.run(worker, slices)),
  };
}
