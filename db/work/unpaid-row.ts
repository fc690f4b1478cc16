/** Unpaid joins, as rows; one statement for each kind of owner. */
import { isUnpaidReason } from '../../core/terms/index.js';
import type { UnpaidFigures, UnpaidOf } from '../../core/ports/statistics-store.js';

export interface UnpaidRow {
  day: bigint;
  reason: string;
  joins: bigint;
}

export type UnpaidKind = 'bot' | 'publisher' | 'order' | 'advertiser';

/** Each takes the id of its owner, and the first and last day. */
export const UNPAID_TABLES: Readonly<Record<UnpaidKind, { from: string; owner: string }>> = {
  bot: { from: 'unpaid_days', owner: 'unpaid_days.bot_id' },
  order: { from: 'unpaid_days', owner: 'unpaid_days.order_id' },
  publisher: { from: 'bots JOIN unpaid_days ON unpaid_days.bot_id = bots.bot_id', owner: 'account_id' },
  advertiser: {
    from: 'orders JOIN unpaid_days ON unpaid_days.order_id = orders.order_id',
    owner: 'account_id',
  },
};

/** Reasons of joins for which an order had nothing left, as SQL. */
export const OVERRUN_SQL = "'order_full', 'no_money'";

export const UNPAID_SUMS = 'day, unpaid_days.reason, sum(joins) AS joins';
export const UNPAID_GROUPS = 'GROUP BY day, unpaid_days.reason ORDER BY day, unpaid_days.reason';

/** @returns the kind of statement and the id of its owner */
export function unpaidOwner(of: UnpaidOf): { kind: UnpaidKind; ownerId: number } {
  if ('botId' in of) return { kind: 'bot', ownerId: of.botId };
  if ('publisherId' in of) return { kind: 'publisher', ownerId: of.publisherId };
  if ('orderId' in of) return { kind: 'order', ownerId: of.orderId };
  return { kind: 'advertiser', ownerId: of.advertiserId };
}

/** @throws RangeError for a reason that this version does not know */
export function toUnpaid({ day, reason, joins }: UnpaidRow): UnpaidFigures {
  if (!isUnpaidReason(reason)) throw new RangeError(`joins are not paid for an unknown reason, ${reason}`);
  return { day: Number(day), reason, joins: Number(joins) };
}
