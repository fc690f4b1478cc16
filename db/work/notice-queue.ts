/** Queues notices inside whatever command causes them. */
import type { NewNotice } from '../../core/ports.js';
import { noticeFacts } from './stored-json.js';
import { mark, OUTBOX, statement, type Work } from './statement.js';

export interface NoticeQueue {
  /** Inside a command. A notice whose dedupe key is there already is dropped. */
  queue(notices: readonly NewNotice[], nowMs: number): Work<void>;
}

/** All of a command's at once; they are numbered, and so delivered, in the order they are given. */
const insert = statement<
  [accountIds: number[], kinds: string[], facts: string[], dedupeKeys: string[], queuedAtMs: number]
>(
  `INSERT INTO notifications (account_id, kind, facts, dedupe_key, queued_at_ms, due_at_ms)
   SELECT account_id, kind, facts, dedupe_key, $5::bigint, $5::bigint
   FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
     WITH ORDINALITY AS queued (account_id, kind, facts, dedupe_key, place)
   ORDER BY place
   ON CONFLICT (dedupe_key) DO NOTHING`,
);

export function createNoticeQueue(): NoticeQueue {
  return {
    *queue(notices, nowMs) {
      if (notices.length === 0) return;
      yield* insert.run(
        notices.map(({ accountId }) => accountId),
        notices.map(({ kind }) => kind),
        notices.map(({ facts }) => noticeFacts.write(facts)),
        notices.map(({ dedupeKey }) => dedupeKey),
        nowMs,
      );
      yield* mark(OUTBOX);
    },
  };
}
