import type { NoticeStore } from '../../core/ports.js';
import { type DeadNoticeRow, type NoticeRow, toDeadNotice, toNotice } from './notice-row.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { mark, OUTBOX, statement } from './statement.js';
import type { NoticeQueue } from './notice-queue.js';
import { queueOf } from './work-queue.js';

const MAX_READ = 500;

const queueOfNotices = queueOf<NoticeRow>({
  name: 'notifications',
  table: 'notifications',
  key: ['notification_id'],
  slicedBy: 'account_id',
  orderedBy: 'notification_id',
  since: 'queued_at_ms',
  claimMax: MAX_READ,
});
const end = statement<[dueAtMs: number | null, deadReason: string | null, noticeId: number]>(
  'UPDATE notifications SET due_at_ms = $1, dead_reason = $2, worker = NULL WHERE notification_id = $3',
);
const dead = statement<[limit: number], DeadNoticeRow>(
  `SELECT notification_id, account_id, kind, facts, dedupe_key, attempts, dead_reason, queued_at_ms FROM notifications
   WHERE dead_reason IS NOT NULL ORDER BY queued_at_ms DESC LIMIT $1`,
);
const revive = statement<[nowMs: number, noticeId: number]>(
  `UPDATE notifications SET due_at_ms = $1, dead_reason = NULL, attempts = 0
   WHERE notification_id = $2 AND dead_reason IS NOT NULL`,
);

export function createNoticeStore({ db }: Parts, queue: NoticeQueue): NoticeStore {
  const waiting = queueOfNotices(db);
  return {
    queue: async (notices, nowMs) => {
      if (notices.length === 0) return;
      await db.run('notices.queue', () => queue.queue(notices, nowMs));
    },
    claim: async (...claim) => (await waiting.claim(...claim)).map(toNotice),
    release: waiting.release,
    done: async (noticeId) => {
      await db.run('notices.done', end.run(null, null, noticeId));
    },
    failed: async (noticeId, reason, retryAtMs) => {
      await db.run('notices.failed', end.run(retryAtMs, retryAtMs === null ? reason : null, noticeId));
    },
    dead: async (limit) => {
      const rows = await db.read(dead.all(boundedLimit(limit, MAX_READ)));
      return rows.map(toDeadNotice);
    },
    revive: (noticeId, nowMs) =>
      db.run('notices.revive', function* () {
        const isRevived = (yield* revive.run(nowMs, noticeId)) > 0;
        if (isRevived) yield* mark(OUTBOX);
        return isRevived;
      }),
  };
}
