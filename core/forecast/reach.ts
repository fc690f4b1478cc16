/**
 * How many of all users an order could be shown to: an estimate for the advertiser who picks its targeting
 * (`decisions.md`, Settled while building).
 *
 * What /filters counts is taken from there. Everything else is measured once a day in a sample of users, by the very
 * rules that choose sponsors. Demands that hang together (names; pictures) are measured together, all others are taken
 * as independent. Users of bots whose quality is too low for the order are left out by the lists that those bots ask for.
 */
import { type FilterLists, traitsOf } from '../audience/index.js';
import { ASSUMED_WEIGHT, type Filters, type FilterValue } from '../data/index.js';
import { readOnceADay } from '../kept-reading.js';
import {
  choiceNames,
  type ChoiceRow,
  demandNames,
  type DemandRow,
  levelNames,
  type LevelRow,
  listNames,
  type ListName,
  rulebook,
  type Targeting,
  type TargetingName,
} from '../terms/index.js';
import type { Ports } from '../ports.js';
import type { OrderFields } from '../ports/order-store.js';
import { createBotShares } from './bot-shares.js';
import {
  type Demand,
  type Demands,
  demandsOf,
  FIELD_NAMES,
  type Profile,
  profileOf,
} from '../choosing/index.js';

export type Reach = ReturnType<typeof createReach>;

/** Of either half of the sample (see `AudienceStore.sample`): once a day, and few enough to delay no request. */
const SAMPLE_SIZE = 1_000;

type MeasuredName = Exclude<TargetingName, ListName>;

/** Fields that are measured in the sample; what stands together hangs together. */
const groups: readonly (readonly MeasuredName[])[] = groupsOf([
  ...choiceNames,
  ...demandNames,
  ...levelNames,
]);

function groupsOf(names: readonly MeasuredName[]): MeasuredName[][] {
  const grouped = new Map<string, MeasuredName[]>();
  for (const name of names) {
    const { group = name } = measuredRow(name);
    grouped.set(group, [...(grouped.get(group) ?? []), name]);
  }
  return [...grouped.values()];
}

function measuredRow(name: MeasuredName): ChoiceRow | DemandRow | LevelRow {
  return rulebook[name];
}

export function createReach(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  filters: FilterLists,
) {
  const shareOfBots = createBotShares({ store, clock, settings });
  const profilesOf = readOnceADay(clock, settings.SERVICE_TIMEZONE, async (nowMs) => {
    const users = await store.audience.sample(SAMPLE_SIZE);
    return users.map((user): Profile => profileOf(traitsOf(user, nowMs)));
  });

  return {
    /** From 0 to 100: how many of a hundred users an order with these demands could be shown to, as far as can be estimated. */
    percentage: async ({ targeting, minBotQuality }: Pick<OrderFields, 'targeting' | 'minBotQuality'>) => {
      const [lists, profiles, botShare] = await Promise.all([
        filters.all(),
        profilesOf(),
        shareOfBots(minBotQuality),
      ]);
      const demands = demandsOf(targeting);
      const measured = groups.map((group) => shareOfGroup(group, demands, profiles));
      return [botShare, ...countedShares(targeting, lists), ...measured].reduce(
        (product, share) => product * share,
        100,
      );
    },
  };
}

/** From what /filters shows. */
function countedShares(targeting: Targeting, { ads }: Filters): number[] {
  const shareIn = (name: ListName) => shareOf(ads[rulebook[name].filter], targeting[name] ?? []);
  return [
    // A city lies in its country: asking for both narrows by the smaller of the two.
    Math.min(shareIn('countries'), shareIn('cities')),
    ...listNames.filter((name) => name !== 'countries' && name !== 'cities').map(shareIn),
  ];
}

function shareOf(values: readonly FilterValue[], ids: readonly (number | string)[]): number {
  if (ids.length === 0) return 1;
  const chosen = values.filter(({ id }) => ids.includes(id));
  return Math.min(1, chosen.reduce((total, { percentage }) => total + percentage, 0) / 100);
}

/** The share of users that meet the group's demands, among those with all of these traits known; drawn to the assumed share. */
function shareOfGroup(
  group: readonly MeasuredName[],
  demands: Demands,
  profiles: readonly Profile[],
): number {
  const asked = group.flatMap((name) => {
    const field = FIELD_NAMES.indexOf(rulebook[name].wire);
    const demand = demands.find((candidate) => candidate.field === field);
    return demand === undefined ? [] : [{ name, ...demand }];
  });
  if (asked.length === 0) return 1;
  let known = 0;
  let fitting = 0;
  for (const profile of profiles) {
    if (
      asked.some(
        ({ name, field }) => profile[field] === undefined && measuredRow(name).unknownIsNone !== true,
      )
    )
      continue;
    known += 1;
    const fits = asked.every(({ field, accepted }) => {
      const value = profile[field];
      return value !== undefined && accepted.includes(value);
    });
    if (fits) fitting += 1;
  }
  // What hangs together mostly implies one another: the rarest shows how many meet all.
  const assumed = Math.min(...asked.map(({ name, accepted }) => assumedShare(name, accepted)));
  return (fitting + ASSUMED_WEIGHT * assumed) / (known + ASSUMED_WEIGHT);
}

function assumedShare(name: MeasuredName, accepted: Demand['accepted']): number {
  const row = measuredRow(name);
  if (row.kind === 'demand') return row.assumedShare;
  // A level accepts itself and those above it, up to the fifth.
  if (row.kind === 'level') return row.assumedShares[5 - accepted.length] ?? 0;
  const choice = row.choices.find((each) => row.accepts[each] === accepted[0]);
  return choice === undefined ? 1 : (row.assumedShares[choice] ?? 1);
}
