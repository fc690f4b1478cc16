/** `user_parameters` (`interface.md`): null clears a field, and of `languages` it means all (`decisions.md`, Orders). */
import { type z } from 'zod';
import {
  ageCoefficients,
  fieldCoefficients,
  levelCoefficients,
  type Targeting,
  type TargetingPatch,
} from '../../../core/orders/index.js';
import * as field from '../../fields.js';

type Charged = keyof typeof fieldCoefficients;
type Levelled = keyof typeof levelCoefficients;

/** What a field does to the price, for the API reference: made of the very table that prices are made of. */
const times = (name: Charged) => `Price x${fieldCoefficients[name]}.`;
const timesEach = (table: Readonly<Record<number, string>>) =>
  Object.entries(table)
    .map(([value, coefficient]) => `${value}: x${coefficient}`)
    .join(', ');

/** Ids that /filters shows; whether each is there is checked inside, since the list moves with the audience. */
const ids = (description: string) => field.resettable(field.idList({ description }));
const demand = (name: Charged, description: string) =>
  field.resettable(field.flag({ description: `1 required, 0 indifferent: ${description} ${times(name)}` }));
const level = (name: Levelled, description: string) =>
  field.resettable(
    field.level([0, 1, 2, 3, 4, 5], {
      description: `${description} Default 0. Price ${timesEach(levelCoefficients[name])}.`,
    }),
  );

export const targetingFields = {
  gender: field.resettable(field.choice(['male', 'female', 'all'], { description: 'Default all.' })),
  only_premium: field.resettable(
    field.level([0, 1, 2], { description: '0 any, 1 premium only, 2 non-premium; default 0.' }),
  ),
  languages: ids(
    'Language ids of /filters; default [1,2,3,4,5] (Russian, Uzbek, Kazakh, Ukrainian, Belarusian); null is all languages.',
  ),
  countries: ids(`Country ids of /filters. ${times('countries')}`),
  cities: ids(`City ids of /filters. ${times('cities')}`),
  devicestype: field.resettable(
    field.codeList({
      description: `Kinds of devices of /filters, such as desktop and mobile. ${times('devicestype')}`,
    }),
  ),
  devicesos: ids(`Ids of device systems of /filters. ${times('devicesos')}`),
  ages: ids(
    `Ids of age categories of /filters. Price by category ${timesEach(ageCoefficients)}; of several, the average weighted by their percentages in /filters.`,
  ),
  has_photo: demand('has_photo', 'a profile photo.'),
  has_real_photo: demand('has_real_photo', 'a photo of a person.'),
  has_username: demand('has_username', 'a username.'),
  has_bio: demand('has_bio', 'a bio.'),
  has_first_name: demand('has_first_name', 'a first name.'),
  has_ru_name: demand('has_ru_name', 'a Cyrillic letter in the name.'),
  has_rus_name: demand('has_rus_name', 'a Russian given name.'),
  has_only_cyrillic: demand('has_only_cyrillic', 'a name of Cyrillic letters only.'),
  has_fake_check: demand('has_fake_check', 'passes the anti-fraud check.'),
  old_account: level(
    'old_account',
    'Age of the account: 0 any, 1 at least 2 years, 2 at least 3, 3 at least 5, 4 at least 7, 5 at least 9.',
  ),
  gifts: level(
    'gifts',
    'Gifts: 0 indifferent, 1 at least 1, 2 at least 10, 3 at least 20, 4 at least 50, 5 at least 100.',
  ),
  rating: level(
    'rating',
    'Rating: 0 indifferent, 1 at least 1, 2 at least 2, 3 at least 5, 4 at least 7, 5 at least 10.',
  ),
};

type TargetingInput = z.output<z.ZodObject<typeof targetingFields>>;

export function toTargeting(input: TargetingInput): TargetingPatch {
  return {
    gender: input.gender,
    onlyPremium: input.only_premium,
    languages: input.languages,
    countries: input.countries,
    cities: input.cities,
    // Ids that are not known are refused inside, by their place in the list.
    deviceTypes: input.devicestype as Targeting['deviceTypes'] | null | undefined,
    deviceSystems: input.devicesos,
    ages: input.ages as Targeting['ages'] | null | undefined,
    hasPhoto: input.has_photo,
    hasRealPhoto: input.has_real_photo,
    hasUsername: input.has_username,
    hasBio: input.has_bio,
    hasFirstName: input.has_first_name,
    hasRuName: input.has_ru_name,
    hasRusName: input.has_rus_name,
    hasOnlyCyrillic: input.has_only_cyrillic,
    hasFakeCheck: input.has_fake_check,
    oldAccount: input.old_account,
    gifts: input.gifts,
    rating: input.rating,
  };
}

/** As an order's info shows it: all fields, with empty lists for what is unset, and null for all languages (`interface.md`, Order). */
export function toWireTargeting(targeting: Targeting) {
  return {
    gender: targeting.gender,
    only_premium: targeting.onlyPremium,
    languages: targeting.languages,
    countries: targeting.countries,
    cities: targeting.cities,
    devicestype: targeting.deviceTypes,
    devicesos: targeting.deviceSystems,
    ages: targeting.ages,
    has_photo: Number(targeting.hasPhoto),
    has_real_photo: Number(targeting.hasRealPhoto),
    has_username: Number(targeting.hasUsername),
    has_bio: Number(targeting.hasBio),
    has_first_name: Number(targeting.hasFirstName),
    has_ru_name: Number(targeting.hasRuName),
    has_rus_name: Number(targeting.hasRusName),
    has_only_cyrillic: Number(targeting.hasOnlyCyrillic),
    has_fake_check: Number(targeting.hasFakeCheck),
    old_account: targeting.oldAccount,
    gifts: targeting.gifts,
    rating: targeting.rating,
  };
}
