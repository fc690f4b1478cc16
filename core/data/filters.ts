/**
 * What /filters shows (`interface.md`, GET /filters; `decisions.md`, Statistics, filters, exclusions): every value that
 * orders and bots may name, with its share among this service's users, smoothed by a prior so that it is never zero.
 */
import { type AgeLabel, ages } from './ages.js';
import { cities, FIRST_FOREIGN_CITY_ID } from './cities.js';
import { countries } from './countries.js';
import { deviceSystems, deviceTypes } from './devices.js';
import { languages } from './languages.js';
import { cityPrior, countryPrior, languagePrior } from './priors.js';
import { adThemes, botThemes, type Theme } from './themes.js';

/** As the wire has it. */
export interface FilterValue<Id extends number | string = number | string> {
  id: Id;
  name: string;
  /** From 0.01 to 100; those of one list sum to exactly 100. */
  percentage: number;
}

/** The wire's `filters`, name by name. */
export interface Filters {
  ads: {
    countries: FilterValue<number>[];
    languages: FilterValue<number>[];
    cities: FilterValue<number>[];
    ages: FilterValue<number>[];
    devicestype: FilterValue<string>[];
    devicesos: FilterValue<number>[];
    forbidden_themes: FilterValue<string>[];
  };
  bots: { forbidden_themes: FilterValue<string>[] };
}

/** The percentages of the age categories as /filters shows them. */
export type AgePercentages = Readonly<Record<AgeLabel['id'], number>>;

/** How many users (or bots, or orders) were counted with each value; what is not counted is left out. */
export interface FilterCounts {
  /** By language code. */
  languages: ReadonlyMap<string, number>;
  countries: ReadonlyMap<number, number>;
  cities: ReadonlyMap<number, number>;
  ages: ReadonlyMap<number, number>;
  deviceTypes: ReadonlyMap<string, number>;
  /** By system name. */
  deviceSystems: ReadonlyMap<string, number>;
  /** Bots, and approved orders, by their own theme; archived ones are not counted. */
  botThemes?: ReadonlyMap<string, number>;
  adThemes?: ReadonlyMap<string, number>;
  /** What users' cities are called, by their ids; used of cities outside our table. */
  cityNames?: ReadonlyMap<number, string>;
}

/** How many counted users weigh as much as the prior. */
export const PRIOR_WEIGHT = 1_000;

/** A list on the wire is bounded; of the cities outside our table the most frequent are shown. */
const MAX_FOREIGN_CITIES = 1_000;

interface Value<Id> {
  id: Id;
  name: string;
  prior: number;
  count: number;
}

export function buildFilters(counts: FilterCounts): Filters {
  const places = countries.map((country) => ({ ...country, prior: countryPrior(country.code) }));
  const tongues = languages.map((language) => ({ ...language, prior: languagePrior(language.code) }));
  return {
    ads: {
      countries: listed(places, counts.countries, byId),
      languages: listed(tongues, counts.languages, ({ code }) => code),
      cities: withPercentages(cityValues(counts)),
      ages: listed(ages, counts.ages, byId),
      devicestype: listed(deviceTypes, counts.deviceTypes, byId),
      devicesos: listed(deviceSystems, counts.deviceSystems, ({ name }) => name),
      forbidden_themes: listed(botThemes.map(themed), counts.botThemes, byId),
    },
    bots: { forbidden_themes: listed(adThemes.map(themed), counts.adThemes, byId) },
  };
}

const byId = <Id>({ id }: { id: Id }): Id => id;
const themed = ({ code, name, weight }: Theme) => ({ id: code, name, prior: weight });

function listed<Row extends Omit<Value<number | string>, 'count'>, Key>(
  rows: readonly Row[],
  counts: ReadonlyMap<Key, number> | undefined,
  keyOf: (row: Row) => Key,
): FilterValue<Row['id']>[] {
  return withPercentages(rows.map((row) => ({ ...row, count: counts?.get(keyOf(row)) ?? 0 })));
}

/** The percentages that weigh the ages' price coefficients: exactly those shown. */
export function agePercentagesOf(filters: Filters): AgePercentages {
  const percentages = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 };
  for (const { id, percentage } of filters.ads.ages) percentages[id as keyof typeof percentages] = percentage;
  return percentages;
}

function cityValues({ cities: counted, cityNames }: FilterCounts): Value<number>[] {
  const countOf = (id: number) => counted.get(id) ?? 0;
  const own = cities.map(({ id, name }) => ({ id, name, prior: cityPrior.get(id) ?? 0, count: countOf(id) }));
  const foreign = [...(cityNames ?? [])]
    .filter(([id]) => id >= FIRST_FOREIGN_CITY_ID)
    .map(([id, name]) => ({ id, name, prior: 0, count: countOf(id) }))
    .toSorted((left, right) => right.count - left.count || left.id - right.id);
  return [...own, ...foreign.slice(0, MAX_FOREIGN_CITIES)];
}

/** Counted shares drawn towards the prior: the more is counted, the less the prior says. */
function withPercentages<Id extends number | string>(values: readonly Value<Id>[]): FilterValue<Id>[] {
  const priors = values.reduce((sum, value) => sum + value.prior, 0);
  const total = values.reduce((sum, value) => sum + value.count, 0);
  const shares = values.map(
    ({ count, prior }) => (count + (PRIOR_WEIGHT * prior) / priors) / (total + PRIOR_WEIGHT),
  );
  const percentages = percentagesOf(shares);
  return values.map(({ id, name }, index) => ({ id, name, percentage: percentages[index] ?? 0 }));
}

/** A hundredth of a percent is the smallest share shown. */
const UNITS = 10_000;

/**
 * Shares that sum to 1, as percentages with two decimals that sum to exactly 100, none of them zero: the smallest get one
 * unit each, the others share the rest in proportion, and what rounding leaves goes to the largest remainders.
 * At most 10 000 shares.
 */
export function percentagesOf(shares: readonly number[]): number[] {
  const exact = liftSmall(shares);
  const units = exact.map(Math.floor);
  const left = UNITS - units.reduce((sum, unit) => sum + unit, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) units[index] = (units[index] ?? 0) + 1;
  return units.map((unit) => unit / 100);
}

/** The shares in units, none below one. Lifting the small ones makes the others smaller, so it goes on until none is. */
function liftSmall(shares: readonly number[]): number[] {
  let scale = UNITS;
  for (;;) {
    const large = shares.filter((share) => share * scale >= 1);
    const sum = large.reduce((total, share) => total + share, 0);
    const next = (UNITS - (shares.length - large.length)) / sum;
    // Rounding of the sum must not look like one more turn.
    if (large.length === 0 || next >= scale - 1e-6)
      return shares.map((share) => Math.max(1, share * Math.min(scale, next)));
    scale = next;
  }
}
