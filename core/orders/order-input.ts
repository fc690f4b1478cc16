/** What an advertiser gets back of an order; what they say of it stands in `fields.ts`. */
import type { Micros } from '../money.js';
import type { Order, OrderStatus } from '../ports/order-store.js';
import type { ResourceProblem } from './resource.js';
import { basePriceOf } from './pricing.js';
import { statusOf } from './status.js';
import type { OrderWarning } from './warnings.js';

/** What became of a create or an update. */
export interface OrderReceipt {
  orderId: number;
  /** What the caller should know though nothing is wrong: what was ignored, what will hinder the approval. */
  remarks: string[];
  /** Those of them that are about what stands behind the link, by name. */
  problems: readonly ResourceProblem[];
  /** Which of several bots of ours the order belongs to, as `botToAdd` says. */
  botToAdd: string;
  /** Demands that no user can meet here. */
  warnings: OrderWarning[];
}

/** An order as its owner sees it. */
export interface OrderInfo extends Order {
  status: OrderStatus;
  /** Subscribers still to come. */
  remains: number;
  /** The base price that applies: the premium one for orders of premium users only. */
  basePriceMicros: Micros;
}

export function toInfo(order: Order): OrderInfo {
  return {
    ...order,
    status: statusOf(order),
    remains: Math.max(0, order.quantityAll - order.quantityNow),
    basePriceMicros: basePriceOf(order.targeting, order),
  };
}
