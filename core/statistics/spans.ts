/**
 * What a statistic shows, span by span. Of days that are over, the store returns the same spans again
 * (`ports/statistics-store.ts`), so what is made of one is made once.
 */
import { madeOnce } from '../made-once.js';
import type { BotDayFigures, DaySpan, RequestFigures } from '../ports/statistics-store.js';
import { type DayPoint, fillDays, type SplitDay, splitDays, type Sum, sumOf } from './figures.js';
import { sumOfRequests } from './requests.js';
import { joinUnpaid, toUnpaidJoins, type UnpaidJoins } from './unpaid.js';

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
  return { days, total: sumOf(days), unpaid: toUnpaidJoins(unpaid) };
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
    unpaid: joinUnpaid(spans.map((span) => span.unpaid)),
  };
}
