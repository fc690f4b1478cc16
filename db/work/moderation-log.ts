import type { ModerationLog } from '../../core/ports/moderation-log.js';
import { type LogRow, type NewModeration, toLine } from './moderation-row.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { statement, type Work } from './statement.js';

const MAX_PAGE = 1_000;

export interface ModerationWrites {
  /** Inside the command that it records. */
  note(made: NewModeration, nowMs: number): Work<void>;
}

const insert = statement<
  [number, number, string, number | null, string, number | null, number | null, string | null, number | null]
>(
  `INSERT INTO moderation_log (at_ms, moderator_id, action, order_id, link_key, bot_id, account_id, reason, user_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const pageSql = (where: string) =>
  `SELECT moderation_id, at_ms, moderator_id, action, order_id, link_key, bot_id, account_id, reason, user_id
   FROM moderation_log WHERE moderation_id < $1 ${where} ORDER BY moderation_id DESC LIMIT $2`;
const page = statement<[number, number], LogRow>(pageSql(''));
const pageOf = statement<[number, number, moderatorId: number], LogRow>(pageSql('AND moderator_id = $3'));

const blocks = statement<[accountId: number, limit: number], LogRow>(
  `SELECT moderation_id, at_ms, moderator_id, action, order_id, link_key, bot_id, account_id, reason, user_id
   FROM moderation_log WHERE account_id = $1 AND action = 'account_blocked' ORDER BY moderation_id DESC LIMIT $2`,
);

export function createModerationWrites(): ModerationWrites {
  return {
    *note({ moderatorId, action, orderId, linkKey, botId, accountId, reason, userId }, nowMs) {
      yield* insert.run(
        nowMs,
        moderatorId,
        action,
        orderId ?? null,
        linkKey ?? '',
        botId ?? null,
        accountId ?? null,
        reason ?? null,
        userId ?? null,
      );
    },
  };
}

export function createModerationLog({ db }: Parts): ModerationLog {
  return {
    page: async ({ beforeId, limit, moderatorId }) => {
      const values = [beforeId ?? Number.MAX_SAFE_INTEGER, boundedLimit(limit, MAX_PAGE)] as const;
      const rows = await db.read(
        moderatorId === undefined ? page.all(...values) : pageOf.all(...values, moderatorId),
      );
      return rows.map(toLine);
    },
    blocksOf: async (accountId, limit) =>
      (await db.read(blocks.all(accountId, boundedLimit(limit, MAX_PAGE)))).map(toLine),
  };
}
