/** What was read of bots' quality, between rows and the domain. */
import type { QualityOrder, QualitySubscriber } from '../../core/ports/quality-store.js';
import { flag, type RowOf, rowsOf } from './rows.js';
import { toState } from './subscription-status-row.js';

export type QualityOrderRow = RowOf<QualityOrder>;

export const toQualityOrder = rowsOf<QualityOrder>()('order_id, has_subscribers, is_watched', {
  hasSubscribers: flag,
  isWatched: flag,
});

export interface QualitySubscriberRow {
  user_id: number;
  bot_id: number;
  is_own: number;
  at_ms: number;
  state: number;
  changed_at_ms: number | null;
  removed_at_ms: number | null;
  shown_at_ms: number | null;
}

export function toQualitySubscriber(row: QualitySubscriberRow): QualitySubscriber {
  return {
    userId: row.user_id,
    botId: row.bot_id,
    isOwn: row.is_own === 1,
    atMs: row.at_ms,
    state: toState(row.state),
    changedAtMs: row.changed_at_ms,
    removedAtMs: row.removed_at_ms,
    shownAtMs: row.shown_at_ms,
  };
}
