/**
 * Which order is worth more: price times the smoothed rate of subscribers per impression. An order that has hardly been shown
 * has the rate that was expected beforehand, and moves to its own as it is shown.
 */
import type { Settings } from '../../config.js';
import type { Entry } from './entry.js';

export interface RankingRules {
  /** The rate expected of an order that nobody has seen, between 0 and 1. */
  ratePrior: number;
  /** How many shows the expectation weighs; with fewer an order is a newcomer. */
  ratePriorWeight: number;
  /** The share of choices in which one place goes to a newcomer. */
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

/** Subscribers per impression, smoothed; never above 1, though whoever was shown long ago may still join. */
export function rateOf(
  { impressions, subscribers }: Entry['figures'],
  { ratePrior, ratePriorWeight }: RankingRules,
): number {
  return Math.min(1, (subscribers + ratePrior * ratePriorWeight) / (impressions + ratePriorWeight));
}

export function scoreOf({ price, figures }: Pick<Entry, 'price' | 'figures'>, rules: RankingRules): number {
  return price * rateOf(figures, rules);
}

export function isNewcomer({ figures }: Pick<Entry, 'figures'>, { ratePriorWeight }: RankingRules): boolean {
  return figures.impressions < ratePriorWeight;
}

type Ranked = Pick<Entry, 'score' | 'order'>;

/** Best first; of equals the older order. */
export function byRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.order.orderId - b.order.orderId;
}

export function byNextRank(a: Entry, b: Entry): number {
  return b.nextScore - a.nextScore || a.order.orderId - b.order.orderId;
}

/** A ranked list with some more in it. */
export function insertRanked(ranked: readonly Entry[], added: readonly Entry[]): Entry[] {
  if (added.length > 1) return [...ranked, ...added].sort(byRank);
  const [entry] = added;
  if (entry === undefined) return [...ranked];
  const index = ranked.findIndex((other) => byRank(entry, other) < 0);
  return ranked.toSpliced(index < 0 ? ranked.length : index, 0, entry);
}

/** Sorted runs are merged, and runs are sorted, in steps of about this many entries: a millisecond or two. */
const STEP = 2_000;

/** Sorts a large list with pauses, so that others have their turn; quick where it is nearly sorted already. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += STEP) {
    runs.push(items.slice(from, from + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* mergeInSteps(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = [];
  let rightIndex = 0;
  for (const item of left) {
    for (
      let other = right[rightIndex];
      other !== undefined && compare(other, item) < 0;
      other = right[rightIndex]
    ) {
      merged.push(other);
      rightIndex++;
      if (merged.length % STEP === 0) yield;
    }
    merged.push(item);
    if (merged.length % STEP === 0) yield;
  }
  return merged.concat(right.slice(rightIndex));
}
