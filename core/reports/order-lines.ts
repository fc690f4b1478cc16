/**
 * What an order asks for, as lines of its report: under the names of the interface where it has them (`user_parameters`,
 * `order_schedule`), with values that a person reads. What is indifferent is left out.
 */
import type { Order } from '../ports.js';
import type { ReportNames } from './names.js';
import { line, type SummaryLine } from './summary-line.js';

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
  const demands: [string, boolean][] = [
    ['has_photo', targeting.hasPhoto],
    ['has_real_photo', targeting.hasRealPhoto],
    ['has_username', targeting.hasUsername],
    ['has_bio', targeting.hasBio],
    ['has_first_name', targeting.hasFirstName],
    ['has_ru_name', targeting.hasRuName],
    ['has_rus_name', targeting.hasRusName],
    ['has_only_cyrillic', targeting.hasOnlyCyrillic],
    ['has_fake_check', targeting.hasFakeCheck],
  ];
  const foreign = [...cityNames].map(([id, name]) => ({ id, name }));
  const lists: [string, string][] = [
    ['countries', namesOf(targeting.countries, names.countries)],
    ['cities', namesOf(targeting.cities, [...names.cities, ...foreign])],
    ['devicestype', namesOf(targeting.deviceTypes, names.deviceTypes)],
    ['devicesos', namesOf(targeting.deviceSystems, names.deviceSystems)],
    ['ages', namesOf(targeting.ages, names.ages)],
  ];
  const levels: [string, number][] = [
    ['old_account', targeting.oldAccount],
    ['gifts', targeting.gifts],
    ['rating', targeting.rating],
  ];
  const premium = premiumNames[targeting.onlyPremium];
  return [
    line('gender', targeting.gender),
    line('languages', targeting.languages === null ? 'all' : namesOf(targeting.languages, names.languages)),
    ...lists.filter(([, value]) => value !== '').map(([name, value]) => line(name, value)),
    ...(premium === null ? NO_LINE : [line('only_premium', premium)]),
    ...levels.filter(([, level]) => level > 0).map(([name, level]) => line(name, level, 'count')),
    ...demands.filter(([, isDemanded]) => isDemanded).map(([name]) => line(name, 'yes')),
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
  const { places, isHighPriority, isFree, ownLinks, theme, forbiddenThemes } = order;
  const inOwn = [
    line('priority', isHighPriority ? 'high' : 'standard'),
    line('is_free', isFree ? 'yes' : 'no'),
    line('own_links', ownLinks ? 'yes' : 'no'),
  ];
  return [
    line('places', placeNames[places]),
    // Both are about one's own bots alone.
    ...(places === 1 ? NO_LINE : inOwn),
    line('theme', theme === null ? 'none' : namesOf([theme], names.adThemes)),
    line(
      'forbidden_themes',
      forbiddenThemes.length === 0 ? 'none' : namesOf(forbiddenThemes, names.botThemes),
    ),
  ];
}

const placeNames = ['own bots', 'other bots', 'own and other bots'] as const;

/** What has no name any more stands by its id. */
function namesOf(ids: readonly Id[], named: Named): string {
  return ids.map((id) => named.find((one) => one.id === id)?.name ?? String(id)).join(', ');
}
