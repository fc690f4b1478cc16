/** The state of an order, derived from its fields and never stored (`interface.md`, Order status; `decisions.md`, Orders). */
import type { Micros } from '../money.js';
import type { Order, OrderStatus } from '../ports/order-store.js';
import { basePriceOf } from './pricing.js';

type StatusFields = Pick<Order, 'inArchive' | 'decision' | 'isOn' | 'quantityNow' | 'quantityAll'>;

/** The rules in the order in which they hold; the first that does is the answer. */
export function statusOf(order: StatusFields): OrderStatus {
  if (order.inArchive) return 'Archived';
  if (order.decision === 'rejected') return 'Rejected';
  if (order.decision === 'waiting') return 'Moderation';
  if (order.quantityNow >= order.quantityAll) return 'Finished';
  return order.isOn ? 'Processing' : 'Stopped';
}

/** Whether it may be shown, as far as its owner and the moderators say: such orders are in the catalog. */
export function isRunning(order: StatusFields): boolean {
  return statusOf(order) === 'Processing';
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

export const orderStatuses = [
  'Moderation',
  'Processing',
  'Stopped',
  'Finished',
  'Rejected',
  'Archived',
] as const satisfies readonly OrderStatus[];

/** What callers also write for a state; small letters. */
const synonyms: ReadonlyMap<string, OrderStatus> = new Map<string, OrderStatus>([
  ...orderStatuses.map((status) => [status.toLowerCase(), status] as const),
  ['active', 'Processing'],
  ['completed', 'Finished'],
]);

/** The state that a word of a list filter names, in any case; null when it names none. */
export function statusNamed(word: string): OrderStatus | null {
  return synonyms.get(word.trim().toLowerCase()) ?? null;
}

/** Every word that `statusNamed` knows, for messages. */
export const statusWords: readonly string[] = [...synonyms.keys()];
