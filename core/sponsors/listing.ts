/** The list of sponsors that one request is about, and how its user stands with each of them now. */
import { keyedBy } from '../collections.js';
import { hasOwnLinks, shownLink } from '../orders/index.js';
import type {
  AsOf,
  Bot,
  Membership,
  Order,
  Pin,
  Ports,
  Impression,
  Slot,
  SubscriptionStatus,
  RequestContext,
} from '../ports.js';
import {
  type Check,
  type CheckState,
  membershipKey,
  type Verifier,
  watches,
} from '../subscriptions/index.js';
import { type Chooser } from './choosing/index.js';
import type { Changes } from './joins.js';
import { hostOf, logoUrl, resourceName, type Sponsor } from './sponsor.js';
import { linkEndMs, type TrackedLinks, unpinnedIndex } from './tracked-links.js';
import { buttonText } from './words.js';

/** A place in the list. `order` is null for an open smart link, and for an order that is no longer there. */
export interface Place {
  slot: Slot;
  order: Order | null;
}

export interface List {
  places: Place[];
  /** The pin it comes from; null when it was chosen just now. */
  pin: Pin | null;
  /** From when the links in it count, so that they stay the same for its life. */
  sinceMs: number;
  /** Checks made a moment ago, when the list was chosen; null: check now. */
  checks: Check[] | null;
  /** Of mode `newtask`: nobody pins it. */
  isUnpinned?: true;
}

export interface Assessed extends Place {
  sponsor: Sponsor;
  /** What a check found; null where nobody had to be asked. */
  state: CheckState | null;
  /** From when the user would be asked about again; null: not at all. */
  recheckAtMs: number | null;
}

/** A check that cannot be made is held against nobody once the user has had this long to see the sponsor. */
const UNKNOWN_SHOWS_MS = 60_000;

/** By order. */
type Links = ReadonlyMap<number, string>;

const NO_LINKS: Links = new Map();

/** Whom a list is for, and in which bot. */
export interface Reader {
  bot: Bot;
  context: RequestContext;
  userId: number;
  language: string;
  isStranger?: boolean;
  asOf?: AsOf;
}

/** What is so of a list's orders now, before anything is settled. */
export interface Checked {
  checks: readonly Check[];
  /** How the user stood with each order, and where they are in, by order and by resource. */
  statuses: ReadonlyMap<number, SubscriptionStatus>;
  memberships: ReadonlyMap<string, Membership>;
  available: ReadonlySet<number>;
  orderLinks: Links;
  ownLinks: Links;
  /** The user's impressions, where a check could not be made. */
  impressions: readonly Impression[];
}

/** Neither step changes anything: what the checks found is settled between them (`joins.ts`). */
export interface Listing {
  /** Finds out where the user is in, which orders are available, and which links stand in the list. */
  check(list: List, reader: Reader, deadlineMs: number): Promise<Checked>;
  /** Describes each place of the list for the user. @param changes the statuses that settling changed */
  describe(list: List, reader: Reader, checked: Checked, changes: Changes): Assessed[];
}

