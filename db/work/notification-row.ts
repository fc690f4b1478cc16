/** Notifications as rows. */
import type { Notification, NotificationKind } from '../../core/ports/notification-store.js';
import { notificationFacts } from './stored-json.js';

export interface NotificationRow {
  notification_id: number;
  account_id: number;
  kind: NotificationKind;
  facts: string;
  dedupe_key: string;
  attempts: number;
}

export interface DeadNotificationRow extends NotificationRow {
  dead_reason: string;
  queued_at_ms: number;
}

export function toNotification(row: NotificationRow): Notification {
  return {
    notificationId: row.notification_id,
    accountId: row.account_id,
    kind: row.kind,
    facts: notificationFacts.read(row.facts),
    dedupeKey: row.dedupe_key,
    attempts: row.attempts,
  };
}

export function toDeadNotification(row: DeadNotificationRow) {
  return { ...toNotification(row), reason: row.dead_reason, queuedAtMs: row.queued_at_ms };
}
