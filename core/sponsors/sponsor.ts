/** A sponsor as a caller sees it (`interface.md`, Sponsor). */
import { isOpened, type AdsType } from '../kinds/index.js';
import { DEFAULT_ORDER_NAME } from '../orders/index.js';
import type { Order } from '../ports/order-store.js';
import type { SubscriptionStatus } from '../ports/sponsor-store.js';

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
