/**
 * What an order asks for, as lines of its report: under the names of the interface where it has them (`user_parameters`,
 * `order_schedule`), with values that a person reads. What is indifferent is left out.
 */
import {
  demandNames,
  type FlagField,
  flagNames,
  levelNames,
  type ListName,
  orderFields,
  rulebook,
} from '../terms/index.js';
import type { Order } from '../ports/order-store.js';
import type { ReportNames } from './names.js';
import type { SummaryLine } from '../ports/workbooks.js';
import { line } from './summary-line.js';

type Id = number | string;
type Named = readonly { id: Id; name: string }[];

const NO_LINE: readonly SummaryLine[] = [];

/**
 * @param cityNames names of cities outside our own table, by their ids
 * @param names of what it may name, in the reader's language
 */
export function targetingLines(
  { targeting }: Order,
  cityNames: ReadonlyMap<number, string>,
  names: ReportNames,
): readonly SummaryLine[] {
  const foreign = [...cityNames].map(([id, name]) => ({ id, name }));
  const { countries, cities, deviceTypes, deviceSystems, ages } = names;
  const named: Readonly<Record<Exclude<ListName, 'languages'>, Named>> = {
    countries,
    cities: [...cities, ...foreign],
    deviceTypes,
    deviceSystems,
    ages,
  };
  const lists = (Object.keys(named) as (keyof typeof named)[]).map((name): [string, string] => [
    rulebook[name].wire,
    namesOf(targeting[name], named[name]),
  ]);
  const demands = demandNames
    .filter((name) => targeting[name])
    .map((name) => line(rulebook[name].wire, 'yes'));
  const reached = levelNames
    .filter((name) => targeting[name] > 0)
    .map((name) => line(rulebook[name].wire, targeting[name], 'count'));
  const premium = premiumNames[targeting.onlyPremium];
  return [
    line('gender', targeting.gender),
    line('languages', targeting.languages === null ? 'all' : namesOf(targeting.languages, names.languages)),
    ...lists.filter(([, value]) => value !== '').map(([name, value]) => line(name, value)),
    ...(premium === null ? NO_LINE : [line('only_premium', premium)]),
    ...reached,
    ...demands,
  ];
}

const premiumNames = [null, 'premium only', 'without premium'] as const;

/** When the order is shown. */
export function scheduleLines({ schedule, isLite, subSpeed }: Order): readonly SummaryLine[] {
  const { startAtMs, startTimeSeconds, endTimeSeconds, excludedDays } = schedule;
  const isAllDay = startTimeSeconds === null && endTimeSeconds === null;
  const hours = isAllDay ? 'all day' : `${clock(startTimeSeconds)}-${clock(endTimeSeconds)}`;
  return [
    startAtMs === null ? line('start_datetime', 'at once') : line('start_datetime', startAtMs, 'moment'),
    line('start_time, end_time', hours),
    line(
      'excluded_days',
      excludedDays.length === 0 ? 'none' : excludedDays.map((day) => weekdays[day - 1]).join(', '),
    ),
    line('is_lite', isLite ? 'spread over the day' : 'as fast as possible'),
    ...(isLite && subSpeed !== null ? [line('sub_speed, an hour', subSpeed, 'count')] : NO_LINE),
  ];
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** A missing start or end is midnight. */
function clock(seconds: number | null): string {
  const minutes = Math.floor((seconds ?? 0) / 60);
  const digits = (count: number) => String(count).padStart(2, '0');
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** In which bots it is shown, and what it and they are about. */
export function placementLines(order: Order, names: ReportNames): readonly SummaryLine[] {
  const { places, theme, forbiddenThemes, minBotQuality } = order;
  return [
    line('places', placeNames[places]),
    ...flagLines(order),
    line('theme', theme === null ? 'none' : namesOf([theme], names.adThemes)),
    line(
      'forbidden_themes',
      forbiddenThemes.length === 0 ? 'none' : namesOf(forbiddenThemes, names.botThemes),
    ),
    ...(minBotQuality === 0 ? NO_LINE : [line('min_bot_quality', String(minBotQuality))]),
  ];
}

/** What is about one's own bots is left out where it is not shown in them. */
function flagLines(order: Order): readonly SummaryLine[] {
  return flagNames.flatMap((name) => {
    const row: FlagField = orderFields[name];
    if (row.report === null || (row.report.ownBotsOnly && order.places === 1)) return NO_LINE;
    return line(row.wire, order[name] ? row.report.on : row.report.off);
  });
}

const placeNames = ['own bots', 'other bots', 'own and other bots'] as const;

/** What has no name any more stands by its id. */
function namesOf(ids: readonly Id[], named: Named): string {
  return ids.map((id) => named.find((one) => one.id === id)?.name ?? String(id)).join(', ');
}
