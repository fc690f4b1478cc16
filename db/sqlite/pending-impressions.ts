/** Pending impressions in SQL, as `core/pending-impressions.ts` has them: they fade when they are read. (`work/pending-impressions.ts` adds more.) */
import { OPEN_SHOW_HALF_LIFE_MS } from '../../core/pending-impressions.js';

const faded = (impressions: string, sinceMs: string, nowMs: string) =>
  `${impressions} * pow(0.5, max(0, ${nowMs} - ${sinceMs}) / ${String(OPEN_SHOW_HALF_LIFE_MS)}.0)`;

/** The pending impressions of some rows of `order_days` at `@nowMs`. */
export const PENDING_IMPRESSIONS_SQL = `sum(${faded('pending_impressions', 'pending_at_ms', '@nowMs')})`;