export function createListing(
  { clock, store }: Pick<Ports, 'clock' | 'store'>,
  parts: { chooser: Chooser; verifier: Verifier; links: TrackedLinks; publicUrl: string },
): Listing {
  const { chooser, verifier, links, publicUrl } = parts;

  /** An order's link may change while nobody has subscribed; the pinned list keeps those it was made with. */
  const linksOf = ({ pin, sinceMs }: List, orderIds: readonly number[], asOf: AsOf) =>
    pin === null ? NO_LINKS : store.orders.linksAt(orderIds, sinceMs, asOf);

  /** A bot's own invite links stand in lists that were made after they were; the others keep theirs. */
  const ownLinksOf = ({ sinceMs }: List, orders: readonly Order[], botId: number) => {
    const orderIds = orders.filter(hasOwnLinks).map(({ orderId }) => orderId);
    return orderIds.length === 0 ? NO_LINKS : store.inviteLinks.linksAt(botId, orderIds, sinceMs);
  };

  const linkOf = (
    { slot, order }: Place,
    slotIndex: number,
    list: List,
    { bot: { botId }, userId, context }: Reader,
    { ownLinks, orderLinks }: Checked,
  ): string => {
    const expiresAtMs = () => linkEndMs(list.sinceMs);
    if (order === null) {
      if (slot.kind !== 'smart') return '';
      const settled = context.subscriptionStatuses.length;
      const named = list.isUnpinned === true ? unpinnedIndex(slotIndex, settled) : slotIndex;
      return `${publicUrl}/r/${links.token({ kind: 'smart', botId, userId, slotIndex: named }, expiresAtMs())}`;
    }
    const { orderId } = order;
    if (order.adsType !== 'resource')
      return ownLinks.get(orderId) ?? shownLink(order, orderLinks.get(orderId));
    return `${publicUrl}/r/${links.token({ kind: 'resource', botId, userId, orderId }, expiresAtMs())}`;
  };

  return {
    check: async (list, reader, deadlineMs) => {
      const { bot, context, asOf, isStranger = false } = reader;
      const orders = list.places.map(({ order }) => order).filter((order) => order !== null);
      const statuses = keyedBy(context.subscriptionStatuses, ({ orderId }) => orderId);
      const memberships = keyedBy(context.memberships, ({ resourceId }) => resourceId);
      const checkNow = () => {
        const open = orders.filter(
          (order) => !passes(order, statuses.get(order.orderId) ?? null, memberships),
        );
        const purpose = { kind: 'done', listedAtMs: list.sinceMs } as const;
        return verifier.check(open, reader.userId, memberships, deadlineMs, purpose);
      };
      const checks = isStranger ? [] : (list.checks ?? (await checkNow()));
      const orderIds = orders.map((order) => order.orderId);
      const [available, orderLinks, ownLinks] = await Promise.all([
        // What was chosen a moment ago is available; what was pinned may have ended since.
        list.checks !== null ? new Set(orderIds) : chooser.available(orderIds, clock.now(), bot, asOf),
        linksOf(list, orderIds, asOf),
        ownLinksOf(list, orders, bot.botId),
      ]);
      const impressions = checks.some(({ state }) => state === 'unknown') ? await context.impressions() : [];
      return { checks, statuses, memberships, available, orderLinks, ownLinks, impressions };
    },
    describe: (list, reader, checked, changes) => {
      const { bot, userId, language } = reader;
      const { statuses, memberships, available, impressions } = checked;
      const checks = keyedBy(checked.checks, ({ order }) => order.orderId);
      return list.places.map((place, slotIndex) => {
        const link = linkOf(place, slotIndex, list, reader, checked);
        const { slot, order } = place;
        if (order === null) {
          const sponsor = smartSponsor(slot, link, language);
          return { slot, order, state: null, recheckAtMs: null, sponsor };
        }
        const { orderId } = order;
        const check = checks.get(orderId);
        const status = changes.has(orderId) ? changes.get(orderId) : statuses.get(orderId);
        const isStale =
          check?.state === 'unknown' && hasHadTime(impressions, orderId, bot.botId, clock.now());
        const sponsor = describeOrder(order, {
          link,
          language,
          publicUrl,
          status: status?.state ?? statusOf(check, isRemoved(order, memberships)),
          availableNow: available.has(orderId) && !isStale,
        });
        const recheckAtMs = check === undefined ? null : verifier.recheckAtMs(check, userId, list.sinceMs);
        return { slot, order, state: check?.state ?? null, recheckAtMs, sponsor };
      });
    },
  };
}

/** Whether the user is through with this order for good, so that nobody needs to be asked. */
function passes(
  order: Order,
  subscriptionStatus: SubscriptionStatus | null,
  known: ReadonlyMap<string, Membership>,
): boolean {
  if (isRemoved(order, known)) return true;
  if (subscriptionStatus === null || subscriptionStatus.state === 'unsubscribed') return false;
  return !watches(order) || known.get(membershipKey(order))?.state !== 'out';
}

/** Somebody else removed them, and they may not come back in: that must not hold them up here. */
function isRemoved(order: Order, known: ReadonlyMap<string, Membership>): boolean {
  const membership = known.get(membershipKey(order));
  return membership?.state === 'out' && membership.wasRemoved;
}

/** Of a user who is not settled. */
function statusOf(check: Check | undefined, wasRemoved: boolean): Sponsor['status'] {
  if (wasRemoved) return 'notgetted';
  return check?.state === 'in' ? 'subscribed' : 'unsubscribed';
}

function hasHadTime(
  impressions: readonly Impression[],
  orderId: number,
  botId: number,
  nowMs: number,
): boolean {
  const impression = impressions.find(
    (candidate) => candidate.orderId === orderId && candidate.botId === botId,
  );
  return impression !== undefined && nowMs - impression.firstShownAtMs >= UNKNOWN_SHOWS_MS;
}

function describeOrder(
  order: Order,
  facts: {
    link: string;
    language: string;
    publicUrl: string;
    status: Sponsor['status'];
    availableNow: boolean;
  },
): Sponsor {
  const { link, language, publicUrl, status, availableNow } = facts;
  const { resource, adsType, orderId } = order;
  return {
    orderId,
    link,
    resourceId: resource.resourceId,
    type: adsType,
    status,
    availableNow,
    buttonText: buttonText(adsType, language, resource.takesJoinRequests),
    resourceLogo: logoUrl(order, publicUrl),
    resourceName: resourceName(order),
  };
}

/** A smart link that waits to be opened. */
export function openSmartLink(link: string, language: string): Sponsor {
  return smartSponsor({ kind: 'smart', orderId: null }, link, language);
}

/** A smart link that waits to be opened, or (order 0) was opened and found nothing, which counts as done. */
function smartSponsor(slot: Slot, link: string, language: string): Sponsor {
  const isOpen = slot.kind === 'smart' && slot.orderId === null;
  return {
    orderId: 0,
    link,
    resourceId: '',
    type: 'smart_link',
    status: isOpen ? 'unsubscribed' : 'subscribed',
    availableNow: isOpen,
    buttonText: buttonText('smart_link', language),
    resourceLogo: '',
    resourceName: hostOf(link),
  };
}
