/**
 * Which chat an order's link leads to. The platform says it of names alone: what is behind an invite link has to be found
 * out, by what it showed of the link, or by the chats where the order's owner made a bot of ours an administrator.
 */
import type { Store } from '../ports.js';
import type { OrderFields } from '../ports/order-store.js';
import { parseLink } from './links.js';

/** A person who manages more chats than these says which one is meant. */
const ADDED_MAX = 20;
/** Of that many orders on unknown channels some is on another link. */
const UNKNOWN_MAX = 100;

export type LinkOfOrder = Pick<OrderFields, 'link' | 'linkKey' | 'resource'> & { accountId: number };

/** The chat by its id or `@name`; null while nothing says which it is. */
export async function chatBehind(
  store: Pick<Store, 'orders' | 'chats'>,
  order: LinkOfOrder,
): Promise<number | string | null> {
  const parsed = parseLink(order.link);
  if (parsed.kind === 'username') return `@${parsed.username}`;
  if (order.resource.resourceId !== '') return Number(order.resource.resourceId);
  const chatId =
    (await store.chats.ofLink(order.linkKey)) ??
    (await chatOfSibling(store, order)) ??
    (await onlyChatAdded(store, order));
  return chatId === null ? null : Number(chatId);
}

/** What an owner said of a link holds for their other orders alone. */
async function chatOfSibling({ orders }: Pick<Store, 'orders'>, order: LinkOfOrder): Promise<string | null> {
  const siblings = await orders.ofLinkKey(order.linkKey);
  const known = siblings.find(
    ({ accountId, resource }) => accountId === order.accountId && resource.resourceId !== '',
  );
  return known?.resource.resourceId ?? null;
}

/**
 * The only chat where the owner made a bot of ours an administrator and for which they have no order, for the only link of
 * theirs whose chat is unknown: what else would they have done that for?
 */
async function onlyChatAdded(
  { orders, chats }: Pick<Store, 'orders' | 'chats'>,
  { accountId, linkKey }: LinkOfOrder,
): Promise<string | null> {
  const unknown = await orders.withoutChat(accountId, UNKNOWN_MAX);
  if (unknown.some((order) => order.linkKey !== linkKey)) return null;
  const free: string[] = [];
  for (const { chatId } of await chats.addedBy(accountId, ADDED_MAX)) {
    const there = await orders.ofResource(chatId);
    if (!there.some((order) => order.accountId === accountId)) free.push(chatId);
  }
  return free.length === 1 ? (free[0] ?? null) : null;
}
