import { notifications } from '../schema/outbox.js';
import type {
  NewNotification,
  Notification,
  NotificationStore,
} from '../../core/ports/notification-store.js';
import { keepAnswer } from './kept-answers.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { mark, OUTBOX, statement, type Work } from './statement.js';
import { queueOf } from './work-queue.js';
import { type RowOf, rowsOf } from './rows.js';
import { notificationFacts } from './stored-json.js';

type NotificationRow = RowOf<Notification>;

interface DeadNotificationRow extends NotificationRow {
  dead_reason: string;
  queued_at_ms: number;
}

const toNotification = rowsOf<Notification>()(
  'notification_id, account_id, kind, facts, dedupe_key, attempts',
  { facts: notificationFacts.read },
);

function toDeadNotification(row: DeadNotificationRow) {
  return { ...toNotification(row), reason: row.dead_reason, queuedAtMs: row.queued_at_ms };
}

const MAX_READ = 500;

const queueOfNotifications = queueOf({
  table: notifications,
  slicedBy: 'account_id',
  orderedBy: 'notification_id',
  since: 'queued_at_ms',
  claimMax: MAX_READ,
  read: toNotification,
});
/** A worker whose lease ran out must not end the claim of the next. One that was given back waits without a worker. */
const end = statement<
  [dueAtMs: number | null, deadReason: string | null, notificationId: number, attempts: number]
>(
  `UPDATE notifications SET due_at_ms = $1, dead_reason = $2, worker = NULL
   WHERE notification_id = $3 AND attempts = $4 AND (worker IS NOT NULL OR due_at_ms IS NULL)`,
);
const dead = statement<[limit: number], DeadNotificationRow>(
  `SELECT notification_id, account_id, kind, facts, dedupe_key, attempts, dead_reason, queued_at_ms FROM notifications
   WHERE dead_reason IS NOT NULL ORDER BY queued_at_ms DESC LIMIT $1`,
);
const revive = statement<[nowMs: number, notificationId: number]>(
  `UPDATE notifications SET due_at_ms = $1, dead_reason = NULL, attempts = 0
   WHERE notification_id = $2 AND dead_reason IS NOT NULL`,
);

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

/** Inside a command. A notification whose dedupe key is there already is dropped. */
export function* queueNotifications(notifications: readonly NewNotification[], nowMs: number): Work<void> {
  if (notifications.length === 0) return;
  yield* insert.run(
    notifications.map(({ accountId }) => accountId),
    notifications.map(({ kind }) => kind),
    notifications.map(({ facts }) => notificationFacts.write(facts)),
    notifications.map(({ dedupeKey }) => dedupeKey),
    nowMs,
  );
  yield* mark(OUTBOX);
}

export function createNotificationStore({ db }: Parts): NotificationStore {
  return {
    queue: async (notifications, nowMs, keeping) => {
      if (notifications.length === 0) return;
      await db.run('notifications.queue', function* () {
        yield* queueNotifications(notifications, nowMs);
        yield* keepAnswer(keeping, undefined, nowMs);
      });
    },
    ...queueOfNotifications(db),
    done: ({ notificationId, attempts }) =>
      db.run('notifications.done', end.do(null, null, notificationId, attempts)),
    failed: ({ notificationId, attempts }, reason, retryAtMs) =>
      db.run('notifications.failed', function* () {
        const deadReason = retryAtMs === null ? reason : null;
        return (yield* end.run(retryAtMs, deadReason, notificationId, attempts)) > 0;
      }),
    dead: async (limit) => {
      const rows = await db.read(dead.all(boundedLimit(limit, MAX_READ)));
      return rows.map(toDeadNotification);
    },
    revive: (notificationId, nowMs) =>
      db.run('notifications.revive', function* () {
        const isRevived = (yield* revive.run(nowMs, notificationId)) > 0;
        if (isRevived) yield* mark(OUTBOX);
        return isRevived;
      }),
  };
}
