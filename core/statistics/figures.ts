/** Figures by day: gaps filled, totals and averages exact (`interface.md`, GET /statistic, JSON response). */
import { daysBetween, formatDay } from '../days.js';
import type { Micros } from '../money.js';
import type { BotDayFigures, DayFigures, DayRange, RequestFigures } from '../ports/statistics-store.js';
import { roundHalfEven } from '../ratio.js';
import type { ImportedDay } from '../ports/import-store.js';

/** What subscribers there were and what they cost or brought. */
export type Sum = Omit<DayFigures, 'day'>;

export interface DayPoint extends Sum {
  /** `YYYY-MM-DD` */
  date: string;
  averageMicros: Micros;
}

export type SplitDay = ReturnType<typeof splitDays>[number];

/** One point a day of the range, days without subscribers too. */
export function fillDays(figures: readonly DayFigures[], { fromDay, toDay }: DayRange): DayPoint[] {
  const byDay = new Map(figures.map((figure) => [figure.day, figure]));
  return daysBetween(fromDay, toDay).map((day) => {
    const { subscribers, valueMicros } = byDay.get(day) ?? { subscribers: 0, valueMicros: 0n };
    return {
      date: formatDay(day),
      subscribers,
      valueMicros,
      averageMicros: average({ subscribers, valueMicros }),
    };
  });
}

/**
 * Each day of a publisher, by whose orders the subscribers came for: other people's, or the publisher's own.
 * @param days of the same figures
 */
export function splitDays(figures: readonly BotDayFigures[], days: readonly DayPoint[]) {
  const byDay = new Map(figures.map((figure) => [formatDay(figure.day), figure]));
  return days.map(({ date, subscribers, valueMicros, averageMicros }) => {
    const figure = byDay.get(date);
    const own = { subscribers: figure?.ownSubscribers ?? 0, valueMicros: figure?.ownValueMicros ?? 0n };
    const service = {
      subscribers: subscribers - own.subscribers,
      valueMicros: valueMicros - own.valueMicros,
    };
    return { date, service, own, total: { subscribers, valueMicros }, averageMicros };
  });
}

export function sumOf(parts: readonly Sum[]): Sum {
  return parts.reduce(
    (sum, { subscribers, valueMicros }) => ({
      subscribers: sum.subscribers + subscribers,
      valueMicros: sum.valueMicros + valueMicros,
    }),
    { subscribers: 0, valueMicros: 0n },
  );
}

/** The price of a subscriber on average, rounded half to even; 0 where there are none. */
export function average({ subscribers, valueMicros }: Sum): Micros {
  if (subscribers <= 0) return 0n;
  return roundHalfEven({ numerator: valueMicros, denominator: BigInt(subscribers) });
}

/** What is counted of requests. */
const names = ['total', 'sponsors', 'noSponsors', 'passed', 'errors', 'unproven'] as const;

export function sumOfRequests(days: readonly { requests: RequestFigures }[]): RequestFigures {
  const sum = { total: 0, sponsors: 0, noSponsors: 0, passed: 0, errors: 0, unproven: 0 };
  for (const { requests } of days) for (const name of names) sum[name] += requests[name];
  return sum;
}

export type Prices = ReturnType<typeof pricesOf>;

/**
 * What a publisher's impressions and subscribers brought on average, and how many lists found sponsors.
 * @param shown impressions to users of proven contact
 */
export function pricesOf(
  total: Sum,
  shown: number,
  { sponsors, noSponsors }: Pick<RequestFigures, 'sponsors' | 'noSponsors'>,
) {
  const asked = sponsors + noSponsors;
  return {
    /** Rounded half to even; null where nothing was shown. */
    perImpressionMicros:
      shown <= 0 ? null : roundHalfEven({ numerator: total.valueMicros, denominator: BigInt(shown) }),
    /** Null without subscribers. */
    perSubscriberMicros: total.subscribers <= 0 ? null : average(total),
    /** Of the lists that were newly chosen or kept, those with a sponsor, between 0 and 1; null where there were none. */
    filled: asked === 0 ? null : sponsors / asked,
  };
}

/**
 * History that came from other services, by service: its host (`source`), its sum, and its days that had figures, oldest
 * first. Values are in its currency.
 */
export function importedOf(days: readonly ImportedDay[]) {
  return [...new Set(days.map(({ source }) => source))].map((source) => {
    const own = days.filter((each) => each.source === source);
    return {
      source,
      days: own.map(({ day, ...sum }) => ({ date: formatDay(day), ...sum })),
      ...sumOf(own),
    };
  });
}

/** The next of 1, 2, 4, 5 or 10 times a power of ten, so that the half of it is a plain number too: the top of a chart. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
