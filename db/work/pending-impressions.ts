/** Pending impressions in SQL, as `core/pending-impressions.ts` has them: they fade when they are read and when more are added. */
import { OPEN_SHOW_HALF_LIFE_MS } from '../../core/pending-impressions.js';

/** After so many half-lives nothing is left: a figure too small for a double would be an error. */
const HALF_LIVES_MAX = 64;

const faded = (impressions: string, sinceMs: string, nowMs: string) => {
  const halfLives = `GREATEST(0, ${nowMs} - ${sinceMs}) / ${String(OPEN_SHOW_HALF_LIFE_MS)}.0::double precision`;
  return `CASE WHEN ${halfLives} > ${String(HALF_LIVES_MAX)} THEN 0 ELSE ${impressions} * power(0.5::double precision, ${halfLives}) END`;
};

/** Adds (or takes off) the new row's pending impressions in an upsert of `order_days`. */
export const ADD_OPEN_SHOWS_SQL = `
  open_shows = ${faded('order_days.open_shows', 'order_days.open_at_ms', 'excluded.open_at_ms')} + excluded.open_shows,
  open_at_ms = GREATEST(order_days.open_at_ms, excluded.open_at_ms)`;

/** @returns the pending impressions of some rows of `order_days` at the moment of that placeholder */
export const pendingImpressionsSql = (nowMs: string): string =>
  `sum(${faded('open_shows', 'open_at_ms', nowMs)})`;
