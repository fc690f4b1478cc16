/** Shares of users with what is known of them: intervals that hold for few users, and for shares near none or all. */

/** Where a value lies. */
export interface Span {
  from: number;
  to: number;
}

/** So many of so many. */
export interface Proportion {
  hits: number;
  of: number;
}

/** The normal distribution's quantile of 95 %, two-sided. */
export const QUANTILE_95 = 1.959964;

/**
 * Returns Wilson's interval of a share (Wilson, 1927).
 * @throws RangeError when there are no users, or when there are more hits than there could be
 */
export function wilson({ hits, of }: Proportion, quantile = QUANTILE_95): Span {
  if (of <= 0 || hits < 0 || hits > of) throw new RangeError('not a share');
  const [share, square] = [hits / of, quantile ** 2];
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const half =
    (quantile * Math.sqrt((share * (1 - share)) / of + square / (4 * of ** 2))) / (1 + square / of);
  return { from: Math.max(0, middle - half), to: Math.min(1, middle + half) };
}

/** Returns Newcombe's interval of the difference of two shares, `b` less `a` (Newcombe, 1998, method 10). */
export function newcombe(a: Proportion, b: Proportion, quantile = QUANTILE_95): Span {
  const [shareA, shareB] = [a.hits / a.of, b.hits / b.of];
  const [ofA, ofB] = [wilson(a, quantile), wilson(b, quantile)];
  const difference = shareB - shareA;
  return {
    from: difference - Math.hypot(shareB - ofB.from, ofA.to - shareA),
    to: difference + Math.hypot(ofB.to - shareB, shareA - ofA.from),
  };
}

/** Among so many users a wait for the verdict is shortest: the intervals are narrowest there. */
const TIGHTEST_AT = 2_000;
const MISTAKES = 0.05;

/**
 * Returns a quantile in place of that of 95 % by which an interval may be looked at after each user, and is wrong in at most
 * 5 % of tests at any time: the normal mixture of Robbins, as a confidence sequence (Waudby-Smith and others, 2021). Looked
 * at daily for a month, that of 95 % finds a difference between equal texts in a quarter of the tests, this one in at most 3
 * of a hundred (`test/core/block-test.test.ts`).
 * @param users in both halves, at least 1
 */
export function quantileAtAnyTime(users: number): number {
  // About eight times more than the variance of the mixture is where the sequence is narrowest.
  const weight = (8 * users) / TIGHTEST_AT;
  return Math.sqrt(2 * (1 + 1 / weight) * Math.log(Math.sqrt(weight + 1) / MISTAKES));
}
