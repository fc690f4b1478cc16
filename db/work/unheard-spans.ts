/** While no update reported what happened in a chat: a change that is found later may have happened then. */
import type { SettlementFacts } from '../../core/ports/subscription-store.js';
import { statement } from './statement.js';

/** Of a chat and a bot; more are none of an honest advertiser's. */
const MAX_SPANS = 100;

/** One that begins at the same moment is the same, as long as the longest that was noted. */
export const noteUnheard = statement<[place: string, fromMs: number, toMs: number]>(
  `INSERT INTO unheard_spans (place, from_ms, to_ms) VALUES ($1, $2, $3)
   ON CONFLICT (place, from_ms) DO UPDATE SET to_ms = GREATEST(unheard_spans.to_ms, excluded.to_ms)`,
);

const spans = statement<[chat: string, bot: string, sinceMs: number], { from_ms: number; to_ms: number }>(
  `SELECT from_ms, to_ms FROM unheard_spans WHERE place IN ($1, $2) AND to_ms >= $3
   ORDER BY to_ms DESC LIMIT ${String(MAX_SPANS)}`,
);

export function* unheardSpansOf(chat: string, bot: string, sinceMs: number) {
  const rows = yield* spans.all(chat, bot, sinceMs);
  return rows.map((row): SettlementFacts['unheard'][number] => ({ fromMs: row.from_ms, toMs: row.to_ms }));
}
