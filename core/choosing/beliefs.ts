/**
 * What is believed of an order's rate of subscribers per impression, and drawn from at each ranking (Thompson sampling): so an
 * order of which little is known stands at the front now and then, the less often the more is known, and no share of
 * impressions is set aside for trying.
 *
 * Impressions whose users may still join count by how likely it is that they would have joined by now (`pending-impressions.ts`). An
 * order without impressions is expected to do as orders of its theme and price do. In a bot of its own an order is
 * expected to do as it does elsewhere, by as much as the bot's users like its theme more or less than others do.
 */
import type { Entry } from './entry.js';
import { heldBack } from './multiplier.js';
import type { RankingRules, Scoring } from './ranking.js';

/** What an order did in one bot. */
export interface Shown {
  impressions: number;
  subscribers: number;
}

/** What the running orders have in common. */
export interface Commons {
  /** The rate expected of an order like this one without impressions. */
  expected(entry: Pick<Entry, 'order' | 'price'>): number;
  /** How many impressions that expectation weighs: few where orders differ a lot. */
  weight: number;
  /** The same of one whose theme alone is known. */
  ofTheme(theme: string | null): number;
}

/** An overall mean moves from the setting, and a theme's and a price's from the mean, as this many orders show. */
const ORDERS_BEHIND = 3;
/** With fewer orders than this their spread means nothing. */
const ORDERS_FOR_SPREAD = 10;
const WEIGHT_LEAST = 3;
const WEIGHT_MOST = 200;
/** Of prices, by the thirds of the orders. */
const BANDS = 3;

/** Impressions of one bot that weigh as much as what is known of the order elsewhere and of the theme in the bot. */
const ELSEWHERE_WEIGHT = 40;
/** Expected joins that weigh as much as the guess that a bot's users are like all others. */
const ALIKE_JOINS = 8;
const RATE_MOST = 0.98;

/** Impressions whose users have joined, or would have by now. */
export function ripeImpressions({ figures, open }: Pick<Entry, 'figures' | 'open'>): number {
  return Math.max(figures.subscribers, figures.impressions - open.impressions, 0);
}

interface Mean {
  weight: number;
  rates: number;
}

function meanTo(mean: Mean | undefined, guess: number): number {
  const { weight, rates } = mean ?? { weight: 0, rates: 0 };
  return (rates + ORDERS_BEHIND * guess) / (weight + ORDERS_BEHIND);
}

/** Samples at most this many orders; takes 1 ms. */
const ORDERS_LOOKED_AT = 5_000;

export function commonsOf(entries: readonly Entry[], rules: RankingRules): Commons {
  const stride = Math.ceil(entries.length / ORDERS_LOOKED_AT) || 1;
  const some = entries.filter((_, at) => at % stride === 0);
  const all = some.map((entry) => ({ entry, impressions: ripeImpressions(entry) }));
  const seen = all.filter(({ impressions }) => impressions >= 1);
  const prices = Float64Array.from(all, ({ entry }) => entry.price).sort();
  const cuts = Array.from(
    { length: BANDS - 1 },
    (_, at) => prices[Math.floor(((at + 1) * prices.length) / BANDS)] ?? 0,
  );
  const bandOf = (price: number) => cuts.reduce((band, cut) => (price >= cut ? band + 1 : band), 0);
  const themes = new Map<string | null, Mean>();
  const bands = new Map<number, Mean>();
  const overall: Mean = { weight: 0, rates: 0 };
  for (const { entry, impressions } of seen) {
    // The weight of an order for orders in general grows with its impressions up to one order's worth.
    const weight = impressions / (impressions + rules.ratePriorWeight);
    const rates = (weight * entry.figures.subscribers) / impressions;
    const { theme } = entry.order;
    const band = bandOf(entry.price);
    for (const mean of [overall, meanIn(themes, theme), meanIn(bands, band)]) {
      mean.weight += weight;
      mean.rates += rates;
    }
  }
  const mean = meanTo(overall, rules.ratePrior);
  // Worked out once: lists for known users ask for dozens of them.
  const themeMeans = new Map([...themes].map(([theme, sums]) => [theme, meanTo(sums, mean)]));
  const bandMeans = Array.from({ length: BANDS }, (_, band) => meanTo(bands.get(band), mean));
  const ofTheme = (theme: string | null) => (theme === null ? mean : (themeMeans.get(theme) ?? mean));
  return {
    expected: ({ order, price }) =>
      Math.min(RATE_MOST, (ofTheme(order.theme) * (bandMeans[bandOf(price)] ?? mean)) / mean),
    ofTheme,
    weight: weightOf(seen, rules),
  };
}

function meanIn<Key>(means: Map<Key, Mean>, key: Key): Mean {
  const known = means.get(key) ?? { weight: 0, rates: 0 };
  means.set(key, known);
  return known;
}

/** From how much the orders' rates differ beyond chance (method of moments). */
function weightOf(seen: readonly { entry: Entry; impressions: number }[], rules: RankingRules): number {
  const weighty = seen.filter(({ impressions }) => impressions >= rules.ratePriorWeight);
  if (weighty.length < ORDERS_FOR_SPREAD) return rules.ratePriorWeight;
  const rates = weighty.map(({ entry, impressions }) => entry.figures.subscribers / impressions);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const spread = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1);
  const byChance =
    weighty.reduce((sum, { impressions }) => sum + (mean * (1 - mean)) / impressions, 0) / weighty.length;
  const between = spread - byChance;
  if (between <= 0) return WEIGHT_MOST;
  return Math.min(WEIGHT_MOST, Math.max(WEIGHT_LEAST, (mean * (1 - mean)) / between - 1));
}

