/** Orders on the wire (`interface.md`, Order; `decisions.md`, Orders). */
import { formatDateTime } from '../../../core/days.js';
import { toNumber } from '../../../core/money.js';
import type { OrderInfo } from '../../../core/orders/index.js';
import { toWireFields } from './order-fields.js';

/** The Order record. Never the token. */
export function toWireOrder(order: OrderInfo, zone: string) {
  return {
    order_id: order.orderId,
    status: order.status,
    reason: order.status === 'Rejected' ? order.reason : null,
    pause_reason: order.pauseReason,
    ...toWireFields(order, zone),
    quantity_now: order.quantityNow,
    remains: order.remains,
    old_price: toNumber(order.basePriceMicros),
    real_price: toNumber(order.realPriceMicros),
    coefficients: order.coefficients,
    created_at: formatDateTime(order.createdAtMs, zone),
  };
}

/** An element of the list: brief information and progress. */
export function toWireListedOrder(order: OrderInfo, zone: string) {
  return {
    order_id: order.orderId,
    name: order.name,
    link: order.link,
    ads_type: order.adsType,
    status: order.status,
    is_on: Number(order.isOn),
    in_archive: Number(order.inArchive),
    quantity_all: order.quantityAll,
    quantity_now: order.quantityNow,
    remains: order.remains,
    old_price: toNumber(order.basePriceMicros),
    real_price: toNumber(order.realPriceMicros),
    created_at: formatDateTime(order.createdAtMs, zone),
  };
}
