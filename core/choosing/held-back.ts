/**
 * What an order's pacing multiplier comes to in one bot, by the bot's quality (`core/quality`). A plain factor for quality would
 * move nothing: all orders of a bot's list would be worth as much less. What differs is what a join takes: an order that gets
 * what it wants today anyway loses one of its joins elsewhere by it, and an order that would fall short loses nothing. So the
 * first keeps itself for bots whose subscribers stay, and the second takes what there is (`decisions.md`, Settled while building).
 */

/**
 * Bots below this that are too small for a ranking of their own share one, made as for bots of that quality: most bots are
 * near 1, and one more ranking costs as much as the one of all.
 */
export const POOR = { below: 0.85, rankedAs: 0.7 } as const;

/**
 * The power of a bot's quality by which its joins are worth more or less. Tried out in other worlds than those of
 * docs/market.md: with 1 half as much was gained for users who stay, and with 5 the paced orders fell short more often.
 */
const QUALITY_POWER = 3;

/** No order stands lower for it than one that is worth so much of it. */
const LEAST = 0.25;

/**
 * Of an order's worth in this bot: the multiplier itself where a bot is like all others, less where its subscribers leave,
 * more where they stay, and 1 whatever the bot where the order is not held back.
 * @param multiplier above 0, at most 1
 * @param quality between 0.5 and 1.2
 */
export function heldBack(multiplier: number, quality: number): number {
  if (quality === 1) return multiplier;
  return Math.max(LEAST, 1 - (1 - multiplier) / quality ** QUALITY_POWER);
}
