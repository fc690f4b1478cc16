/** Targeting in the words of an advertiser's request, as cases write it. */
import type { Targeting } from '../../core/terms/rulebook.js';
import { defaultTargeting } from '../../core/terms/targeting.js';

/** The advertisers' names of the fields, and ours. */
export const fields: Record<string, keyof Targeting> = {
  gender: 'gender',
  only_premium: 'onlyPremium',
  languages: 'languages',
  countries: 'countries',
  cities: 'cities',
  devicestype: 'deviceTypes',
  devicesos: 'deviceSystems',
  ages: 'ages',
  has_photo: 'hasPhoto',
  has_real_photo: 'hasRealPhoto',
  has_username: 'hasUsername',
  has_bio: 'hasBio',
  has_first_name: 'hasFirstName',
  has_ru_name: 'hasRuName',
  has_rus_name: 'hasRusName',
  has_only_cyrillic: 'hasOnlyCyrillic',
  has_fake_check: 'hasFakeCheck',
  old_account: 'oldAccount',
  gifts: 'gifts',
  rating: 'rating',
};

/** @throws RangeError for a word that is not in the table: a case must not pass because nothing was demanded */
export function named<Name extends string>(table: Record<string, Name>, word: string): Name {
  const name = table[word];
  if (name === undefined) throw new RangeError(`nothing is called ${word}`);
  return name;
}

export function targetingOf(demand: Record<string, unknown>): Targeting {
  const entries = Object.entries(demand).map(([word, value]): [string, unknown] => {
    const name = named(fields, word);
    return [name, name.startsWith('has') ? value === 1 : value];
  });
  return { ...defaultTargeting(), ...Object.fromEntries(entries) };
}
