/**
 * Where an order leads, now and when it was shown, and under which names memberships of that are kept and paid for. Its owner
 * may change where it leads while lists with it are on the screens: who joins what they were shown is settled by that
 * (`evidence.md`, An impression keeps its target).
 */
import { hasField, kindOf, LINK_TARGET } from '../kinds/index.js';
import type { Order, Resource } from '../ports/order-store.js';
import type { Membership, ShownOrder, Target } from '../ports/sponsor-store.js';

/** Of the resource only its id is looked at. */
type Place = Pick<Order, 'orderId' | 'adsType' | 'toBotMember'> & { resource: Pick<Resource, 'resourceId'> };

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

/** Whether the order still leads there: a chat that was known by its link alone may be known by its id since. */
export function leadsTo(order: Order, shown: Target): boolean {
  const now = targetOf(order);
  const isSame = shown.target === now.target || shown.target === LINK_TARGET + order.linkKey;
  return isSame && shown.adsType === now.adsType;
}

/**
 * The order itself where it still leads there. A bot's token is gone, so that no question can be asked about it; and
 * whether a channel takes join requests is not known any more.
 * @param link as it stood in the list
 */
export function asShown(order: Order, shown: Target, link = order.link): Order {
  if (leadsTo(order, shown)) return order;
  const isLink = shown.target.startsWith(LINK_TARGET);
  return {
    ...order,
    isAsShown: true,
    link,
    linkKey: isLink ? shown.target.slice(LINK_TARGET.length) : order.linkKey,
    adsType: shown.adsType,
    toBotMember: isLink && hasField(shown, 'toBotMember'),
    botTokenCipher: null,
    resource: {
      resourceId: isLink ? '' : shown.target,
      name: '',
      logoFileId: '',
      takesJoinRequests: false,
      inviteLink: '',
      checkerBotId: order.resource.checkerBotId,
    },
  };
}
