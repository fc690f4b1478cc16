/**
 * How orders are put in order. Today's rule is price times the smoothed rate of subscribers per impression, with a newcomer at
 * the front now and then; the other one draws each order's rate from what is believed of it (`beliefs.ts`).
 */
import type { Settings } from '../config.js';
import type { Entry } from './entry.js';

export interface RankingRules {
  /** The rate expected of an order without impressions, between 0 and 1. */
  ratePrior: number;
  /** How many impressions the expectation weighs; with fewer an order is a newcomer. */
  ratePriorWeight: number;
  /** The share of choices in which one place goes to a newcomer, under the smoothed rule. */
  exploreShare: number;
}

export function rankingRules(
  settings: Pick<Settings, 'RATE_PRIOR' | 'RATE_PRIOR_WEIGHT' | 'EXPLORE_SHARE'>,
): RankingRules {
  return {
    ratePrior: Number(settings.RATE_PRIOR),
    ratePriorWeight: settings.RATE_PRIOR_WEIGHT,
    exploreShare: Number(settings.EXPLORE_SHARE),
  };
}

/** Subscribers per impression, smoothed; never above 1, though users who were shown it long ago may still join. */
export function rateOf(
  { impressions, subscribers }: Pick<Entry['figures'], 'impressions' | 'subscribers'>,
  { ratePrior, ratePriorWeight }: RankingRules,
): number {
  return Math.min(1, (subscribers + ratePrior * ratePriorWeight) / (impressions + ratePriorWeight));
}

/** Of an order, by whatever rule. */
export type Figure = (entry: Entry) => number;

/** A rule at work on one ranking. */
export interface Scoring {
  /** Micro-units that an impression is worth. */
  score: Figure;
  /** What the worth of an order is multiplied with for what it gets anyway (`held-back.ts`); 1 under the smoothed rule. */
  multiplier: Figure;
  /** The rate expected of an order, which may have ended, by all that is known of it; nothing of single users. */
  expected: (orderId: number, theme: string | null) => number;
}

export function smoothedScoring(rules: RankingRules): Scoring {
  return {
    score: ({ price, figures }) => price * rateOf(figures, rules),
    multiplier: () => 1,
    expected: () => rules.ratePrior,
  };
}

export function isNewcomer({ figures }: Pick<Entry, 'figures'>, { ratePriorWeight }: RankingRules): boolean {
  return figures.impressions < ratePriorWeight;
}

/** Best first. */
export type Compare = (a: Entry, b: Entry) => number;

/** A ranked list with some more in it. */
export function insertRanked(ranked: readonly Entry[], added: readonly Entry[], compare: Compare): Entry[] {
  if (added.length > 1) return [...ranked, ...added].sort(compare);
  const [entry] = added;
  if (entry === undefined) return [...ranked];
  const index = ranked.findIndex((other) => compare(entry, other) < 0);
  return ranked.toSpliced(index < 0 ? ranked.length : index, 0, entry);
}
