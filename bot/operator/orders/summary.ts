/** An order in words: what it is, whom it is for, when it is shown. For its owner and for moderators. */
import type { Filters } from '../../../core/data/index.js';
import type { OrderInfo, ResourceProblem } from '../../../core/orders/index.js';
import type { Words } from '../../words.js';
import { moment, money, shorten } from '../figures.js';
import { zoneText } from '../zones/index.js';

/** More values than this are counted, not named. */
const NAMED_MAX = 6;

export interface SummaryParts {
  filters: Filters;
  currency: string;
  /** In which the start is told. */
  timeZone: string;
}

export function describeOrder(
  order: OrderInfo,
  words: Words,
  { filters, currency, timeZone }: SummaryParts,
): string {
  return [
    words.html('order-link', { link: order.link }),
    words.html('order-type', { type: words.text(`order-type-${order.adsType}`) }),
    words.html('order-quantity', {
      all: String(order.quantityAll),
      day: String(order.quantityDay ?? order.quantityAll),
    }),
    words.html('order-price', {
      price: money(order.realPriceMicros, currency, words),
      base: money(order.basePriceMicros, currency, words),
      total: money(order.realPriceMicros * BigInt(order.quantityAll), currency, words),
    }),
    ...targetingLines(order, words, filters),
    ...scheduleLines(order, words, timeZone),
    ...(order.isLite ? [words.html('order-lite', { speed: order.subSpeed ?? 0 })] : []),
    ...(order.ownLinks ? [words.html('order-own-links')] : []),
    ...(order.places === 2 ? [] : [words.html(`order-places-${String(order.places)}`)]),
  ].join('\n');
}

/** What will hinder the approval, in lines of HTML. */
export function problemLines(problems: readonly ResourceProblem[], words: Words): string[] {
  return problems.map((problem) => `⚠️ ${words.html(`problem-${problem.replaceAll('_', '-')}`)}`);
}

export function targetingLines({ targeting }: OrderInfo, words: Words, { ads }: Filters): string[] {
  const named = (
    key: string,
    ids: readonly (number | string)[],
    names: (id: number | string) => string | undefined,
  ) =>
    ids.length === 0
      ? []
      : [
          words.html(key, {
            values: listed(
              ids.map((id) => names(id) ?? String(id)),
              words,
            ),
          }),
        ];
  const nameIn = (values: readonly { id: number | string; name: string }[]) => {
    const byId = new Map(values.map(({ id, name }) => [id, name]));
    return (id: number | string) => byId.get(id);
  };
  const demands = demandsOf(targeting).map((demand) => words.text(`target-${demand}`));
  return [
    ...(targeting.gender === 'all'
      ? []
      : [words.html('target-gender', { gender: words.text(`gender-${targeting.gender}`) })]),
    ...(targeting.onlyPremium === 0 ? [] : [words.html(`target-premium-${String(targeting.onlyPremium)}`)]),
    ...(targeting.languages === null
      ? [words.html('target-languages-all')]
      : named('target-languages', targeting.languages, nameIn(ads.languages))),
    ...named('target-countries', targeting.countries, nameIn(ads.countries)),
    ...named('target-cities', targeting.cities, nameIn(ads.cities)),
    ...named('target-ages', targeting.ages, nameIn(ads.ages)),
    ...named('target-devices', [...targeting.deviceTypes], nameIn(ads.devicestype)),
    ...named('target-systems', targeting.deviceSystems, nameIn(ads.devicesos)),
    ...(demands.length === 0 ? [] : [words.html('target-demands', { values: demands.join(', ') })]),
  ];
}

type Targeting = OrderInfo['targeting'];

export const demandNames = [
  'hasPhoto',
  'hasRealPhoto',
  'hasUsername',
  'hasBio',
  'hasFirstName',
  'hasRuName',
  'hasRusName',
  'hasOnlyCyrillic',
  'hasFakeCheck',
] as const satisfies readonly (keyof Targeting)[];

export const levelNames = ['oldAccount', 'gifts', 'rating'] as const satisfies readonly (keyof Targeting)[];

function demandsOf(targeting: Targeting): string[] {
  const levels = levelNames
    .filter((name) => targeting[name] > 0)
    .map((name) => `${name}-${String(targeting[name])}`);
  return [...demandNames.filter((name) => targeting[name]), ...levels];
}

export function scheduleLines({ schedule }: OrderInfo, words: Words, timeZone: string): string[] {
  const { startAtMs, startTimeSeconds, endTimeSeconds, excludedDays } = schedule;
  const hasWindow = startTimeSeconds !== null || endTimeSeconds !== null;
  return [
    ...(startAtMs === null
      ? []
      : [
          words.html('schedule-start', {
            when: moment(startAtMs, timeZone, words),
            zone: zoneText(timeZone, words, startAtMs),
          }),
        ]),
    ...(hasWindow
      ? [words.html('schedule-window', { from: clock(startTimeSeconds), to: clock(endTimeSeconds) })]
      : []),
    ...(excludedDays.length === 0
      ? []
      : [
          words.html('schedule-days', {
            days: excludedDays.map((day) => words.text(`day-${String(day)}`)).join(', '),
          }),
        ]),
  ];
}

/** Seconds after midnight as `HH:MM`. */
export function clock(seconds: number | null): string {
  const minutes = Math.floor((seconds ?? 0) / 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function listed(names: readonly string[], words: Words): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => shorten(name, 30));
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` ${words.text('and-more', { count: rest })}` : '');
}
