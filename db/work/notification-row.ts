/** Notifications as rows. */
import type { Notification } from '../../core/ports/notification-store.js';
import { type RowOf, rowsOf } from './rows.js';
import { notificationFacts } from './stored-json.js';

export type NotificationRow = RowOf<Notification>;

export interface DeadNotificationRow extends NotificationRow {
  dead_reason: string;
  queued_at_ms: number;
}

export const toNotification = rowsOf<Notification>()(
  'notification_id, account_id, kind, facts, dedupe_key, attempts',
  { facts: notificationFacts.read },
);

export function toDeadNotification(row: DeadNotificationRow) {
  return { ...toNotification(row), reason: row.dead_reason, queuedAtMs: row.queued_at_ms };
}
