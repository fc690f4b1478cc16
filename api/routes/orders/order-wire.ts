/** Orders on the wire (`interface.md`, Order; `decisions.md`, Orders). */
import { formatDateTime } from '../../../core/days.js';
import { toNumber } from '../../../core/money.js';
import type { OrderInfo } from '../../../core/orders/index.js';
import { toWireSchedule } from './schedule-fields.js';
import { toWireTargeting } from './targeting-fields.js';

/** The Order record. Never the token. */
export function toWireOrder(order: OrderInfo, zone: string) {
  return {
    order_id: order.orderId,
    status: order.status,
    reason: order.status === 'Rejected' ? order.reason : null,
    pause_reason: order.pauseReason,
    link: order.link,
    name: order.name,
    ads_type: order.adsType,
    track_unsubscriptions: order.trackUnsubscriptions,
    to_bot_member: Number(order.toBotMember),
    quantity_all: order.quantityAll,
    quantity_day: order.quantityDay ?? order.quantityAll,
    quantity_now: order.quantityNow,
    remains: order.remains,
    is_on: Number(order.isOn),
    in_archive: Number(order.inArchive),
    is_lite: Number(order.isLite),
    sub_speed: order.subSpeed ?? 0,
    places: order.places,
    priority: Number(order.isHighPriority),
    is_free: Number(order.isFree),
    own_links: Number(order.ownLinks),
    old_price: toNumber(order.basePriceMicros),
    real_price: toNumber(order.realPriceMicros),
    price: toNumber(order.priceMicros),
    price_premium: toNumber(order.pricePremiumMicros),
    user_parameters: toWireTargeting(order.targeting),
    forbidden_themes: order.forbiddenThemes,
    min_bot_quality: order.minBotQuality,
    theme: order.theme,
    order_schedule: toWireSchedule(order.schedule, zone),
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
