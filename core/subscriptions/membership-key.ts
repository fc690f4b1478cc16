/** Under which names memberships are kept and paid for. */
import { kindOf } from '../kinds/index.js';
import { LINK_TARGET } from '../targets.js';
import type { Order } from '../ports/order-store.js';
import type { Membership, ShownOrder, Target } from '../ports/sponsor-store.js';

type Place = Pick<Order, 'orderId' | 'resource' | 'adsType' | 'toBotMember'>;

/** The same of where an order led when it was shown. */
export function membershipKeyAt({ orderId, target }: ShownOrder): string {
  return target.startsWith(LINK_TARGET) ? `order:${String(orderId)}` : target;
}

/** Under which id a membership of this order is kept: its channel's or bot's, or one of its own when it has none. */
export function membershipKey(order: Place): string {
  return kindOf(order).key(order) || `order:${String(order.orderId)}`;
}

const OPENED = 'opened:';

/** Under which id it is kept that a user opened a resource through one bot, while nothing proves that they did. */
export function openedKey(orderId: number, botId: number): string {
  return `${OPENED}${String(botId)}:order:${String(orderId)}`;
}

/** The membership as it holds in this bot, where it is an opening through it; null for all others. */
export function openedIn(membership: Membership, botId: number): Membership | null {
  const { resourceId } = membership;
  const prefix = `${OPENED}${String(botId)}:`;
  if (!resourceId.startsWith(prefix)) return null;
  return { ...membership, resourceId: resourceId.slice(prefix.length) };
}

/** What a join is paid for once: the channel or bot, or the link where there is neither (`evidence.md`, Joins). */
export function paidTarget(order: Place & Pick<Order, 'linkKey'>): string {
  return kindOf(order).key(order) || `${LINK_TARGET}${order.linkKey}`;
}

/** Where the order leads now. */
export function targetOf(order: Place & Pick<Order, 'linkKey'>): Target {
  return { target: paidTarget(order), adsType: order.adsType };
}
