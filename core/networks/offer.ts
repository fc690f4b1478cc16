/** What an offer of another network is to the service: its id, its kind, and what it leads to. */
import { createHash } from 'node:crypto';
import type { AdsType } from '../kinds/index.js';
import { parseLink } from '../orders/index.js';
import type { Offer } from '../ports/network-store.js';
import type { Order } from '../ports/order-store.js';

const ID_BYTES = 6;

/**
 * The `ads_id` of an offer: negative, so that no order has it, and the same whenever the network names the offer again.
 * 48 bits of a hash: in a list of ten, two are the same once in six million million lists.
 */
export function adsIdOf(networkId: number, offerId: string): number {
  const hash = createHash('sha256')
    .update(`${String(networkId)}:${offerId}`)
    .digest();
  return -1 - hash.readUIntBE(0, ID_BYTES);
}

/** Two places that share one of these lead to one chat, bot or page. */
export function targetKeysOf({ chat, link }: Pick<Offer, 'chat' | 'link'>): string[] {
  const parsed = parseLink(link);
  const ofLink = parsed.kind === 'invalid' ? [] : [`link:${parsed.key}`];
  return chat === '' ? ofLink : [chatKeyOf(chat), ...ofLink];
}

/** The same of an order of ours. */
export function orderKeysOf({ resource, link }: Pick<Order, 'resource' | 'link'>): string[] {
  return targetKeysOf({ chat: resource.resourceId, link });
}

/** Networks write a channel's id with or without the `-100` that the Bot API puts before it. */
export function chatKeyOf(chat: string): string {
  return `chat:${chat.replace(/^-(?:100)?/, '')}`;
}

/** A bot's name ends with `bot` (Bot API, @BotFather), and bots alone take a start payload. */
export function adsTypeOf(link: string): AdsType {
  const parsed = parseLink(link);
  if (parsed.kind === 'invite') return 'channel';
  if (parsed.kind !== 'username') return 'resource';
  const isBot = /bot$/i.test(parsed.username) || /[?&]start(?:app)?=/.test(parsed.link);
  return isBot ? 'bot' : 'channel';
}
