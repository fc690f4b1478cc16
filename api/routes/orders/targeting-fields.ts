/** `user_parameters` (`interface.md`): null clears a field, and of `languages` it means all (`decisions.md`, Orders). */
import { type z } from 'zod';
import type { Targeting, TargetingPatch } from '../../../core/orders/index.js';
import * as field from '../../fields.js';

/** Ids that /filters shows; whether each is there is checked inside, since the list moves with the audience. */
const ids = (description: string) => field.resettable(field.idList({ description }));
const demand = (description: string) =>
  field.resettable(field.flag({ description: `1 required, 0 indifferent: ${description}` }));
const level = (description: string) => field.resettable(field.level([0, 1, 2, 3, 4, 5], { description }));

export const targetingFields = {
  gender: field.resettable(field.choice(['male', 'female', 'all'], { description: 'Default all.' })),
  only_premium: field.resettable(
    field.level([0, 1, 2], { description: '0 any, 1 premium only, 2 non-premium; default 0.' }),
  ),
  languages: ids('Language ids; default [1,2,3,4,5]; null is all languages.'),
  countries: ids('Country ids.'),
  cities: ids('City ids.'),
  devicestype: field.resettable(
    field.codeList({ description: 'Kinds of devices, such as desktop and mobile.' }),
  ),
  devicesos: ids('Ids of device systems.'),
  ages: ids('Ids of age categories.'),
  has_photo: demand('a profile photo.'),
  has_real_photo: demand('a photo of a person.'),
  has_username: demand('a username.'),
  has_bio: demand('a bio.'),
  has_first_name: demand('a first name.'),
  has_ru_name: demand('a Cyrillic letter in the name.'),
  has_rus_name: demand('a Russian given name.'),
  has_only_cyrillic: demand('a name of Cyrillic letters only.'),
  has_fake_check: demand('passes the anti-fraud check.'),
  old_account: level('Age of the account: 0 any, 1 two years, 2 three, 3 five, 4 seven, 5 nine or more.'),
  gifts: level('Gifts: 0 indifferent, 1 at least 1, 2 10, 3 20, 4 50, 5 100.'),
  rating: level('Rating: 0 indifferent, 1 at least 1, 2 2, 3 5, 4 7, 5 10.'),
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

/** As an order's info shows it: all fields, with empty lists for what is unset (`interface.md`, Order). */
export function toWireTargeting(targeting: Targeting) {
  return {
    gender: targeting.gender,
    only_premium: targeting.onlyPremium,
    languages: targeting.languages ?? [],
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
