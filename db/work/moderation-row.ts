/** A line of the moderation log between its row and the domain. */
import type { ModerationLine } from '../../core/ports/moderation-log.js';
import { type RowOf, rowsOf } from './rows.js';

export type LogRow = RowOf<ModerationLine>;

export type NewModeration = Pick<ModerationLine, 'moderatorId' | 'action'> &
  Partial<Pick<ModerationLine, 'orderId' | 'linkKey' | 'botId' | 'accountId' | 'userId' | 'reason'>>;

export const logColumns =
  'moderation_id, at_ms, moderator_id, action, order_id, link_key, bot_id, account_id, user_id, reason';

export const toLine = rowsOf<ModerationLine>()(logColumns, {});
