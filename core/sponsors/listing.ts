/** The list of sponsors that one request is about, and how its user stands with each of them now. */
import { keyedBy } from '../collections.js';
import { hasOwnLinks } from '../orders/index.js';
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
  type Settler,
  type Verifier,
  membershipKey,
} from '../subscriptions/index.js';
import { type Chooser } from './choosing/index.js';
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
const NO_CHANGES: ReadonlyMap<number, SubscriptionStatus | null> = new Map();

export interface Assessor {
  /** Checks, settles and describes each place of a list for the user. */
  assess(
    list: List,
    about: {
      bot: Bot;
      context: RequestContext;
      userId: number;
      language: string;
      isStranger?: boolean;
      asOf?: AsOf;
    },
    deadlineMs: number,
  ): Promise<Assessed[]>;
}

export function createAssessor(
  ports: Ports,
  parts: { chooser: Chooser; verifier: Verifier; settler: Settler; links: TrackedLinks; publicUrl: string },
): Assessor {
  const { chooser, verifier, settler, links, publicUrl } = parts;
  const { clock, store } = ports;

  /** Settles what a check found; returns the user's new status with the order, null when that did not change. */
  const follow = (
    check: Check,
    subscriptionStatus: SubscriptionStatus | null,
    userId: number,
  ): Promise<SubscriptionStatus | null> | null => {
    const { order, state } = check;
    if (state === 'in')
      return subscriptionStatus?.state === 'subscribed' ? null : settler.settle(order, userId);
    // That they are out is seen here; why, and so what it means in money, only the update tells (`evidence.md`, Leaving).
    const hasLeft = state === 'out' && subscriptionStatus?.state === 'subscribed' && watches(order);
    return hasLeft ? Promise.resolve({ ...subscriptionStatus, state: 'unsubscribed' }) : null;
  };

  const settleAll = async (
    checks: readonly Check[],
    subscriptionStatuses: ReadonlyMap<number, SubscriptionStatus>,
    userId: number,
  ): Promise<ReadonlyMap<number, SubscriptionStatus | null>> => {
    const changes: Promise<[orderId: number, subscriptionStatus: SubscriptionStatus | null]>[] = [];
    for (const check of checks) {
      const { orderId } = check.order;
      const change = follow(check, subscriptionStatuses.get(orderId) ?? null, userId);
      if (change !== null) changes.push(change.then((subscriptionStatus) => [orderId, subscriptionStatus]));
    }
    return changes.length === 0 ? NO_CHANGES : new Map(await Promise.all(changes));
  };

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
    {
      list,
      ownLinks,
      orderLinks,
      botId,
      userId,
      settled,
    }: { settled: number; list: List; ownLinks: Links; orderLinks: Links; botId: number; userId: number },
  ): string => {
    const expiresAtMs = () => linkEndMs(list.sinceMs);
    if (order === null) {
      if (slot.kind !== 'smart') return '';
      const named = list.isUnpinned === true ? unpinnedIndex(slotIndex, settled) : slotIndex;
      return `${publicUrl}/r/${links.token({ kind: 'smart', botId, userId, slotIndex: named }, expiresAtMs())}`;
    }
    const { orderId } = order;
    if (order.adsType !== 'resource') return ownLinks.get(orderId) ?? orderLinks.get(orderId) ?? order.link;
    return `${publicUrl}/r/${links.token({ kind: 'resource', botId, userId, orderId }, expiresAtMs())}`;
  };

  return {
    assess: async (list, { bot, context, userId, language, asOf, isStranger = false }, deadlineMs) => {
      const subscriptionStatuses = keyedBy(context.subscriptionStatuses, ({ orderId }) => orderId);
      const orders = list.places.map(({ order }) => order).filter((order) => order !== null);
      const known = keyedBy(context.memberships, ({ resourceId }) => resourceId);
      const checkNow = () => {
        const open = orders.filter(
          (order) => !passes(order, subscriptionStatuses.get(order.orderId) ?? null, known),
        );
        const purpose = { kind: 'done', listedAtMs: list.sinceMs } as const;
        return verifier.check(open, userId, known, deadlineMs, purpose);
      };
      const checks = isStranger ? [] : (list.checks ?? (await checkNow()));
      const checked = keyedBy(checks, ({ order }) => order.orderId);
      const orderIds = orders.map((order) => order.orderId);
      // What was chosen a moment ago is available; what was pinned may have ended since.
      const [available, orderLinks, ownLinks] = await Promise.all([
        list.checks !== null ? new Set(orderIds) : chooser.available(orderIds, clock.now(), bot, asOf),
        linksOf(list, orderIds, asOf),
        ownLinksOf(list, orders, bot.botId),
      ]);
      const changed = await settleAll(checks, subscriptionStatuses, userId);
      const impressions = checks.some(({ state }) => state === 'unknown') ? await context.impressions() : [];

      return list.places.map((place, slotIndex) => {
        const settled = context.subscriptionStatuses.length;
        const about = { list, ownLinks, orderLinks, botId: bot.botId, userId, settled };
        const link = linkOf(place, slotIndex, about);
        const { slot, order } = place;
        if (order === null) {
          const sponsor = smartSponsor(slot, link, language);
          return { slot, order, state: null, recheckAtMs: null, sponsor };
        }
        const { orderId } = order;
        const check = checked.get(orderId);
        const subscriptionStatus = changed.has(orderId)
          ? changed.get(orderId)
          : subscriptionStatuses.get(orderId);
        const isStale =
          check?.state === 'unknown' && hasHadTime(impressions, orderId, bot.botId, clock.now());
        const sponsor = describe(order, {
          link,
          language,
          publicUrl,
          status: subscriptionStatus?.state ?? statusOf(check, isRemoved(order, known)),
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

function watches(order: Order): boolean {
  return order.adsType === 'channel' && order.trackUnsubscriptions;
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

function describe(
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
