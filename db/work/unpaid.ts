/** Unpaid joins by day and reason: one statement for each kind of owner. */
import { isUnpaidReason } from '../../core/terms/index.js';
import type { UnpaidFigures } from '../../core/ports/statistics-store.js';
import { ofEachOwner, ownedIn, type Range } from './owners.js';
import { exactStatement } from './statement.js';

export interface UnpaidRow {
  day: bigint;
  reason: string;
  joins: bigint;
}

/** Reasons of joins for which an order had nothing left, as SQL. */
export const OVERRUN_SQL = "'order_full', 'no_money'";

export const unpaidJoins = ofEachOwner((kind) => {
  const { from, owner } = ownedIn(kind, 'unpaid_days');
  return exactStatement<Range, UnpaidRow>(
    `SELECT day, unpaid_days.reason, sum(joins) AS joins FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3
     GROUP BY day, unpaid_days.reason ORDER BY day, unpaid_days.reason`,
  );
});

/** @throws RangeError for a reason that this version does not know */
export function toUnpaid({ day, reason, joins }: UnpaidRow): UnpaidFigures {
  if (!isUnpaidReason(reason)) throw new RangeError(`joins are not paid for an unknown reason, ${reason}`);
  return { day: Number(day), reason, joins: Number(joins) };
}
