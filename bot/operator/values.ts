/** What people pick from, by its names in their language: /filters is English. Cities keep the names of their table. */
import { countries, type Filters, type FilterValue, languages } from '../../core/data/index.js';
import type { Reader } from './context.js';
import type { Words } from '../words.js';

/** Named once for each language, until the figures are counted again. */
const named = new WeakMap<Filters, Map<string, Filters>>();

const countryCodes = new Map(countries.map(({ id, code }) => [id, code]));
const languageCodes = new Map(languages.map(({ id, code }) => [id, code]));

export async function namedFilters({ service, words }: Omit<Reader, 'accountId'>): Promise<Filters> {
  const filters = await service.filters.all();
  const byLanguage = named.get(filters) ?? new Map<string, Filters>();
  named.set(filters, byLanguage);
  const known = byLanguage.get(words.language);
  if (known !== undefined) return known;
  const translated = translate(filters, words);
  byLanguage.set(words.language, translated);
  return translated;
}

/** Themes of orders are what bots can exclude, and the other way round: /filters lists each where it is excluded. */
export async function themesOf(
  reader: Omit<Reader, 'accountId'>,
  whose: 'order' | 'bot',
): Promise<readonly FilterValue<string>[]> {
  const { ads, bots } = await namedFilters(reader);
  return whose === 'order' ? bots.forbidden_themes : ads.forbidden_themes;
}

function translate({ ads, bots }: Filters, words: Words): Filters {
  const theme = ({ id }: FilterValue<string>) => words.text(`theme-${id}`);
  // In English the names of /filters stand as they are.
  const isEnglish = words.language === 'en';
  const region = new Intl.DisplayNames(words.language, { type: 'region' });
  const tongue = new Intl.DisplayNames(words.language, { type: 'language' });
  return {
    ads: {
      ...ads,
      countries: rename(ads.countries, ({ id, name }) =>
        isEnglish ? name : (region.of(countryCodes.get(id) ?? '') ?? name),
      ),
      languages: rename(ads.languages, ({ id, name }) =>
        isEnglish ? name : (tongue.of(languageCodes.get(id) ?? '') ?? name),
      ),
      ages: rename(ads.ages, ({ id }) => words.text(`block-age-${String(id)}`)),
      devicestype: rename(ads.devicestype, ({ id }) => words.text(`device-${id}`)),
      forbidden_themes: rename(ads.forbidden_themes, theme),
    },
    bots: { forbidden_themes: rename(bots.forbidden_themes, theme) },
  };
}

function rename<Id extends number | string>(
  values: readonly FilterValue<Id>[],
  nameOf: (value: FilterValue<Id>) => string,
): FilterValue<Id>[] {
  return values.map((value) => ({ ...value, name: nameOf(value) }));
}

/** The list with this value put in at its end, or taken out. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}
