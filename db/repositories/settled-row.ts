/** What settling reads of an order and its shows, between rows and the domain. */
import type { SettlementFacts, Show } from '../../core/ports.js';
import { membershipKey } from '../../core/subscriptions/index.js';
import type { OrderRow } from './order-row.js';
import { type ShowRow, toShow } from './show-row.js';

export type SettledColumns = Pick<
  OrderRow,
  | 'account_id'
  | 'is_free'
  | 'quantity_all'
  | 'quantity_day'
  | 'quantity_now'
  | 'name'
  | 'resource_id'
  | 'ads_type'
  | 'to_bot_member'
>;

export const settledColumns =
  'account_id, is_free, quantity_all, quantity_day, quantity_now, name, resource_id, ads_type, to_bot_member';

/** A show, and whose bot it was in. */
export type OwnedShowRow = ShowRow & { account_id: number };

/** @param today its subscribers of the day */
export function toSettledOrder(
  orderId: number,
  row: SettledColumns,
  today: number,
): SettlementFacts['order'] {
  return {
    orderId,
    accountId: row.account_id,
    isFree: row.is_free === 1,
    quantityAll: row.quantity_all,
    quantityDay: row.quantity_day,
    quantityNow: row.quantity_now,
    today,
    name: row.name,
  };
}

export function toOwnedShow(row: OwnedShowRow): Show & { botAccountId: number } {
  return { ...toShow(row), botAccountId: row.account_id };
}

/** Under which its members are known. */
export function toMembershipKey(orderId: number, row: SettledColumns): string {
  return membershipKey({
    orderId,
    adsType: row.ads_type,
    toBotMember: row.to_bot_member === 1,
    // Of the resource only its id is looked at.
    resource: { resourceId: row.resource_id, name: '', logoFileId: '', takesJoinRequests: false },
  });
}
