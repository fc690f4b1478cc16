/**
 * When owners are notified that an order is not shown because their wallet cannot pay for one more subscriber (`decisions.md`,
 * Orders): once for each time, and again a day later.
 */
import type { Order } from '../ports/order-store.js';
import { isRunning } from './status.js';

const AGAIN_MS = 86_400_000;

type CostFields = Pick<Order, 'isFree' | 'places'>;
type ShortfallFields = CostFields & Parameters<typeof isRunning>[0] & Pick<Order, 'realPriceMicros'>;

/** Whether the order never costs anything: it is free, and shown in its owner's bots alone. */
export function costsNothing({ isFree, places }: CostFields): boolean {
  return isFree && places === 0;
}

/** Returns the latest moment of the last notification at which the owner gets another one. */
export function notifiedUntilMs(nowMs: number): number {
  return nowMs - AGAIN_MS;
}

/**
 * Whether a wallet that fell from one balance to another leaves the order without the price of one more subscriber, and its
 * owner is notified.
 * @param notifiedAtMs when they were notified last; null: never, or money was put in or came back since
 */
export function isShortfallDue(
  order: ShortfallFields,
  { beforeMicros, afterMicros }: { beforeMicros: bigint; afterMicros: bigint },
  notifiedAtMs: number | null,
  nowMs: number,
): boolean {
  if (!isRunning(order) || costsNothing(order) || (notifiedAtMs ?? 0) > notifiedUntilMs(nowMs)) return false;
  return afterMicros < order.realPriceMicros && order.realPriceMicros <= beforeMicros;
}
