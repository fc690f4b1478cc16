import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageLabel,
  agePercentagesOf,
  ages,
  buildFilters,
  cities,
  cityNamed,
  countries,
  countryOfCode,
  deviceSystems,
  deviceTypes,
  languageIdOf,
  languages,
  type FilterCounts,
  type Filters,
} from '../../core/data/index.js';
import { percentagesOf, PRIOR_WEIGHT } from '../../core/data/filters.js';

const nobody: FilterCounts = {
  languages: new Map(),
  countries: new Map(),
  cities: new Map(),
  ages: new Map(),
  deviceTypes: new Map(),
  deviceSystems: new Map(),
};

const listsOf = (filters: Filters) =>
  [...Object.entries(filters.ads), ['bots', filters.bots.forbidden_themes]] as [
    string,
    { id: number | string; name: string; percentage: number }[],
  ][];

/** Percentages in hundredths, so that they add up exactly. */
const hundredths = (values: readonly { percentage: number }[]) =>
  values.reduce((sum, { percentage }) => sum + Math.round(percentage * 100), 0);

describe('the tables', () => {
  it('hold the countries of ISO 3166-1 by their numeric codes', () => {
    expect(countries).toHaveLength(249);
    expect(countryOfCode('RU')).toMatchObject({ id: 643, name: 'Russia' });
    expect(countryOfCode('KZ')).toMatchObject({ id: 398, name: 'Kazakhstan' });
    expect(countryOfCode('AF')?.id).toBe(4);
    expect(countryOfCode('XX')).toBeUndefined();
  });

  it('hold the documented languages first, then the rest', () => {
    expect(languages.slice(0, 5).map(({ id, name }) => `${String(id)} ${name}`)).toEqual([
      '1 Russian',
      '2 Uzbek',
      '3 Kazakh',
      '4 Ukrainian',
      '5 Belarusian',
    ]);
    expect(languages.length).toBeGreaterThan(180);
    expect(languages.map(({ id }) => id)).toEqual(languages.map((_, index) => index + 1));
  });

  it.each([
    ['ru', 1],
    ['RU', 1],
    ['uz-Cyrl', 2],
    ['kk', 3],
    ['uk_UA', 4],
    ['be', 5],
    ['', undefined],
    ['xx', undefined],
    ['c', undefined],
  ])('language code %j is %s', (code, id) => {
    expect(languageIdOf(code)).toBe(id);
  });

  it('know old and new codes of one language as one', () => {
    expect(languageIdOf('iw')).toBe(languageIdOf('he'));
    expect(languageIdOf('in')).toBe(languageIdOf('id'));
    expect(languageIdOf('pt-BR')).toBe(languageIdOf('pt'));
    expect(languageIdOf('he')).toBeDefined();
  });

  it.each([
    ['language', languages],
    ['country', countries],
  ])('name each %s by a name that no other has', (_, rows) => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.filter(({ code, name }) => name === code)).toEqual([]);
  });

  it('hold a few hundred cities, each in a country, each id once', () => {
    expect(cities.length).toBeGreaterThanOrEqual(300);
    expect(new Set(cities.map(({ id }) => id)).size).toBe(cities.length);
    for (const city of cities) {
      expect(
        countries.some(({ id }) => id === city.countryId),
        city.name,
      ).toBe(true);
      expect(city.population).toBeGreaterThan(10_000);
      expect(cityNamed(city.countryId, city.name), city.name).toBe(city);
    }
  });

  it.each([
    ['RU', 'Nizhniy Novgorod', 'Nizhny Novgorod'],
    ['RU', 'Rostov-na-Donu', 'Rostov-on-Don'],
    ['RU', 'Yoshkar-Ola', 'Yoshkar-Ola'],
    ['UA', 'Kiev', 'Kyiv'],
    ['PL', 'Łódź', 'Lodz'],
    ['BR', 'São Paulo', 'Sao Paulo'],
    ['UZ', 'Qo‘qon', 'Kokand'],
    ['US', 'New York', 'New York'],
  ])('in %s, %s is found as %s', (code, spelling, name) => {
    expect(cityNamed(countryOfCode(code)?.id ?? 0, spelling)?.name).toBe(name);
  });

  it('do not mix cities of one name in two countries', () => {
    expect(cityNamed(countryOfCode('CR')?.id ?? 0, 'San Jose')?.id).not.toBe(
      cityNamed(countryOfCode('US')?.id ?? 0, 'San Jose')?.id,
    );
  });

  it('label ages in one way', () => {
    expect(ages.map(({ id, name }) => `${String(id)}: ${name}`)).toEqual([
      '1: under 10',
      '2: 11-13',
      '3: 14-15',
      '4: 16-17',
      '5: 18-24',
      '6: 25 and older',
    ]);
    expect([ageLabel(0), ageLabel(4), ageLabel(7)]).toEqual(['undetermined', '16-17', 'undetermined']);
  });

  it('hold the documented devices and systems', () => {
    expect(deviceTypes.map(({ id }) => id).toSorted()).toEqual(['desktop', 'mobile', 'tablet']);
    expect(deviceSystems.map(({ name }) => name)).toEqual(['Android', 'iOS', 'Mac OS', 'Windows']);
  });
});

