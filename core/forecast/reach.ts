/**
 * How many of all users an order could be shown to: an estimate for the advertiser who picks its targeting
 * (`decisions.md`, Settled while building).
 *
 * What /filters counts is taken from there. Everything else is measured once a day in a sample of users, by the very
 * rules that choose sponsors. Demands that hang together (names; pictures) are measured together, all others are taken
 * as independent. Users of bots whose quality is too low for the order are left out by the lists that those bots ask for.
 */
import { type FilterLists, traitsOf } from '../audience/index.js';
import {
  ASSUMED_WEIGHT,
  type Filters,
  type FilterValue,
  leastBotQualities,
  type MinBotQuality,
} from '../data/index.js';
import { readOnceADay, readOnceIn } from '../remembered.js';
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
import {
  type Demand,
  type Demands,
  demandsOf,
  FIELD_NAMES,
  type Profile,
  profileOf,
} from '../choosing/index.js';
import { dayNumberOf } from '../days.js';

export type Reach = ReturnType<typeof createReach>;

/** Of either half of the sample (see `AudienceStore.sample`): once a day, and few enough to delay no request. */
const SAMPLE_SIZE = 1_000;

/** Whose lists say how many are made in bots of a quality. */
const DAYS_BACK = 7;
/** Adding it up walks through all bots, whose qualities are read again once a day. */
const AGE_MS = 600_000;

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

/**
 * Which part of all lists is made in bots of at least some quality. The returned function resolves to a share from 0 to 1, by the lists of the last seven days, or of today in the service's
 * first; 1 where there were none. Bots of which nothing is known count as 1, as they do where sponsors are chosen. At most
 * ten minutes old.
 */
function createBotShares(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  const shareOf = async (least: MinBotQuality): Promise<number> => {
    const today = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
    const week = { fromDay: today - DAYS_BACK, toDay: today - 1 };
    for (const range of [week, { fromDay: today, toDay: today }]) {
      const { lists } = await store.forecasts.traffic(range);
      if (lists > 0) return Math.min(1, (await store.forecasts.traffic(range, least)).lists / lists);
    }
    return 1;
  };
  const shares = new Map(
    leastBotQualities.map(({ quality }) => [quality, readOnceIn(clock, AGE_MS, () => shareOf(quality))]),
  );
  return async (least: MinBotQuality) => (least === 0 ? 1 : (shares.get(least)?.() ?? 1));
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
