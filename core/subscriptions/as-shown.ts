/**
 * An order as it was shown. Its owner may change where it leads while lists with it are on the screens: who joins what
 * they were shown is settled by that (`evidence.md`, An impression keeps its target).
 */
import { hasField } from '../kinds/index.js';
import type { Order } from '../ports/order-store.js';
import type { Target } from '../ports/sponsor-store.js';
import { LINK_TARGET } from '../targets.js';
import { targetOf } from './membership-key.js';

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
