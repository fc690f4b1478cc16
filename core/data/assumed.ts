/**
 * What is assumed of an audience where too few of it were looked at: rough shares of our own, from 0 to 1, used by
 * nothing but the estimate of an order's reach. Shares that /filters shows have their priors in `priors.ts`.
 */

/** Of users of whom it can be told, how many meet the demand; by its name in user_parameters. */
export const assumedShares = {
  /** Each of the two. */
  gender: 0.5,
  /** Have premium. */
  only_premium: 0.1,
  has_photo: 0.7,
  has_real_photo: 0.5,
  has_username: 0.6,
  has_bio: 0.3,
  has_first_name: 0.99,
  has_ru_name: 0.6,
  has_rus_name: 0.45,
  has_only_cyrillic: 0.5,
  has_fake_check: 0.9,
} as const;

/** The same for levels 1 to 5. */
export const assumedLevels = {
  old_account: [0.75, 0.6, 0.4, 0.2, 0.08],
  gifts: [0.25, 0.08, 0.04, 0.015, 0.005],
  rating: [0.6, 0.3, 0.1, 0.05, 0.02],
} as const;

/** How many users that were looked at weigh as much as what is assumed. */
export const ASSUMED_WEIGHT = 100;
