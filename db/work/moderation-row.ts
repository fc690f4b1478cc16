/** A line of the moderation log between its row and the domain. */
import type { ModerationLine } from '../../core/ports/moderation-log.js';

export interface LogRow {
  moderation_id: number;
  at_ms: number;
  moderator_id: number;
  action: ModerationLine['action'];
  order_id: number | null;
  link_key: string;
  bot_id: number | null;
  account_id: number | null;
  user_id: number | null;
  reason: string | null;
}

export type NewModeration = Pick<ModerationLine, 'moderatorId' | 'action'> &
  Partial<Pick<ModerationLine, 'orderId' | 'linkKey' | 'botId' | 'accountId' | 'userId' | 'reason'>>;

export function toLine(row: LogRow): ModerationLine {
  return {
    moderationId: row.moderation_id,
    atMs: row.at_ms,
    moderatorId: row.moderator_id,
    action: row.action,
    orderId: row.order_id,
    linkKey: row.link_key,
    botId: row.bot_id,
    accountId: row.account_id,
    userId: row.user_id,
    reason: row.reason,
  };
}
