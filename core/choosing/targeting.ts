/**
 * The users that an order accepts, field by field (`decisions.md`, Orders: fields are ANDed, values of a field ORed; Targeting
 * traits: unknown never matches a demand).
 *
 * Every field of the rulebook has the same form here: the values that an order accepts, and the one value that the user
 * has. The index is built over exactly these, and the plain comparison below explains it.
 */
import {
  type AnyRow,
  ASSUMED_LANGUAGE,
  isDefaultAudience,
  type Level,
  levels,
  type Rulebook,
  rulebook,
  type Targeting,
  type TargetingName,
  targetingNames,
  type TraitValue,
  type UserTraits,
} from '../terms/index.js';
import type { IneligibilityReason } from './ineligibility-reasons.js';

/** What only a visit shows is compared last: of users who made none it is unknown. */
const isShownByVisit = (name: TargetingName) => rowOf(name).shownByVisit !== undefined;
const names = [
  ...targetingNames.filter((name) => !isShownByVisit(name)),
  ...targetingNames.filter(isShownByVisit),
];

function rowOf(name: TargetingName): AnyRow {
  return rulebook[name];
}

/** Under the advertisers' own names for them (`interface.md`, user_parameters). */
export type TargetingField = Rulebook[TargetingName]['wire'];

/** What an order accepts in a field; null is anybody, also users about which nothing is known. */
function acceptedIn(name: TargetingName, targeting: Targeting): readonly TraitValue[] | null {
  const row = rowOf(name);
  const value = targeting[name];
  if (row.kind === 'demand') return value === true ? [true] : null;
  // A user who reaches a level reaches those below it.
  if (row.kind === 'level')
    return value === 0 ? null : levels.filter((reached) => reached >= (value as Level));
  if (row.kind === 'list') return acceptedValues(name, value as readonly TraitValue[] | null);
  const accepted = row.accepts[value as string | number];
  return accepted === undefined ? null : [accepted];
}

/** The default audience takes users whose language is only assumed; an order that names its own wants to know. */
function acceptedValues(
  name: TargetingName,
  values: readonly TraitValue[] | null,
): readonly TraitValue[] | null {
  if (values === null || values.length === 0) return null;
  const isAssumed = name === 'languages' && isDefaultAudience(values as readonly number[]);
  return isAssumed ? [...values, ASSUMED_LANGUAGE] : values;
}

/** A field in which an order does not accept anybody, by its place in the rules. */
export interface Demand {
  field: number;
  accepted: readonly TraitValue[];
}

/** In the order of the rules. */
export type Demands = readonly Demand[];

/** What a user is in each field, in the order of the rules; undefined is unknown. */
export type Profile = readonly (TraitValue | undefined)[];

export const FIELD_COUNT = names.length;

/** In the order of the rules. */
export const FIELD_NAMES: readonly TargetingField[] = names.map((name) => rulebook[name].wire);

export function demandsOf(targeting: Targeting): Demands {
  const demands = names.flatMap((name, field): Demand[] => {
    const accepted = acceptedIn(name, targeting);
    return accepted === null ? [] : [{ field, accepted }];
  });
  // A list that has grown keeps room to grow on; a hundred thousand of them are kept.
  return demands.slice();
}

/** In the order of the rules. */
const traitNames = names.map((name) => rulebook[name].trait);

export function profileOf(traits: UserTraits): Profile {
  return traitNames.map((trait) => traits[trait]);
}

/**
 * The fields that are unknown of this user and that a visit would show.
 * @param hasPlaces a database of places is there to look addresses up in
 */
export function shownByVisit(profile: Profile, hasPlaces: boolean): ReadonlySet<number> {
  const isShown = ({ shownByVisit: source }: AnyRow) =>
    source === 'device' || (source === 'place' && hasPlaces);
  const fields = names.flatMap((name, index) =>
    profile[index] === undefined && isShown(rowOf(name)) ? [index] : [],
  );
  return new Set(fields);
}

/**
 * The first field in which the user is not in the order's audience; null when they are.
 * @param assumed fields that count as fitting
 */
export function refuseTraits(
  demands: Demands,
  profile: Profile,
  assumed: ReadonlySet<number> | null,
): IneligibilityReason | null {
  for (const { field, accepted } of demands) {
    if (assumed?.has(field) === true) continue;
    const value = profile[field];
    if (value === undefined) return `${nameOf(field)}_unknown`;
    if (!accepted.includes(value)) return nameOf(field);
  }
  return null;
}

function nameOf(field: number): TargetingField {
  const name = FIELD_NAMES[field];
  if (name === undefined) throw new RangeError('no such field');
  return name;
}
