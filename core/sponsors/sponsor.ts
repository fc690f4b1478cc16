/** A sponsor as a caller sees it (`interface.md`, Sponsor). */
import { isOpened, kindOf, type AdsType } from '../kinds/index.js';
import { adsTypeOf, type NamedOffer } from '../networks/index.js';
import { DEFAULT_ORDER_NAME } from '../orders/index.js';
import type { Order } from '../ports/order-store.js';
import type { Slot, SubscriptionStatus } from '../ports/sponsor-store.js';
import type { Words } from '../ports/words.js';

export interface Sponsor {
  /** 0 for a smart link that has not been opened; negative for an offer of another network. */
  orderId: number;
  link: string;
  /** `""` when there is none. */
  resourceId: string;
  type: AdsType | 'smart_link';
  status: SubscriptionStatus['state'];
  availableNow: boolean;
  buttonText: string;
  resourceLogo: string;
  resourceName: string;
  /** Which other network offers it. */
  network?: string;
}

/**
 * A check that cannot be made holds a user up no longer once they have had this long to see the sponsor; nor does a sponsor
 * hold up a stranger, whether or not they joined it.
 */
export const PASSES_AFTER_MS = 60_000;

/** Whether the user still has something to do here, and can. */
export function isActionable(sponsor: Sponsor): boolean {
  return sponsor.availableNow && sponsor.status === 'unsubscribed';
}

/** Where the logo of an order's resource is served from; `""` when it has none. */
export function logoUrl(order: Pick<Order, 'resource' | 'orderId'>, publicUrl: string): string {
  return order.resource.logoFileId === '' ? '' : `${publicUrl}/logo/${String(order.orderId)}`;
}

/** What is behind an order, for users: a channel's or bot's own name; of what is opened alone the order's name, or else the host. */
export function resourceName(order: Order): string {
  const { name, link, resource } = order;
  if (!isOpened(order)) return resource.name;
  return name === DEFAULT_ORDER_NAME ? hostOf(link) : name;
}

/** The host of a link, without `www.`; `""` for what is no link. */
export function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).host.replace(/^www\./, '') : '';
}

export type Button = ReturnType<typeof buttonOf>;

/** What users press of such an order. */
export function buttonOf(order: Pick<Order, 'adsType' | 'resource'>) {
  const { button } = kindOf(order);
  return order.resource.takesJoinRequests ? button.request : button.plain;
}

/** Recommended button text; languages we have no words for get English. */
export function buttonText(words: Words, button: Button, languageCode: string): string {
  return words.text(languageCode, `sponsor-${button}`);
}

/** A sponsor that an order stands for. */
export function describeOrder(
  order: Order,
  facts: {
    link: string;
    label: string;
    publicUrl: string;
    status: Sponsor['status'];
    availableNow: boolean;
  },
): Sponsor {
  const { link, label, publicUrl, status, availableNow } = facts;
  const { resource, adsType, orderId } = order;
  return {
    orderId,
    link,
    resourceId: resource.resourceId,
    type: adsType,
    status,
    availableNow,
    buttonText: label,
    resourceLogo: logoUrl(order, publicUrl),
    resourceName: resourceName(order),
  };
}

/** A smart link that waits to be opened. */
export function openSmartLink(words: Words, link: string, language: string): Sponsor {
  return smartSponsor({ kind: 'smart', orderId: null }, link, buttonText(words, 'open', language));
}

/** A smart link that waits to be opened, or (order 0) was opened and found nothing, which counts as done. */
export function smartSponsor(slot: Slot, link: string, label: string): Sponsor {
  const isOpen = slot.kind === 'smart' && slot.orderId === null;
  return {
    orderId: 0,
    link,
    resourceId: '',
    type: 'smart_link',
    status: isOpen ? 'unsubscribed' : 'subscribed',
    availableNow: isOpen,
    buttonText: label,
    resourceLogo: '',
    resourceName: hostOf(link),
  };
}

/**
 * An offer of another network. One that its network says nothing of holds a user up no longer once they have had time to do
 * it.
 */
export function offeredSponsor(words: Words, offer: NamedOffer, language: string, nowMs: number): Sponsor {
  const { adsId, link, chat, title, state, isUnknown = false, listedAtMs, network } = offer;
  const adsType = adsTypeOf(link);
  const isStale = isUnknown && nowMs - listedAtMs >= PASSES_AFTER_MS;
  return {
    orderId: adsId,
    link,
    resourceId: chat,
    type: adsType,
    status: state === 'done' || state === 'held' ? 'subscribed' : 'unsubscribed',
    availableNow: state !== 'gone' && !isStale,
    buttonText: buttonText(words, kindOf({ adsType }).button.plain, language),
    resourceLogo: '',
    resourceName: title,
    network,
  };
}