describe('/filters', () => {
  const lists = listsOf(buildFilters(nobody));

  it.each(lists)('%s: every value once, with a name and a share, together 100 percent', (_, values) => {
    expect(values.length).toBeGreaterThan(2);
    expect(new Set(values.map(({ id }) => id)).size).toBe(values.length);
    expect(new Set(values.map(({ name }) => name)).size).toBeGreaterThan(values.length * 0.99);
    expect(hundredths(values)).toBe(10_000);
    for (const { name, percentage } of values) {
      expect(name).toMatch(/^\S/);
      expect(percentage).toBeGreaterThanOrEqual(0.01);
    }
  });

  it('has names of its ids without spaces or capitals where they are codes', () => {
    const filters = buildFilters(nobody);
    for (const { id } of [...filters.ads.forbidden_themes, ...filters.bots.forbidden_themes]) {
      expect(id).toMatch(/^[a-z_]{2,32}$/);
    }
  });

  it('shows the prior while nobody was counted', () => {
    expect(agePercentagesOf(buildFilters(nobody))).toEqual({ 1: 2, 2: 6, 3: 10, 4: 14, 5: 33, 6: 35 });
  });

  it('is halfway between prior and counts when as many were counted as the prior weighs', () => {
    const counted = buildFilters({ ...nobody, ages: new Map([[4, PRIOR_WEIGHT]]) });
    expect(agePercentagesOf(counted)).toEqual({ 1: 1, 2: 3, 3: 5, 4: 57, 5: 16.5, 6: 17.5 });
  });

  it('shows what was counted when many were', () => {
    const systems = new Map([
      ['Android', 600_000],
      ['iOS', 400_000],
    ]);
    const [android, ios, mac] = buildFilters({ ...nobody, deviceSystems: systems }).ads.devicesos;
    expect(android?.percentage).toBeCloseTo(60, 1);
    expect(ios?.percentage).toBeCloseTo(40, 1);
    expect(mac?.percentage).toBe(0.01);
  });

  it('shows cities of the operator’s database that users were met in, and no numbers that could be ours', () => {
    const { cities: shown } = buildFilters({
      ...nobody,
      cities: new Map([[3_067_696, 40]]),
      cityNames: new Map([
        [3_067_696, 'Kladno'],
        [17, 'Not a number of that database'],
      ]),
    }).ads;
    expect(shown.find(({ id }) => id === 3_067_696)?.name).toBe('Kladno');
    expect(shown).toHaveLength(cities.length + 1);
    expect(hundredths(shown)).toBe(10_000);
  });
});

describe('percentages', () => {
  it('sum to exactly 100, are never zero, and keep the order of the shares', () => {
    const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 2_000 });
    fc.assert(
      fc.property(weights, (given) => {
        const sum = given.reduce((total, weight) => total + weight, 0);
        fc.pre(sum > 1e-9);
        const shares = given.map((weight) => weight / sum);
        const percentages = percentagesOf(shares);
        expect(hundredths(percentages.map((percentage) => ({ percentage })))).toBe(10_000);
        expect(Math.min(...percentages)).toBeGreaterThanOrEqual(0.01);
        const order = shares.map((share, index) => ({ share, percentage: percentages[index] ?? 0 }));
        const ascending = order.toSorted((a, b) => a.share - b.share);
        for (const [index, { percentage }] of ascending.entries()) {
          // One unit of rounding may swap neighbours that are alike.
          expect(percentage - (ascending[index - 1]?.percentage ?? 0)).toBeGreaterThan(-0.011);
        }
      }),
    );
  });
});
