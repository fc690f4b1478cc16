/**
 * What a statistic shows, span by span. Of days that are over, the store returns the same spans again
 * (`ports/statistics-store.ts`), so what is made of one is made once.
 */
import { madeOnce } from '../remembered.js';
import type { BotDayFigures, DaySpan, RequestFigures, UnpaidFigures } from '../ports/statistics-store.js';
import {
  type DayPoint,
  fillDays,
  type SplitDay,
  splitDays,
  type Sum,
  sumOf,
  sumOfRequests,
} from './figures.js';
import { formatDay } from '../days.js';
import type { UnpaidReason } from '../terms/index.js';

/** Unpaid joins of a day, for one reason (`evidence.md`, What both sides see). */
export interface UnpaidDay extends Omit<UnpaidFigures, 'day'> {
  /** `YYYY-MM-DD` */
  date: string;
}

export interface UnpaidJoins {
  /** Of each day and reason that had any; oldest first. */
  days: UnpaidDay[];
  /** Each reason once, the one with the most joins first. */
  reasons: Omit<UnpaidFigures, 'day'>[];
  total: number;
}

/** Of days that are over, it comes again as the same object while the store remembers the days. */
export interface SpanFigures {
  readonly days: readonly DayPoint[];
  readonly total: Sum;
  readonly unpaid: UnpaidJoins;
}

export interface BotSpanFigures extends SpanFigures {
  readonly requests: RequestFigures;
  readonly split: readonly SplitDay[];
  /** Some subscribers came for the publisher's own orders. */
  readonly hasOwn: boolean;
}

const figuresOf = ({ range, days: figures, unpaid }: DaySpan): SpanFigures => {
  const days = fillDays(figures, range);
  const unpaidDays = unpaid.map(({ day, ...joins }) => ({ date: formatDay(day), ...joins }));
  return { days, total: sumOf(days), unpaid: { days: unpaidDays, ...sumUp(unpaid) } };
};

export const ofOrders = madeOnce(figuresOf);

export const ofBots = madeOnce((span: DaySpan<BotDayFigures>): BotSpanFigures => {
  const { days, total, unpaid } = figuresOf(span);
  return {
    days,
    total,
    unpaid,
    requests: sumOfRequests(span.days),
    split: splitDays(span.days, days),
    hasOwn: span.days.some((day) => day.ownSubscribers !== 0 || day.ownValueMicros !== 0n),
  };
});

/** The days of all spans, and their sums. */
export function joinSpans<Span extends SpanFigures>(spans: readonly Span[]) {
  return {
    spans,
    days: ([] as DayPoint[]).concat(...spans.map((span) => span.days)),
    total: sumOf(spans.map((span) => span.total)),
    unpaid: {
      days: ([] as UnpaidDay[]).concat(...spans.map((span) => span.unpaid.days)),
      ...sumUp(spans.flatMap((span) => span.unpaid.reasons)),
    },
  };
}

function sumUp(parts: readonly Omit<UnpaidFigures, 'day'>[]): Omit<UnpaidJoins, 'days'> {
  const sums = new Map<UnpaidReason, number>();
  for (const { reason, joins } of parts) sums.set(reason, (sums.get(reason) ?? 0) + joins);
  const reasons = [...sums].map(([reason, joins]) => ({ reason, joins }));
  return {
    reasons: reasons.sort((a, b) => b.joins - a.joins || (a.reason < b.reason ? -1 : 1)),
    total: reasons.reduce((sum, { joins }) => sum + joins, 0),
  };
}
