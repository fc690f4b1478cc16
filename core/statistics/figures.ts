/** Figures by day: gaps filled, totals and averages exact (`interface.md`, GET /statistic, JSON response). */
import { daysBetween, formatDay } from '../days.js';
import type { Micros } from '../money.js';
import type { BotDayFigures, DayFigures, DayRange } from '../ports/statistics-store.js';
import { roundHalfEven } from '../ratio.js';

/** What subscribers there were and what they cost or brought. */
export interface Sum {
  subscribers: number;
  valueMicros: Micros;
}

export interface DayPoint extends Sum {
  /** `YYYY-MM-DD` */
  date: string;
  averageMicros: Micros;
}

/** One day of a publisher, by whose orders the subscribers came for: other people's, or the publisher's own. */
export interface SplitDay {
  date: string;
  service: Sum;
  own: Sum;
  total: Sum;
  averageMicros: Micros;
}

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

/** @param days of the same figures */
export function splitDays(figures: readonly BotDayFigures[], days: readonly DayPoint[]): SplitDay[] {
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
