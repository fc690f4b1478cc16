/** Under which names memberships are kept and paid for. */
import type { Order } from '../ports.js';

type Place = Pick<Order, 'orderId' | 'resource' | 'adsType' | 'toBotMember'>;

function hasResource({ resource, adsType, toBotMember }: Place): boolean {
  return resource.resourceId !== '' && adsType !== 'resource' && !toBotMember;
}

/** Under which id a membership of this order is kept: its channel's or bot's, or one of its own when it has none. */
export function membershipKey(order: Place): string {
  return hasResource(order) ? order.resource.resourceId : `order:${String(order.orderId)}`;
}

/** What a join is paid for once: the channel or bot, or the link where there is neither (`evidence.md`, Joins). */
export function paidTarget(order: Place & Pick<Order, 'linkKey'>): string {
  return hasResource(order) ? order.resource.resourceId : `link:${order.linkKey}`;
}
