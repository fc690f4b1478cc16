/**
 * What a statistic shows, span by span. Of days that are over, the store returns the same spans again
 * (`ports/statistics-store.ts`), so what is made of one is made once.
 */
import { madeOnce } from '../remembered.js';
import type { BotDayFigures, DaySpan, UnpaidFigures } from '../ports/statistics-store.js';
import { type DayPoint, fillDays, splitDays, sumOf, sumOfRequests } from './figures.js';
import { formatDay } from '../days.js';
import type { UnpaidReason } from '../terms/index.js';

/** Unpaid joins of all days (`evidence.md`, What both sides see). */
export type UnpaidJoins = ReturnType<typeof sumUp>;

/** Of days that are over, it comes again as the same object while the store remembers the days. */
export type SpanFigures = Readonly<ReturnType<typeof figuresOf>>;

export type BotSpanFigures = ReturnType<typeof ofBots>;

const figuresOf = ({ range, days: figures, unpaid }: DaySpan) => {
  const days = fillDays(figures, range);
  const unpaidDays = unpaid.map(({ day, ...joins }) => ({ date: formatDay(day), ...joins }));
  return { days, total: sumOf(days), unpaid: { days: unpaidDays, ...sumUp(unpaid) } };
};

export const ofOrders = madeOnce(figuresOf);

export const ofBots = madeOnce((span: DaySpan<BotDayFigures>) => {
  const figures = figuresOf(span);
  return {
    ...figures,
    requests: sumOfRequests(span.days),
    split: splitDays(span.days, figures.days),
    /** Some subscribers came for the publisher's own orders. */
    hasOwn: span.days.some((day) => day.ownSubscribers !== 0 || day.ownValueMicros !== 0n),
  };
});

/** The days of all spans, and their sums. */
export function joinSpans<Span extends SpanFigures>(spans: readonly Span[]) {
  return {
    spans,
    days: ([] as DayPoint[]).concat(...spans.map((span) => span.days)),
    total: sumOf(spans.map((span) => span.total)),
    unpaid: sumUp(spans.flatMap((span) => span.unpaid.reasons)),
  };
}

/** Each reason once, the one with the most joins first. */
function sumUp(parts: readonly Omit<UnpaidFigures, 'day'>[]) {
  const sums = new Map<UnpaidReason, number>();
  for (const { reason, joins } of parts) sums.set(reason, (sums.get(reason) ?? 0) + joins);
  const reasons = [...sums].map(([reason, joins]) => ({ reason, joins }));
  return {
    reasons: reasons.sort((a, b) => b.joins - a.joins || (a.reason < b.reason ? -1 : 1)),
    total: reasons.reduce((sum, { joins }) => sum + joins, 0),
  };
}
