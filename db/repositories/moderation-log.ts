import type { ModerationLog } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Parts } from '../parts.js';
import { type LogRow, type NewModeration, toLine } from './moderation-row.js';
import { boundedLimit } from './values.js';

const MAX_PAGE = 1_000;

export interface ModerationWrites {
  /** Inside the deed that it tells of. */
  note(made: NewModeration, nowMs: number): void;
}

export function createModerationWrites(connection: Connection): ModerationWrites {
  const insert = connection.prepare<
    [number, number, string, number | null, string, number | null, number | null, string | null]
  >(
    `INSERT INTO moderation_log (at_ms, moderator_id, action, order_id, link_key, bot_id, account_id, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    note: ({ moderatorId, action, orderId, linkKey, botId, accountId, reason }, nowMs) => {
      insert.run(
        nowMs,
        moderatorId,
        action,
        orderId ?? null,
        linkKey ?? '',
        botId ?? null,
        accountId ?? null,
        reason ?? null,
      );
    },
  };
}

export function createModerationLog({ connection, executor }: Parts): ModerationLog {
  const page = connection.prepare<[number, number], LogRow>(
    `SELECT moderation_id, at_ms, moderator_id, action, order_id, link_key, bot_id, account_id, reason
     FROM moderation_log WHERE moderation_id < ? ORDER BY moderation_id DESC LIMIT ?`,
  );
  return {
    page: ({ beforeId, limit }) =>
      executor.ask(() =>
        page.all(beforeId ?? Number.MAX_SAFE_INTEGER, boundedLimit(limit, MAX_PAGE)).map(toLine),
      ),
  };
}
