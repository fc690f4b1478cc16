/**
 * Private chats that people advertise. The platform does not say where a private link leads; the person does, by choosing
 * among the chats where they made bots of ours administrators, or with the platform's own button.
 */
import { ownedOrder } from '../accounts/index.js';
import { botIdOf, type Checkers } from '../checkers/index.js';
import { ServiceError } from '../errors.js';
import { isChat } from '../kinds/index.js';
import type { Ports } from '../ports.js';
import type { AddedChat } from '../ports/chat-store.js';
import { unknownResource } from './draft.js';
import { inspectResource } from './resource.js';
import { ourLink } from './shown-link.js';

/** Chats that a person may choose among, and those of them that are offered. */
const CHATS_MAX = 100;
const CHATS_SHOWN = 10;
/** How long a choice waits for the platform to say what is there. */
const LOOK_MS = 2_000;
/** A choice that finds the order changed meanwhile reads it again this often before it gives up. */
const CHOICE_ATTEMPTS = 5;

export function createPrivateChats(ports: Ports & { checkers: Checkers }) {
  const { store, settings, clock } = ports;

  /** The platform's button shows a group that was upgraded under its new id, and here it keeps its first. */
  const knownAs = async (chatId: string): Promise<string> => (await store.chats.movedFrom(chatId)) ?? chatId;

  /** Returns false when the order was changed meanwhile: a moderator may have approved it with the chat that it had. */
  const tryToChoose = async (accountId: number, orderId: number, chatId: string): Promise<boolean> => {
    const order = await ownedOrder(store, accountId, orderId);
    const added = await store.chats.addedBy(accountId, CHATS_MAX);
    if (!isChat(order) || !added.some((chat) => chat.chatId === chatId))
      throw new ServiceError('invalid', 'chat_id: must be a chat where you made our bot an administrator.', {
        topic: 'chat_rights',
      });
    const { resourceId } = order.resource;
    const isSettled = order.decision === 'approved' || order.quantityNow > 0;
    if (isSettled && resourceId !== '' && resourceId !== chatId)
      throw new ServiceError('update_forbidden', `The chat of order ${String(orderId)} is settled.`, {
        topic: 'chat_settled',
      });
    const chosen = { ...unknownResource, resourceId: chatId };
    const options = { deadlineMs: clock.now() + LOOK_MS };
    const { resource } = await inspectResource(ports, { ...order, resource: chosen }, options);
    return store.orders.setResource(orderId, resource ?? chosen, clock.now(), order.revision);
  };

  return {
    /** The chats in which this person made bots of ours administrators, latest first; at most ten. */
    addedBy: (accountId: number) => store.chats.addedBy(accountId, CHATS_SHOWN),
    /** The person chose this chat with the platform's own button, which shows them their own chats alone. */
    noteChosen: async (accountId: number, { chatId, title }: AddedChat) => {
      const chat = { chatId: await knownAs(chatId), title };
      await store.chats.noteAdded(chat, botIdOf(settings.BOT_TOKEN), accountId, clock.now());
    },
    /** A link into a chat where the operator bot is an administrator, made by it; null where the platform makes none. */
    linkInto: async (chatId: string) => {
      const resourceId = await knownAs(chatId);
      const made = await ourLink(ports, { resourceId, checkerBotId: null, takesJoinRequests: false });
      return made.ok ? made.value : null;
    },
    /**
     * The owner says which chat the order's invite link leads to.
     * @throws ServiceError `forbidden_or_not_foundorder`; `invalid` for a chat where this person added no bot of ours;
     * `update_forbidden` where the order was approved with another chat, or has subscribers there
     */
    choose: async (accountId: number, orderId: number, chatId: string) => {
      const knownId = await knownAs(chatId);
      for (let attempt = 0; attempt < CHOICE_ATTEMPTS; attempt += 1)
        if (await tryToChoose(accountId, orderId, knownId)) return;
      throw new ServiceError('unavailable', 'The order keeps changing; try again.', { retryAfterSeconds: 1 });
    },
  };
}
