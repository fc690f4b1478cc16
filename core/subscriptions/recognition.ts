/**
 * Which chats the private links of orders lead to, as updates give it away: who made a bot of ours an administrator where,
 * and by which links people come.
 */
import { botIdOf, type Checkers } from '../checkers/index.js';
import { isChat } from '../kinds/index.js';
import { halfLinkKey, inspectResource, type LinksWatch, type OwnLinks, parseLink } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { AddedChat } from '../ports/chat-store.js';
import type { Order } from '../ports/order-store.js';
import { rightsBack } from './rights-notifications.js';
import type { RightsUpdate } from './watch.js';

/** How many orders on unknown channels of one person are looked at. */
const UNKNOWN_LIMIT = 20;
/** Updates carry whole seconds. */
const UPDATE_SECOND_MS = 999;
/** How long an update waits for the platform to say what is behind a link. */
const LINK_MS = 3_000;

export interface LinkParts {
  links: Pick<LinksWatch, 'seen' | 'lookNow'>;
  ownLinks: Pick<OwnLinks, 'ended'>;
}

export function createRecognition(ports: Ports & { checkers: Checkers }, { links, ownLinks }: LinkParts) {
  const { store, clock, settings } = ports;

  const lookBehind = async (order: Order): Promise<boolean> => {
    if (order.resource.resourceId !== '') return true;
    const { resource } = await inspectResource(ports, order, { deadlineMs: clock.now() + LINK_MS });
    if (resource === null) return false;
    // Of an order that was changed meanwhile, this says nothing.
    if (!(await store.orders.setResource(order.orderId, resource, clock.now(), order.revision))) return false;
    await store.orders.noteCheckWorked(order.orderId, rightsBack, clock.now());
    return true;
  };

  /** One of this person's private links leads there. */
  const noteAdded = async (chat: AddedChat, botId: number, byUserId: number, atMs: number): Promise<void> => {
    await store.chats.noteAdded(chat, botId, byUserId, atMs);
    for (const order of await store.orders.withoutChat(byUserId, UNKNOWN_LIMIT)) await lookBehind(order);
  };

  /** The links of who may not invite any more are dead, also once they may again. */
  const endLinks = async (
    chatId: string,
    checkerBotId: number | null,
    madeUntilMs: number,
  ): Promise<void> => {
    await store.chats.endOurLinks(chatId, checkerBotId ?? botIdOf(settings.BOT_TOKEN), madeUntilMs);
    await ownLinks.ended(await ordersOf(chatId, checkerBotId), madeUntilMs);
  };

  const ordersOf = async (chatId: string, checkerBotId: number | null): Promise<Order[]> => {
    const orders = await store.orders.ofResource(chatId);
    return orders.filter((order) => isChat(order) && order.resource.checkerBotId === checkerBotId);
  };

  return {
    /** Looks once more which chat is behind the order's link; returns whether that is known now. */
    lookBehind,
    /**
     * Keeps which chat a link leads to. Orders on it are looked at once more where the platform shows it whole.
     * @param inviteLink whole, or half of it
     */
    ofLink: async (inviteLink: string, resourceId: string) => {
      const link = parseLink(inviteLink);
      const linkKey = link.kind === 'invite' ? link.key : halfLinkKey(inviteLink);
      if (linkKey === null || (await store.chats.ofLink(linkKey)) !== null) return;
      await store.chats.noteLink(linkKey, resourceId, null, clock.now());
      for (const order of await store.orders.ofLinkKey(linkKey)) await lookBehind(order);
    },
    /** A bot of ours is, or is not, an administrator there, and may, or may not, invite. */
    ofRights: async (chatId: string, isAdministrator: boolean, rights: RightsUpdate) => {
      const { title = '', byUserId, checkerBotId = null, mayInvite = isAdministrator } = rights;
      const { atMs = clock.now() } = rights;
      const botId = checkerBotId ?? botIdOf(settings.BOT_TOKEN);
      if (!isAdministrator) await store.chats.noteRemoved(chatId, botId, atMs);
      else if (byUserId !== undefined) await noteAdded({ chatId, title }, botId, byUserId, atMs);
      if (!mayInvite) await endLinks(chatId, checkerBotId, atMs + UPDATE_SECOND_MS);
      if (!isAdministrator) return;
      const orders = await ordersOf(chatId, checkerBotId);
      for (const order of orders)
        if (parseLink(order.link).kind === 'invite' || order.resource.takesJoinRequests)
          await links.lookNow(order);
    },
  };
}
