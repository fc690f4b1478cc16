/** A learnt pace between its row and the domain. */
import type { LearntPace } from '../../core/ports/pace-store.js';
import { type RowOf, rowsOf } from './rows.js';

export type PaceRow = RowOf<LearntPace>;

export const paceColumns = 'bot_id, lane, per_second, ceiling, limited_at_ms, rest_until_ms';

export const toPace = rowsOf<LearntPace>()(paceColumns, {});

export type PaceValues = [
  botId: number,
  lane: string,
  perSecond: number,
  ceiling: number | null,
  limitedAtMs: number,
  restUntilMs: number,
];

/** In the order of `paceColumns`. */
export function toPaceValues(pace: LearntPace): PaceValues {
  const { botId, lane, perSecond, ceiling, limitedAtMs, restUntilMs } = pace;
  return [botId, lane, perSecond, ceiling, Math.round(limitedAtMs), Math.round(restUntilMs)];
}
