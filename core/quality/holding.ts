/**
 * What a bot's quality does to the hold of what it earns, where the service holds by quality (`docs/quality.md`, What it
 * does to the hold): below 1 it is longer, as it was announced a week ahead. It is never shorter than everybody's, since
 * that is what advertisers were promised.
 */
const HOUR_MS = 3_600_000;
const SCALE = 1_000;
/** At the least factor, 0.5, three times everybody's hold. */
const LONGER = 4;
/** Subscribers are followed for a month: beyond that nothing is known of a bot. */
const MOST_MS = 30 * 24 * HOUR_MS;

/**
 * The hold of what a bot earns: a longer one in whole hours, and at most 30 days.
 * @param holdMs everybody's
 * @param factor three decimals at most; from 1 on the hold is everybody's
 */
export function holdByQuality(holdMs: number, factor: number): number {
  // In whole numbers: 1 − 0.9 is less than 0.1 in doubles.
  const below = SCALE - Math.round(factor * SCALE);
  if (below <= 0) return holdMs;
  const hours = Math.round((holdMs * (SCALE + LONGER * below)) / (SCALE * HOUR_MS));
  return Math.max(holdMs, Math.min(hours * HOUR_MS, MOST_MS));
}

/** The same in hours. @param holdHours everybody's, whole */
export function holdHoursByQuality(holdHours: number, factor: number): number {
  return holdByQuality(holdHours * HOUR_MS, factor) / HOUR_MS;
}
