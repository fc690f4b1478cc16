/**
 * How many of all users an order could be shown to: an estimate for whoever picks its targeting (`decisions.md`,
 * Settled while building).
 *
 * What /filters counts is taken from there. Everything else is measured once a day in a sample of users, by the very
 * rules that choose sponsors. Demands that hang together (names; pictures) are measured together, all others are taken
 * as independent.
 */
import { traitsOf } from '../audience/index.js';
import {
  ASSUMED_WEIGHT,
  assumedLevels,
  assumedShares,
  type Filters,
  type FilterValue,
} from '../data/index.js';
import { dayNumberOf } from '../days.js';
import type { Targeting } from '../orders/index.js';
import type { EndUser, Ports } from '../ports.js';
import {
  type Demand,
  type Demands,
  demandsOf,
  FIELD_NAMES,
  type Profile,
  profileOf,
  type TargetingField,
} from './choosing/index.js';

export interface Reach {
  /** From 0 to 100: how many of a hundred users suit this targeting, as far as can be estimated. */
  percentage(targeting: Targeting): Promise<number>;
}

/** Of either half of the sample (see `AudienceStore.sample`): once a day, and few enough to hold up nobody. */
const SAMPLE_SIZE = 1_000;

/** Fields that are measured in the sample; what stands together hangs together. */
const groups: readonly (readonly MeasuredField[])[] = [
  ['gender'],
  ['only_premium'],
  ['has_photo', 'has_real_photo'],
  ['has_username'],
  ['has_bio'],
  ['has_first_name', 'has_ru_name', 'has_rus_name', 'has_only_cyrillic'],
  ['has_fake_check'],
  ['old_account'],
  ['gifts'],
  ['rating'],
];

type MeasuredField = keyof typeof assumedShares | keyof typeof assumedLevels;

/** Nobody tells "none" from "not said", and whoever comes without one is not shown the order. */
const unknownIsNone: ReadonlySet<TargetingField> = new Set(['has_username', 'has_first_name']);

export function createReach(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  filters: { all(): Promise<Filters> },
): Reach {
  let current: { day: number; profiles: Promise<readonly Profile[]> } | null = null;

  const profilesOf = (): Promise<readonly Profile[]> => {
    const nowMs = clock.now();
    const day = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
    if (current?.day === day) return current.profiles;
    const profiles = store.audience
      .sample(SAMPLE_SIZE)
      .then((users) => users.map((user: EndUser) => profileOf(traitsOf(user, nowMs))));
    const read = { day, profiles };
    current = read;
    // A sample that could not be read is not kept: the next caller tries again.
    profiles.catch(() => {
      if (current === read) current = null;
    });
    return profiles;
  };

  return {
    percentage: async (targeting) => {
      const [lists, profiles] = await Promise.all([filters.all(), profilesOf()]);
      const demands = demandsOf(targeting);
      const measured = groups.map((group) => shareOfGroup(group, demands, profiles));
      return [...countedShares(targeting, lists), ...measured].reduce(
        (product, share) => product * share,
        100,
      );
    },
  };
}

/** From what /filters shows. */
function countedShares(targeting: Targeting, { ads }: Filters): number[] {
  return [
    // A city lies in its country: asking for both narrows by the smaller of the two.
    Math.min(shareOf(ads.countries, targeting.countries), shareOf(ads.cities, targeting.cities)),
    shareOf(ads.languages, targeting.languages ?? []),
    shareOf(ads.ages, targeting.ages),
    shareOf(ads.devicestype, targeting.deviceTypes),
    shareOf(ads.devicesos, targeting.deviceSystems),
  ];
}

function shareOf(values: readonly FilterValue[], ids: readonly (number | string)[]): number {
  if (ids.length === 0) return 1;
  const chosen = values.filter(({ id }) => ids.includes(id));
  return Math.min(1, chosen.reduce((total, { percentage }) => total + percentage, 0) / 100);
}

/** Of the users of whom all that is demanded of the group can be told, those that meet it; drawn to what is assumed. */
function shareOfGroup(
  group: readonly MeasuredField[],
  demands: Demands,
  profiles: readonly Profile[],
): number {
  const asked = group.flatMap((name) => {
    const field = FIELD_NAMES.indexOf(name);
    const demand = demands.find((candidate) => candidate.field === field);
    return demand === undefined ? [] : [{ name, ...demand }];
  });
  if (asked.length === 0) return 1;
  let known = 0;
  let fitting = 0;
  for (const profile of profiles) {
    if (asked.some(({ name, field }) => profile[field] === undefined && !unknownIsNone.has(name))) continue;
    known += 1;
    const fits = asked.every(({ field, accepted }) => {
      const value = profile[field];
      return value !== undefined && accepted.includes(value);
    });
    if (fits) fitting += 1;
  }
  // What hangs together mostly implies one another: the rarest tells how many meet all.
  const assumed = Math.min(...asked.map(({ name, accepted }) => assumedShare(name, accepted)));
  return (fitting + ASSUMED_WEIGHT * assumed) / (known + ASSUMED_WEIGHT);
}

function assumedShare(name: MeasuredField, accepted: Demand['accepted']): number {
  // A level accepts itself and those above it, up to the fifth.
  if (name in assumedLevels)
    return assumedLevels[name as keyof typeof assumedLevels][5 - accepted.length] ?? 0;
  const share = assumedShares[name as keyof typeof assumedShares];
  return name === 'only_premium' && accepted[0] === false ? 1 - share : share;
}
