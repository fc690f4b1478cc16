/**
 * What a subscriber of an order costs (`interface.md`, Order; `decisions.md`, Orders). Everything is exact until
 * the price itself is rounded, once, half to even.
 */
import { type AgePercentages, botQualityCoefficient, type MinBotQuality } from '../data/index.js';
import { type Micros, multiply } from '../money.js';
import {
  type AgeCategory,
  type AnyRow,
  rulebook,
  type Targeting,
  type TargetingName,
  targetingNames,
} from '../terms/index.js';
import {
  addRatios,
  divideRatios,
  multiplyRatios,
  ONE,
  type Ratio,
  ratioOf,
  ratioToNumber,
} from '../ratio.js';

/** Which price of an order is its base: premium-only orders have their own (`decisions.md`, Orders). */
export function basePriceOf(
  targeting: Pick<Targeting, 'onlyPremium'>,
  prices: { priceMicros: Micros; pricePremiumMicros: Micros },
): Micros {
  return targeting.onlyPremium === 1 ? prices.pricePremiumMicros : prices.priceMicros;
}

/** What of an order multiplies its price. */
export interface Demanded {
  targeting: Targeting;
  minBotQuality: MinBotQuality;
}

/** The name on the wire of the one demand that is made of bots, not of users. */
export const BOT_QUALITY_FIELD = 'min_bot_quality';

/** The final price of what is demanded of users and bots, and the coefficients that led to it. */
export function priceOf(demanded: Demanded, basePriceMicros: Micros, agePercentages: AgePercentages) {
  const applied = appliedCoefficients(demanded, agePercentages);
  const total = [...applied.values()].reduce(multiplyRatios, ONE);
  /** One entry per applied field under its wire name, and `total`; not rounded but to the nearest double. */
  const coefficients: Record<string, number> = {};
  for (const [name, ratio] of applied) coefficients[name] = ratioToNumber(ratio);
  coefficients['total'] = ratioToNumber(total);
  return { realPriceMicros: multiply(basePriceMicros, total), coefficients };
}

function appliedCoefficients(
  { targeting, minBotQuality }: Demanded,
  agePercentages: AgePercentages,
): Map<string, Ratio> {
  const applied = targetingNames.flatMap((name): [string, Ratio][] => {
    const ratio = coefficientOf(name, targeting, agePercentages);
    return ratio === null ? [] : [[rulebook[name].wire, ratio]];
  });
  const ofBots = botQualityCoefficient(minBotQuality);
  return new Map(ofBots === undefined ? applied : [...applied, [BOT_QUALITY_FIELD, ratioOf(ofBots)]]);
}

/** Null where the field is indifferent, or has no influence on the price. */
function coefficientOf(
  name: TargetingName,
  targeting: Targeting,
  agePercentages: AgePercentages,
): Ratio | null {
  const row: AnyRow = rulebook[name];
  const value: unknown = targeting[name];
  if (row.kind === 'demand') return value === true ? ratioOf(row.coefficient) : null;
  if (row.kind === 'level') {
    const coefficient = row.coefficients[Number(value) - 1];
    return coefficient === undefined ? null : ratioOf(coefficient);
  }
  if (row.kind === 'choice' || row.coefficient === undefined) return null;
  const values = (value ?? []) as readonly AgeCategory[];
  if (values.length === 0) return null;
  if (typeof row.coefficient === 'string') return ratioOf(row.coefficient);
  return averageOf(row.coefficient, values, agePercentages);
}

/**
 * The sum over the selected categories of coefficient times the category's share of their summed percentages. All six
 * selected are an average like any other. Categories without any percentage weigh the same.
 */
function averageOf(
  coefficients: Readonly<Record<number, string>>,
  values: readonly AgeCategory[],
  percentages: AgePercentages,
): Ratio {
  const selected = [...new Set(values)];
  const weights = selected.map((value) => ratioOf(percentages[value]));
  const sum = weights.reduce(addRatios);
  const isWeightless = sum.numerator === 0n;
  const weighted = selected.map((value, index) =>
    multiplyRatios(ratioOf(coefficients[value] ?? '1'), isWeightless ? ONE : (weights[index] ?? ONE)),
  );
  return divideRatios(weighted.reduce(addRatios), isWeightless ? ratioOf(selected.length) : sum);
}
