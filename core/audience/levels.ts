/** What the levels of `old_account`, `gifts` and `rating` demand (`interface.md`, user_parameters). */
import type { Level } from '../terms/index.js';

/** The least that levels 1 to 5 ask for. */
const accountYears = [2, 3, 5, 7, 9] as const;
const giftCounts = [1, 10, 20, 50, 100] as const;
const ratings = [1, 2, 5, 7, 10] as const;

const YEAR_MS = 365.25 * 86_400_000;

/** The highest level that an account of this age reaches; 0 is below the first. */
export function accountLevelOf(ageMs: number): Level {
  return highestLevel(accountYears, ageMs / YEAR_MS);
}

export function giftsLevelOf(count: number): Level {
  return highestLevel(giftCounts, count);
}

/** The platform's ratings may be negative. */
export function ratingLevelOf(rating: number): Level {
  return highestLevel(ratings, rating);
}

function highestLevel(least: readonly number[], value: number): Level {
  return least.filter((bound) => value >= bound).length as Level;
}
