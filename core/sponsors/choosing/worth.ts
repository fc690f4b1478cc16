/**
 * What a join by one bot's users counts for in that bot's ranking. All of a bot's joins are worth more or less alike, so a
 * plain factor would move nothing in its lists. What it moves is how far a price beyond the usual counts: in a bot whose
 * subscribers leave it counts for less, in one whose subscribers stay for more. So who pays more is seen first where users
 * stay, and who pays little is seen where they do not (`decisions.md`, Settled while building).
 */

/**
 * Bots below this that are too small for a ranking of their own share one, made as for bots of that quality: most bots are
 * near 1, and one more ranking costs as much as the one of all.
 */
export const POOR = { below: 0.85, rankedAs: 0.7 } as const;

/**
 * Micro-units: the price where a bot is like all others, else drawn to the usual price or away from it.
 * @param quality between 0.5 and 1.2
 * @param usualPrice the median of what running orders pay
 */
export function worthOf(price: number, quality: number, usualPrice: number): number {
  if (quality === 1 || price <= 0 || usualPrice <= 0) return price;
  return usualPrice * (price / usualPrice) ** quality;
}
