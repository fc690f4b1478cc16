/** An order with what follows from its fields. */
import type { Order } from '../ports/order-store.js';
import type { OrderInfo } from './order-input.js';
import { basePriceOf } from './pricing.js';
import { statusOf } from './status.js';

export function toInfo(order: Order): OrderInfo {
  return {
    ...order,
    status: statusOf(order),
    remains: Math.max(0, order.quantityAll - order.quantityNow),
    basePriceMicros: basePriceOf(order.targeting, order),
  };
}
