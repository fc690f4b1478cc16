/** Queues notifications inside whatever command causes them. */
import type { NewNotification } from '../../core/ports/notification-store.js';
import { notificationFacts } from './stored-json.js';
import { mark, OUTBOX, statement, type Work } from './statement.js';

export interface NotificationQueue {
  /** Inside a command. A notification whose dedupe key is there already is dropped. */
  queue(notifications: readonly NewNotification[], nowMs: number): Work<void>;
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

export function createNotificationQueue(): NotificationQueue {
  return {
    *queue(notifications, nowMs) {
      if (notifications.length === 0) return;
      yield* insert.run(
        notifications.map(({ accountId }) => accountId),
        notifications.map(({ kind }) => kind),
        notifications.map(({ facts }) => notificationFacts.write(facts)),
        notifications.map(({ dedupeKey }) => dedupeKey),
        nowMs,
      );
      yield* mark(OUTBOX);
    },
  };
}
