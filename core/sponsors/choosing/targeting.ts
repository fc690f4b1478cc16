/**
 * Whom an order accepts, field by field (`decisions.md`, Orders: fields are ANDed, values of a field ORed; Targeting
 * traits: unknown never matches a demand).
 *
 * Every field has the same form: the values that an order accepts, and the one value that the user has. The index is
 * built over exactly these rules, and the plain comparison below explains it.
 */
import { ASSUMED_LANGUAGE, type UserTraits } from '../../audience/index.js';
import { isDefaultAudience, type Targeting } from '../../orders/index.js';
import type { Refusal } from './refusals.js';

export type TraitValue = string | number | boolean;

interface FieldRule {
  name: string;
  /** What an order accepts; null is anybody, also those of whom nothing is known. */
  accepted(targeting: Targeting): readonly TraitValue[] | null;
  /** What the user is; undefined is unknown. */
  value(traits: UserTraits): TraitValue | undefined;
  /** Only a visit to one of our pages can tell (`decisions.md`, Smart link). */
  toldByVisit?: 'device' | 'place';
}

const some = <Value extends TraitValue>(values: readonly Value[]) => (values.length === 0 ? null : values);
const required = (isRequired: boolean) => (isRequired ? YES : null);
/** Whoever reaches a level reaches those below it. */
const atLeast = (level: number) => (level === 0 ? null : LEVELS.filter((reached) => reached >= level));

/** The default audience takes those of whom its languages are only assumed; an order that names its own wants to know. */
function acceptedLanguages({ languages }: Targeting): readonly TraitValue[] | null {
  return languages !== null && isDefaultAudience(languages) ? [...languages, ASSUMED_LANGUAGE] : languages;
}

const YES = [true] as const;
const NO = [false] as const;
const LEVELS = [1, 2, 3, 4, 5] as const;

/** Under the advertisers' own names for them (`interface.md`, user_parameters). */
const rules = [
  {
    name: 'gender',
    accepted: ({ gender }) => (gender === 'all' ? null : [gender]),
    value: ({ gender }) => gender,
  },
  {
    name: 'only_premium',
    accepted: ({ onlyPremium }) => (onlyPremium === 0 ? null : onlyPremium === 1 ? YES : NO),
    value: ({ isPremium }) => isPremium,
  },
  { name: 'languages', accepted: acceptedLanguages, value: ({ languageId }) => languageId },
  { name: 'ages', accepted: ({ ages }) => some(ages), value: ({ age }) => age },
  { name: 'has_photo', accepted: (from) => required(from.hasPhoto), value: (user) => user.hasPhoto },
  {
    name: 'has_real_photo',
    accepted: (from) => required(from.hasRealPhoto),
    value: (user) => user.hasRealPhoto,
  },
  { name: 'has_username', accepted: (from) => required(from.hasUsername), value: (user) => user.hasUsername },
  { name: 'has_bio', accepted: (from) => required(from.hasBio), value: (user) => user.hasBio },
  {
    name: 'has_first_name',
    accepted: (from) => required(from.hasFirstName),
    value: (user) => user.hasFirstName,
  },
  { name: 'has_ru_name', accepted: (from) => required(from.hasRuName), value: (user) => user.hasRuName },
  { name: 'has_rus_name', accepted: (from) => required(from.hasRusName), value: (user) => user.hasRusName },
  {
    name: 'has_only_cyrillic',
    accepted: (from) => required(from.hasOnlyCyrillic),
    value: (user) => user.hasOnlyCyrillic,
  },
  { name: 'old_account', accepted: (from) => atLeast(from.oldAccount), value: (user) => user.accountLevel },
  { name: 'gifts', accepted: (from) => atLeast(from.gifts), value: (user) => user.giftsLevel },
  { name: 'rating', accepted: (from) => atLeast(from.rating), value: (user) => user.ratingLevel },
  {
    name: 'countries',
    accepted: ({ countries }) => some(countries),
    value: ({ countryId }) => countryId,
    toldByVisit: 'place',
  },
  {
    name: 'cities',
    accepted: ({ cities }) => some(cities),
    value: ({ cityId }) => cityId,
    toldByVisit: 'place',
  },
  {
    name: 'devicestype',
    accepted: ({ deviceTypes }) => some(deviceTypes),
    value: ({ deviceType }) => deviceType,
    toldByVisit: 'device',
  },
  {
    name: 'devicesos',
    accepted: ({ deviceSystems }) => some(deviceSystems),
    value: ({ deviceSystemId }) => deviceSystemId,
    toldByVisit: 'device',
  },
  {
    name: 'has_fake_check',
    accepted: (from) => required(from.hasFakeCheck),
    value: (user) => user.passesFakeCheck,
    toldByVisit: 'device',
  },
] as const satisfies readonly FieldRule[];

export type TargetingField = (typeof rules)[number]['name'];

/** A field in which an order does not accept anybody, by its place in the rules. */
export interface Demand {
  field: number;
  accepted: readonly TraitValue[];
}

/** In the order of the rules. */
export type Demands = readonly Demand[];

/** What a user is in each field, in the order of the rules; undefined is unknown. */
export type Profile = readonly (TraitValue | undefined)[];

export const FIELD_COUNT = rules.length;

/** In the order of the rules. */
export const FIELD_NAMES: readonly TargetingField[] = rules.map(({ name }) => name);

export function demandsOf(targeting: Targeting): Demands {
  const demands = rules.flatMap((rule: FieldRule, field): Demand[] => {
    const accepted = rule.accepted(targeting);
    return accepted === null ? [] : [{ field, accepted }];
  });
  // A list that has grown keeps room to grow on; a hundred thousand of them are kept.
  return demands.slice();
}

export function profileOf(traits: UserTraits): Profile {
  return rules.map((rule: FieldRule) => rule.value(traits));
}

/**
 * The fields that are unknown of this user and that a visit would tell.
 * @param placesCanBeTold a database of places is there to look addresses up in
 */
export function toldByVisit(profile: Profile, placesCanBeTold: boolean): ReadonlySet<number> {
  const isTold = ({ toldByVisit: told }: FieldRule) =>
    told === 'device' || (told === 'place' && placesCanBeTold);
  const fields = rules.flatMap((rule, index) =>
    profile[index] === undefined && isTold(rule) ? [index] : [],
  );
  return new Set(fields);
}

/**
 * The first field in which the user is not one of those whom an order is for; null when they are.
 * @param assumed fields that count as fitting
 */
export function refuseTraits(
  demands: Demands,
  profile: Profile,
  assumed: ReadonlySet<number> | null,
): Refusal | null {
  for (const { field, accepted } of demands) {
    if (assumed?.has(field) === true) continue;
    const value = profile[field];
    if (value === undefined) return `${nameOf(field)}_unknown`;
    if (!accepted.includes(value)) return nameOf(field);
  }
  return null;
}

function nameOf(field: number): TargetingField {
  const rule = rules[field];
  if (rule === undefined) throw new RangeError('no such field');
  return rule.name;
}
