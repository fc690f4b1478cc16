/**
 * Pending impressions: users who see an order and may still subscribe to it. Most who do, do it soon; so each impression counts 1 when
 * it is made and fades by half in every half-life, and one that has brought its subscriber counts no more.
 */

export const OPEN_SHOW_HALF_LIFE_MS = 10 * 60_000;

/** How long a pending impression lasts, on average, before it has faded. */
export const PENDING_MEAN_MS = OPEN_SHOW_HALF_LIFE_MS / Math.LN2;

/** What is left of so many impressions after this time. */
export function fadeImpressions(count: number, passedMs: number): number {
  return passedMs <= 0 ? count : count * 0.5 ** (passedMs / OPEN_SHOW_HALF_LIFE_MS);
}
