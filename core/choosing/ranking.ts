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

/** A rule at work on one ranking. */
export interface Scoring {
  /** Micro-units that an impression is worth. */
  score: (entry: Entry) => number;
  /** What the worth of an order is multiplied with for what it gets anyway (`multiplier.ts`); 1 under the smoothed rule. */
  multiplier: (entry: Entry) => number;
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

/** Which rule a bot's lists are ranked by: the setting's, or the other one for the share of bots that a trial takes. */
export type Rule = 'learned' | 'smoothed';

type RankingSettings = Pick<Settings, 'RANKING' | 'RANKING_TRIAL_SHARE'>;

const other: Record<Rule, Rule> = { learned: 'smoothed', smoothed: 'learned' };

/** Between 0 and 1, the same for a bot for ever; bots are spread evenly (murmur3's finalizer). */
export function lotOf(botId: number): number {
  let mixed = (botId ^ Math.floor(botId / 2 ** 32)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

export function isInTrial(botId: number, { RANKING_TRIAL_SHARE }: RankingSettings): boolean {
  return lotOf(botId) < Number(RANKING_TRIAL_SHARE);
}

export function ruleOf(botId: number, settings: RankingSettings): Rule {
  return isInTrial(botId, settings) ? other[settings.RANKING] : settings.RANKING;
}

export function rulesInUse(settings: RankingSettings): Rule[] {
  const share = Number(settings.RANKING_TRIAL_SHARE);
  const rules = new Set<Rule>();
  if (share < 1) rules.add(settings.RANKING);
  if (share > 0) rules.add(other[settings.RANKING]);
  return [...rules];
}
