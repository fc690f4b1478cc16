/** Queues notices inside whatever deed causes them. */
import type { NewNotice } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { OUTBOX } from '../parts.js';

export interface NoticeQueue {
  /** Inside a deed. A notice whose dedupe key is there already is dropped. */
  queue(notices: readonly NewNotice[], nowMs: number): void;
}

export function createNoticeQueue(connection: Connection, executor: Executor): NoticeQueue {
  const insert = connection.prepare<[number, string, string, string, number, number]>(
    `INSERT INTO notices (account_id, kind, facts, dedupe_key, queued_at_ms, due_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (dedupe_key) DO NOTHING`,
  );
  return {
    queue: (notices, nowMs) => {
      for (const { accountId, kind, facts, dedupeKey } of notices) {
        insert.run(accountId, kind, JSON.stringify(facts), dedupeKey, nowMs, nowMs);
        executor.mark(OUTBOX);
      }
    },
  };
}