type EntryOf = (orderId: number) => Entry | undefined;

/** A Beta distribution: of so many impressions so many were joined. */
interface Belief {
  joins: number;
  impressions: number;
}

/** What is believed of all orders, at work on one ranking. */
interface Beliefs {
  of(entry: Entry): Belief;
  /** The rate expected of an order that has ended, of which its theme alone is known. */
  ofTheme(theme: string | null): number;
}

/** @param quality of the bots that are ranked for */
function scoringBy(beliefs: Beliefs, entryOf: EntryOf, quality: number, next: () => number): Scoring {
  const multiplier = (entry: Entry) => heldBack(entry.multiplier.value, quality);
  return {
    score: (entry) => {
      const { joins, impressions } = beliefs.of(entry);
      return entry.price * multiplier(entry) * drawRate(joins, impressions - joins, next);
    },
    multiplier,
    expected: (orderId, theme) => {
      const entry = entryOf(orderId);
      if (entry === undefined) return beliefs.ofTheme(theme);
      const { joins, impressions } = beliefs.of(entry);
      return joins / impressions;
    },
  };
}

/** Scores by rates drawn for this ranking alone: in all bots of which too little is known. @param quality of those bots */
export function drawnScoring(entryOf: EntryOf, commons: Commons, next: () => number, quality = 1): Scoring {
  const { weight } = commons;
  const of = (entry: Entry): Belief => {
    const impressions = ripeImpressions(entry);
    const joins = Math.min(impressions, entry.figures.subscribers) + commons.expected(entry) * weight;
    return { joins, impressions: impressions + weight };
  };
  return scoringBy({ of, ofTheme: commons.ofTheme }, entryOf, quality, next);
}

/**
 * The same for one bot.
 * @param bot what each order did there, and the bot's quality
 * @param entryOf a running order
 */
export function drawnScoringIn(
  { shown, quality }: { shown: ReadonlyMap<number, Shown>; quality: number },
  entryOf: EntryOf,
  commons: Commons,
  next: () => number,
): Scoring {
  const elsewhere = (entry: Entry) => elsewhereOf(entry, shown.get(entry.order.orderId), commons);
  const likingOf = likingsOf(shown, entryOf, elsewhere);
  const of = (entry: Entry): Belief => {
    const here = shown.get(entry.order.orderId);
    const { rate, impressions } = elsewhere(entry);
    const expected = Math.min(RATE_MOST, rate * likingOf(entry.order.theme));
    // What is not known of it elsewhere is not known here either.
    const weight = 1 / (1 / ELSEWHERE_WEIGHT + 1 / (impressions + commons.weight));
    const joins = Math.min(here?.subscribers ?? 0, here?.impressions ?? 0) + expected * weight;
    return { joins, impressions: ripeIn(entry, here) + weight };
  };
  const ofTheme = (theme: string | null) => Math.min(RATE_MOST, commons.ofTheme(theme) * likingOf(theme));
  return scoringBy({ of, ofTheme }, entryOf, quality, next);
}

/** Of the impressions in a bot, as many are still open as of all. */
function ripeIn(entry: Entry, here: Shown | undefined): number {
  if (here === undefined || entry.figures.impressions === 0) return here?.impressions ?? 0;
  return Math.max(here.subscribers, here.impressions * (ripeImpressions(entry) / entry.figures.impressions));
}

function elsewhereOf(
  entry: Entry,
  here: Shown | undefined,
  commons: Commons,
): { rate: number; impressions: number } {
  const impressions = Math.max(0, ripeImpressions(entry) - ripeIn(entry, here));
  const subscribers = Math.min(
    impressions,
    Math.max(0, entry.figures.subscribers - (here?.subscribers ?? 0)),
  );
  const { weight } = commons;
  return { rate: (subscribers + commons.expected(entry) * weight) / (impressions + weight), impressions };
}

/** By how much more readily than elsewhere the bot's users join orders of a theme. */
function likingsOf(
  shown: ReadonlyMap<number, Shown>,
  entryOf: (orderId: number) => Entry | undefined,
  elsewhere: (entry: Entry) => { rate: number },
): (theme: string | null) => number {
  const all = { joins: 0, expected: 0 };
  const themes = new Map<string | null, { joins: number; expected: number }>();
  for (const [orderId, here] of shown) {
    const entry = entryOf(orderId);
    if (entry === undefined) continue;
    const { theme } = entry.order;
    const known = themes.get(theme) ?? { joins: 0, expected: 0 };
    themes.set(theme, known);
    for (const sums of [all, known]) {
      sums.joins += here.subscribers;
      sums.expected += ripeIn(entry, here) * elsewhere(entry).rate;
    }
  }
  const overall = (all.joins + ALIKE_JOINS) / (all.expected + ALIKE_JOINS);
  return (theme) => {
    const known = themes.get(theme);
    if (known === undefined) return overall;
    return (known.joins + ALIKE_JOINS * overall) / (known.expected + ALIKE_JOINS);
  };
}

/** A rate from a Beta distribution: 0.3 µs. */
export function drawRate(joins: number, others: number, next: () => number): number {
  const x = drawGamma(Math.max(joins, 1e-6), next);
  const y = drawGamma(Math.max(others, 1e-6), next);
  return x + y === 0 ? 0 : x / (x + y);
}

/** Marsaglia and Tsang, "A simple method for generating gamma variables" (2000). */
function drawGamma(shape: number, next: () => number): number {
  if (shape < 1) return drawGamma(shape + 1, next) * (1 - next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    const root = 1 + c * normal;
    if (root <= 0) continue;
    const v = root ** 3;
    if (Math.log(1 - next()) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) return d * v;
  }
}
