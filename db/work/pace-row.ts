/** A learnt pace between its row and the domain. */
import type { LearntPace } from '../../core/ports/pace-store.js';

export interface PaceRow {
  bot_id: number;
  lane: string;
  per_second: number;
  ceiling: number | null;
  limited_at_ms: number;
  rest_until_ms: number;
}

export const paceColumns = 'bot_id, lane, per_second, ceiling, limited_at_ms, rest_until_ms';

export function toPace(row: PaceRow): LearntPace {
  return {
    botId: row.bot_id,
    lane: row.lane,
    perSecond: row.per_second,
    ceiling: row.ceiling,
    limitedAtMs: row.limited_at_ms,
    restUntilMs: row.rest_until_ms,
  };
}

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
