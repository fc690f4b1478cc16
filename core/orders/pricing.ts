/**
 * What a subscriber of an order costs (`interface.md`, Price rule; `decisions.md`, Orders). Everything is exact until
 * the price itself is rounded, once, half to even.
 */
import type { AgePercentages } from '../data/index.js';
import { type Micros, multiply } from '../money.js';
import type { AgeCategory } from '../ports.js';
import {
  addRatios,
  divideRatios,
  multiplyRatios,
  ONE,
  type Ratio,
  ratioOf,
  ratioToNumber,
} from '../ratio.js';
import { ageCoefficients, fieldCoefficients, levelCoefficients } from './coefficients.js';
import type { Level, Targeting } from './targeting.js';

export interface Price {
  realPriceMicros: Micros;
  /** One entry per applied field under its wire name, and `total`; not rounded but to the nearest double. */
  coefficients: Record<string, number>;
}

type FieldName = keyof typeof fieldCoefficients;

/** Which price of an order is its base: premium-only orders have their own (`decisions.md`, Orders). */
export function basePriceOf(
  targeting: Pick<Targeting, 'onlyPremium'>,
  prices: { priceMicros: Micros; pricePremiumMicros: Micros },
): Micros {
  return targeting.onlyPremium === 1 ? prices.pricePremiumMicros : prices.priceMicros;
}

/** The final price of this targeting, and the coefficients that led to it. */
export function priceOf(
  targeting: Targeting,
  basePriceMicros: Micros,
  agePercentages: AgePercentages,
): Price {
  const applied = appliedCoefficients(targeting, agePercentages);
  const total = [...applied.values()].reduce(multiplyRatios, ONE);
  const coefficients: Record<string, number> = {};
  for (const [name, ratio] of applied) coefficients[name] = ratioToNumber(ratio);
  coefficients['total'] = ratioToNumber(total);
  return { realPriceMicros: multiply(basePriceMicros, total), coefficients };
}

function appliedCoefficients(targeting: Targeting, agePercentages: AgePercentages): Map<string, Ratio> {
  const applied = new Map<string, Ratio>();
  for (const name of Object.keys(fieldCoefficients) as FieldName[]) {
    if (isApplied[name](targeting)) applied.set(name, ratioOf(fieldCoefficients[name]));
  }
  if (targeting.ages.length > 0) applied.set('ages', averageOfAges(targeting.ages, agePercentages));
  const addLevel = (name: keyof typeof levelCoefficients, level: Level) => {
    if (level !== 0) applied.set(name, ratioOf(levelCoefficients[name][level]));
  };
  addLevel('old_account', targeting.oldAccount);
  addLevel('gifts', targeting.gifts);
  addLevel('rating', targeting.rating);
  return applied;
}

const isApplied: Record<FieldName, (targeting: Targeting) => boolean> = {
  countries: ({ countries }) => countries.length > 0,
  cities: ({ cities }) => cities.length > 0,
  devicestype: ({ deviceTypes }) => deviceTypes.length > 0,
  devicesos: ({ deviceSystems }) => deviceSystems.length > 0,
  has_photo: ({ hasPhoto }) => hasPhoto,
  has_real_photo: ({ hasRealPhoto }) => hasRealPhoto,
  has_username: ({ hasUsername }) => hasUsername,
  has_bio: ({ hasBio }) => hasBio,
  has_first_name: ({ hasFirstName }) => hasFirstName,
  has_ru_name: ({ hasRuName }) => hasRuName,
  has_rus_name: ({ hasRusName }) => hasRusName,
  has_only_cyrillic: ({ hasOnlyCyrillic }) => hasOnlyCyrillic,
  has_fake_check: ({ hasFakeCheck }) => hasFakeCheck,
};

/**
 * The sum over the selected categories of coefficient times the category's share of their summed percentages. All six
 * selected are an average like any other. Categories without any percentage weigh the same.
 */
function averageOfAges(ages: readonly AgeCategory[], percentages: AgePercentages): Ratio {
  const selected = [...new Set(ages)];
  const weights = selected.map((age) => ratioOf(percentages[age]));
  const sum = weights.reduce(addRatios);
  const isWeightless = sum.numerator === 0n;
  const weighted = selected.map((age, index) =>
    multiplyRatios(ratioOf(ageCoefficients[age]), isWeightless ? ONE : (weights[index] ?? ONE)),
  );
  return divideRatios(weighted.reduce(addRatios), isWeightless ? ratioOf(selected.length) : sum);
}
