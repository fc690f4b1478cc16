/** Notices as rows. */
import type { Notice, NoticeKind } from '../../core/ports.js';
import { noticeFacts } from './stored-json.js';

export interface NoticeRow {
  notification_id: number;
  account_id: number;
  kind: NoticeKind;
  facts: string;
  dedupe_key: string;
  attempts: number;
}

export interface DeadNoticeRow extends NoticeRow {
  dead_reason: string;
  queued_at_ms: number;
}

export function toNotice(row: NoticeRow): Notice {
  return {
    noticeId: row.notification_id,
    accountId: row.account_id,
    kind: row.kind,
    facts: noticeFacts.read(row.facts),
    dedupeKey: row.dedupe_key,
    attempts: row.attempts,
  };
}

export function toDeadNotice(row: DeadNoticeRow) {
  return { ...toNotice(row), reason: row.dead_reason, queuedAtMs: row.queued_at_ms };
}
