/** Unpaid joins, by day and by reason (`evidence.md`, What both sides see). */
import { formatDay } from '../days.js';
import type { UnpaidReason } from '../terms/index.js';
import type { UnpaidFigures } from '../ports/statistics-store.js';

export interface UnpaidDay {
  /** `YYYY-MM-DD` */
  date: string;
  reason: UnpaidReason;
  joins: number;
}

export interface UnpaidJoins {
  /** Of each day and reason that had any; oldest first. */
  days: UnpaidDay[];
  /** Each reason once, the one with the most joins first. */
  reasons: { reason: UnpaidReason; joins: number }[];
  total: number;
}

export function toUnpaidJoins(figures: readonly UnpaidFigures[]): UnpaidJoins {
  return {
    days: figures.map(({ day, reason, joins }) => ({ date: formatDay(day), reason, joins })),
    ...sumUp(figures),
  };
}

/** Of spans of days, in their order. */
export function joinUnpaid(spans: readonly UnpaidJoins[]): UnpaidJoins {
  return {
    days: ([] as UnpaidDay[]).concat(...spans.map(({ days }) => days)),
    ...sumUp(spans.flatMap(({ reasons }) => reasons)),
  };
}

function sumUp(parts: readonly { reason: UnpaidReason; joins: number }[]): Omit<UnpaidJoins, 'days'> {
  const sums = new Map<UnpaidReason, number>();
  for (const { reason, joins } of parts) sums.set(reason, (sums.get(reason) ?? 0) + joins);
  const reasons = [...sums].map(([reason, joins]) => ({ reason, joins }));
  return {
    reasons: reasons.sort((a, b) => b.joins - a.joins || (a.reason < b.reason ? -1 : 1)),
    total: reasons.reduce((sum, { joins }) => sum + joins, 0),
  };
}
