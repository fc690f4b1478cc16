/** Pending impressions in SQL, as `core/pending-impressions.ts` has them: they fade when they are read and when more are added. */
import { OPEN_SHOW_HALF_LIFE_MS } from '../../core/pending-impressions.js';

/** After so many half-lives nothing is left: a figure too small for a double would be an error. */
const HALF_LIVES_MAX = 64;

const faded = (impressions: string, sinceMs: string, nowMs: string) => {
  const halfLives = `GREATEST(0, ${nowMs} - ${sinceMs}) / ${String(OPEN_SHOW_HALF_LIFE_MS)}.0::double precision`;
  return `CASE WHEN ${halfLives} > ${String(HALF_LIVES_MAX)} THEN 0 ELSE ${impressions} * power(0.5::double precision, ${halfLives}) END`;
};

/** Adds (or takes off) the new row's pending impressions in an upsert of `order_days`. */
export const ADD_PENDING_IMPRESSIONS_SQL = `
  pending_impressions = ${faded('order_days.pending_impressions', 'order_days.pending_at_ms', 'excluded.pending_at_ms')} + excluded.pending_impressions,
  pending_at_ms = GREATEST(order_days.pending_at_ms, excluded.pending_at_ms)`;

/** @returns the pending impressions of some rows of `order_days` at the moment of that placeholder */
export const pendingImpressionsSql = (nowMs: string): string =>
  `sum(${faded('pending_impressions', 'pending_at_ms', nowMs)})`;
