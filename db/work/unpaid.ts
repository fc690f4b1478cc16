/** Unpaid joins by day and reason: one statement for each kind of owner. */
import { isUnpaidReason } from '../../core/terms/index.js';
import type { UnpaidFigures, UnpaidOf } from '../../core/ports/statistics-store.js';
import { exactStatement } from './statement.js';

export interface UnpaidRow {
  day: bigint;
  reason: string;
  joins: bigint;
}

/** Whose figures they are. */
export type OwnerKind = 'bot' | 'publisher' | 'order' | 'advertiser';

/** Each takes the id of its owner, and the first and last day. */
const UNPAID_TABLES: Readonly<Record<OwnerKind, { from: string; owner: string }>> = {
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

export function ownerOf(of: UnpaidOf): { kind: OwnerKind; ownerId: number } {
  if ('botId' in of) return { kind: 'bot', ownerId: of.botId };
  if ('publisherId' in of) return { kind: 'publisher', ownerId: of.publisherId };
  if ('orderId' in of) return { kind: 'order', ownerId: of.orderId };
  return { kind: 'advertiser', ownerId: of.advertiserId };
}

export function ofEachOwner<Made>(make: (kind: OwnerKind) => Made): Record<OwnerKind, Made> {
  return {
    bot: make('bot'),
    publisher: make('publisher'),
    order: make('order'),
    advertiser: make('advertiser'),
  };
}

/** Each takes the id of its owner, and the first and last day. */
export const unpaidJoins = ofEachOwner((kind) => {
  const { from, owner } = UNPAID_TABLES[kind];
  return exactStatement<[ownerId: number, fromDay: number, toDay: number], UnpaidRow>(
    `SELECT day, unpaid_days.reason, sum(joins) AS joins FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3
     GROUP BY day, unpaid_days.reason ORDER BY day, unpaid_days.reason`,
  );
});

/** @throws RangeError for a reason that this version does not know */
export function toUnpaid({ day, reason, joins }: UnpaidRow): UnpaidFigures {
  if (!isUnpaidReason(reason)) throw new RangeError(`joins are not paid for an unknown reason, ${reason}`);
  return { day: Number(day), reason, joins: Number(joins) };
}
