/** What an order asks for, as lines of its report. What is indifferent is left out. */
import {
  demandNames,
  type FlagField,
  flagNames,
  levelNames,
  type ListName,
  orderFields,
  rulebook,
  type TargetingName,
} from '../terms/index.js';
import type { Order } from '../ports/order-store.js';
import type { SummaryLine } from '../ports/workbooks.js';
import { line, type ReportWords } from './words.js';
import {
  adThemes,
  botThemes,
  cities,
  countries,
  deviceSystems,
  deviceTypes,
  languages,
} from '../data/index.js';

type Id = number | string;
type Named = readonly { id: Id; name: string }[];

export type ReportNames = ReturnType<typeof namesIn>;

const NO_LINE: readonly SummaryLine[] = [];

/**
 * @param cityNames names of cities outside our own table, by their ids
 * @param names of what it may name, in the reader's language
 */
export function targetingLines(
  { targeting }: Order,
  cityNames: ReadonlyMap<number, string>,
  names: ReportNames,
  { text }: ReportWords,
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
  const title = (name: TargetingName) => text(`target-${rulebook[name].wire}`);
  const chosen = (name: 'gender' | 'onlyPremium') =>
    text(`target-${rulebook[name].wire}-${String(targeting[name])}`);
  // Object.keys has no types: the record above has these alone.
  const lists = (Object.keys(named) as (keyof typeof named)[]).map((name): [string, string] => [
    title(name),
    namesOf(targeting[name], named[name]),
  ]);
  const demands = demandNames.filter((name) => targeting[name]);
  const reached = levelNames.filter((name) => targeting[name] > 0);
  const spoken =
    targeting.languages === null ? text('report-all') : namesOf(targeting.languages, names.languages);
  return [
    line(title('gender'), chosen('gender')),
    line(title('languages'), spoken),
    ...lists.filter(([, value]) => value !== '').map(([label, value]) => line(label, value)),
    ...(targeting.onlyPremium === 0 ? NO_LINE : [line(title('onlyPremium'), chosen('onlyPremium'))]),
    ...reached.map((name) =>
      line(title(name), text(`target-${rulebook[name].wire}-${String(targeting[name])}`)),
    ),
    ...demands.map((name) => line(title(name), text('report-yes'))),
  ];
}

/** When the order is shown. */
export function scheduleLines(
  { schedule, isLite, subSpeed }: Order,
  { text }: ReportWords,
): readonly SummaryLine[] {
  const { startAtMs, startTimeSeconds, endTimeSeconds, excludedDays } = schedule;
  const isAllDay = startTimeSeconds === null && endTimeSeconds === null;
  const hours = isAllDay ? text('report-all-day') : `${clock(startTimeSeconds)}-${clock(endTimeSeconds)}`;
  const days = excludedDays.map((day) => text(`report-day-${String(day)}`)).join(', ');
  const start = text('report-start');
  return [
    startAtMs === null ? line(start, text('report-at-once')) : line(start, startAtMs, 'moment'),
    line(text('report-hours'), hours),
    line(text('report-excluded-days'), days || text('report-none')),
    line(text('report-pace'), text(isLite ? 'report-pace-even' : 'report-pace-fast')),
    ...(isLite && subSpeed !== null ? [line(text('report-speed'), subSpeed, 'count')] : NO_LINE),
  ];
}

/** A missing start or end is midnight. */
function clock(seconds: number | null): string {
  const minutes = Math.floor((seconds ?? 0) / 60);
  const digits = (count: number) => String(count).padStart(2, '0');
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** In which bots it is shown, and what it and they are about. */
export function placementLines(order: Order, names: ReportNames, words: ReportWords): readonly SummaryLine[] {
  const { text } = words;
  const { places, theme, forbiddenThemes, minBotQuality } = order;
  return [
    line(text('report-places'), text(`report-places-${String(places)}`)),
    ...flagLines(order, words),
    line(text('report-theme'), theme === null ? text('report-none') : namesOf([theme], names.adThemes)),
    line(text('report-forbidden-themes'), namesOf(forbiddenThemes, names.botThemes) || text('report-none')),
    ...(minBotQuality === 0 ? NO_LINE : [line(text('report-min-quality'), String(minBotQuality))]),
  ];
}

/** What is about one's own bots is left out where it is not shown in them. */
function flagLines(order: Order, { text }: ReportWords): readonly SummaryLine[] {
  return flagNames.flatMap((name) => {
    const row: FlagField = orderFields[name];
    if (row.report === null || (row.report.ownBotsOnly && order.places === 1)) return NO_LINE;
    return line(text(`report-${row.wire}`), text(`report-${order[name] ? row.report.on : row.report.off}`));
  });
}

/** What has no name any more stands by its id. */
function namesOf(ids: readonly Id[], named: Named): string {
  return ids.map((id) => named.find((one) => one.id === id)?.name ?? String(id)).join(', ');
}

/**
 * What an order may name, in the language of its report: places and languages as `Intl` has them, but for cities, which keep
 * the names of their table; the rest in our words.
 */
export function namesIn({ language, text }: ReportWords) {
  const isEnglish = language === 'en';
  const region = new Intl.DisplayNames(language, { type: 'region' });
  const tongue = new Intl.DisplayNames(language, { type: 'language' });
  const theme = ({ code }: { code: string }) => ({ id: code, name: text(`theme-${code}`) });
  return {
    countries: isEnglish ? countries : countries.map(named(region)),
    cities,
    languages: isEnglish ? languages : languages.map(named(tongue)),
    deviceTypes: deviceTypes.map(({ id }) => ({ id, name: text(`device-${id}`) })),
    deviceSystems,
    ages: [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id, name: text(`block-age-${String(id)}`) })),
    /** What orders are about, and what bots are. */
    adThemes: adThemes.map(theme),
    botThemes: botThemes.map(theme),
  };
}

const named =
  (names: Intl.DisplayNames) =>
  ({ id, code, name }: { id: number; code: string; name: string }) => ({ id, name: names.of(code) ?? name });
