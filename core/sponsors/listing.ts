/** The list of sponsors that one request is about, and how its user stands with each of them now. */
import { keyedBy, listOf } from '../collections.js';
import { isOpened } from '../kinds/index.js';
import type { NamedOffer } from '../networks/index.js';
import { hasOwnLinks, shownLink } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order, LinkAt } from '../ports/order-store.js';
import type {
  Membership,
  Pin,
  Impression,
  Slot,
  SubscriptionStatus,
  RequestContext,
} from '../ports/sponsor-store.js';
import {
  asShown,
  type Check,
  type CheckState,
  countsAsIn,
  membershipKey,
  type Verifier,
  watches,
} from '../subscriptions/index.js';
import { type Chooser } from '../choosing/index.js';
import type { Changes } from './joins.js';
import {
  type Button,
  buttonOf,
  buttonText,
  describeOrder,
  isActionable,
  offeredSponsor,
  PASSES_AFTER_MS,
  smartSponsor,
  type Sponsor,
} from './sponsor.js';
import { linkEndMs, type TrackedLinks, unpinnedIndex } from '../tracked-links.js';

/** A place in the list. `order` is null for an offer, an open smart link, and an order that is no longer there. */
export interface Place {
  slot: Slot;
  order: Order | null;
  /** Of another network. */
  offer?: NamedOffer;
  /** When the list began that it stands in, where that is not the list at hand. */
  listedAtMs?: number;
}

export interface List {
  places: Place[];
  /** The pin it comes from; null when it was chosen just now. */
  pin: Pin | null;
  /** From when the links in it count, so that they stay the same for its life. */
  sinceMs: number;
  /** Checks made a moment ago, when the list was chosen; null: check now. */
  checks: Check[] | null;
  /** Of mode `newtask`: it is not pinned. */
  isUnpinned?: boolean;
}

export interface Assessed extends Place {
  sponsor: Sponsor;
  /** Its link is the bot's own. */
  hasOwnLink: boolean;
  /** What a check found; null where no question was needed. */
  state: CheckState | null;
  /** From when the user would be asked about again; null: not at all. */
  recheckAtMs: number | null;
}

/** By order. */
type Links = ReadonlyMap<number, LinkAt>;

/** Links of a list's orders that were others when it was made: the orders' own, and the bot's invite links. */
export interface ListLinks {
  orderLinks: Links;
  ownLinks: ReadonlyMap<number, string>;
}

const NO_LINKS: Links = new Map();
const NO_OWN_LINKS: ReadonlyMap<number, string> = new Map();

/** The user that a list is for, and the bot. */
export interface Reader {
  bot: Bot;
  context: RequestContext;
  userId: number;
  language: string;
  /** Then the platform is asked nothing, since nothing of the answer may show. */
  isStranger: boolean;
  asOf?: AsOf;
}

/** What is so of a list's orders now, before anything is settled. */
export interface Checked {
  /** The list's, with each order as it was when the list was made. */
  places: readonly Place[];
  checks: readonly Check[];
  /** How the user stood with each order, and where they are in, by order and by resource. */
  statuses: ReadonlyMap<number, SubscriptionStatus>;
  memberships: ReadonlyMap<string, Membership>;
  available: ReadonlySet<number>;
  links: ListLinks;
  /** The user's impressions, where a check could not be made. */
  impressions: readonly Impression[];
}

/** Neither step changes anything: what the checks found is settled between them (`joins.ts`). */
export function createListing(
  { clock, store, words }: Pick<Ports, 'clock' | 'store' | 'words'>,
  parts: { chooser: Chooser; verifier: Verifier; links: TrackedLinks; publicUrl: string },
) {
  const { chooser, verifier, links: trackedLinks, publicUrl } = parts;

  /** An order's link may change before the first subscriber; the pinned list keeps those it was made with. */
  const orderLinksOf = ({ places, pin, sinceMs }: List, asOf: AsOf) =>
    pin === null ? NO_LINKS : store.orders.linksAt(idsOf(ordersOf(places)), sinceMs, asOf);

  /** So does it keep where its orders led. */
  const placesOf = async ({ places, sinceMs }: List, { bot, context }: Reader, links: Links) => {
    if ([...links.values()].every(({ isCurrent }) => isCurrent)) return places;
    const shown = (await context.impressions()).filter(
      ({ botId, firstShownAtMs }) => botId === bot.botId && firstShownAtMs <= sinceMs,
    );
    return places.map((place): Place =>
      place.order === null ? place : asPinned(place, place.order, links, shown),
    );
  };

  /** A bot's own invite links stand in lists that were made after they were; the others keep theirs. */
  const ownLinksOf = (
    { sinceMs }: List,
    orders: readonly Order[],
    { bot: { botId }, asOf }: Pick<Reader, 'bot' | 'asOf'>,
  ) => {
    const orderIds = orders.filter(hasOwnLinks).map(({ orderId }) => orderId);
    return orderIds.length === 0 ? NO_OWN_LINKS : store.inviteLinks.linksAt(botId, orderIds, sinceMs, asOf);
  };

  const linkOf = (
    { slot, order }: Place,
    slotIndex: number,
    list: List,
    { bot: { botId }, userId, context }: Reader,
    { ownLinks, orderLinks }: ListLinks,
  ): string => {
    const expiresAtMs = () => linkEndMs(list.sinceMs);
    if (order === null) {
      if (slot.kind !== 'smart') return '';
      const settled = context.subscriptionStatuses.length;
      const named = list.isUnpinned === true ? unpinnedIndex(slotIndex, settled) : slotIndex;
      return `${publicUrl}/r/${trackedLinks.token({ kind: 'smart', botId, userId, slotIndex: named }, expiresAtMs())}`;
    }
    const { orderId } = order;
    if (!isOpened(order)) return ownLinks.get(orderId) ?? shownLink(order, orderLinks.get(orderId)?.link);
    return `${publicUrl}/r/${trackedLinks.token({ kind: 'resource', botId, userId, orderId }, expiresAtMs())}`;
  };

  const links = async (list: List, reader: Pick<Reader, 'bot' | 'asOf'>): Promise<ListLinks> => {
    const [orderLinks, ownLinks] = await Promise.all([
      orderLinksOf(list, reader.asOf),
      ownLinksOf(list, ordersOf(list.places), reader),
    ]);
    return { orderLinks, ownLinks };
  };

  return {
    links,
    /** Finds out where the user is in, which orders are available, and which links stand in the list. */
    check: async (list: List, reader: Reader, deadlineMs: number): Promise<Checked> => {
      const { bot, context, asOf, isStranger } = reader;
      const orderLinks = await orderLinksOf(list, asOf);
      const places = await placesOf(list, reader, orderLinks);
      const orders = ordersOf(places);
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
      const orderIds = idsOf(orders);
      const [available, ownLinks] = await Promise.all([
        // What was chosen a moment ago is available; what was pinned may have ended since.
        list.checks !== null ? new Set(orderIds) : chooser.available(orderIds, clock.now(), bot, asOf),
        ownLinksOf(list, orders, reader),
      ]);
      const impressions = checks.some(({ state }) => state === 'unknown') ? await context.impressions() : [];
      return {
        places,
        checks,
        statuses,
        memberships,
        available,
        impressions,
        links: { orderLinks, ownLinks },
      };
    },
    /** Describes each place of the list for the user. @param changes the statuses that settling changed */
    describe: (list: List, reader: Reader, checked: Checked, changes: Changes): Assessed[] => {
      const { userId, language, isStranger } = reader;
      const { statuses, memberships, available } = checked;
      const labelOf = (button: Button) => buttonText(words, button, language);
      const checks = keyedBy(checked.checks, ({ order }) => order.orderId);
      return checked.places.map((place, slotIndex) => {
        const { slot, order, offer } = place;
        if (offer !== undefined)
          return { ...unchecked(place), sponsor: offeredSponsor(words, offer, language, clock.now()) };
        const link = linkOf(place, slotIndex, list, reader, checked.links);
        if (order === null) {
          const smart = smartSponsor(slot, link, labelOf('open'));
          const sponsor = isStranger ? passing(smart, place, list, clock.now()) : smart;
          return { slot, order, hasOwnLink: false, state: null, recheckAtMs: null, sponsor };
        }
        const { orderId } = order;
        const check = checks.get(orderId);
        const status = changes.has(orderId) ? changes.get(orderId) : statuses.get(orderId);
        const state = isStranger
          ? joinedOf(order, memberships)
          : (status?.state ?? statusOf(check, isShutOut(order, memberships)));
        const isStale = check?.state === 'unknown' && hasHadTime(checked, orderId, reader, clock.now());
        const availableNow = available.has(orderId) && !isStale;
        const label = labelOf(buttonOf(order));
        const described = describeOrder(order, { link, label, publicUrl, status: state, availableNow });
        const sponsor = isStranger ? passing(described, place, list, clock.now()) : described;
        const recheckAtMs = check === undefined ? null : verifier.recheckAtMs(check, userId, list.sinceMs);
        const hasOwnLink = checked.links.ownLinks.has(orderId);
        return { slot, order, hasOwnLink, state: check?.state ?? null, recheckAtMs, sponsor };
      });
    },
  };
}

export const sponsorsOf = (assessed: readonly Assessed[]): Sponsor[] =>
  assessed.map(({ sponsor }) => sponsor);

function unchecked(place: Place): Omit<Assessed, 'sponsor'> {
  return { ...place, hasOwnLink: false, state: null, recheckAtMs: null };
}

/** When a sponsor that a stranger has not joined holds them up no longer. */
export function passesAtMs({ listedAtMs }: Place, { sinceMs }: List): number {
  return (listedAtMs ?? sinceMs) + PASSES_AFTER_MS;
}

function passing(sponsor: Sponsor, place: Place, list: List, nowMs: number): Sponsor {
  return isActionable(sponsor) && nowMs >= passesAtMs(place, list)
    ? { ...sponsor, availableNow: false }
    : sponsor;
}

/** Of a stranger only what they joined since is known. */
function joinedOf(order: Order, memberships: ReadonlyMap<string, Membership>): Sponsor['status'] {
  return countsAsIn(order, memberships.get(membershipKey(order)) ?? null) ? 'subscribed' : 'unsubscribed';
}

function ordersOf(places: readonly Place[]): Order[] {
  return listOf(places, ({ order }) => order);
}

function idsOf(orders: readonly Order[]): number[] {
  return orders.map(({ orderId }) => orderId);
}

/** @param shown in the list's bot, before it was pinned */
function asPinned(place: Place, order: Order, links: Links, shown: readonly Impression[]): Place {
  const { orderId } = order;
  const link = links.get(orderId);
  if (link === undefined || link.isCurrent) return place;
  const ofOrder = shown.filter((impression) => impression.orderId === orderId);
  const last = ofOrder.toSorted((one, other) => other.seenAtMs - one.seenAtMs)[0];
  return last === undefined ? place : { ...place, order: asShown(order, last, link.link) };
}

/** Whether the user is through with this order for good, so that no question is needed. */
function passes(
  order: Order,
  subscriptionStatus: SubscriptionStatus | null,
  known: ReadonlyMap<string, Membership>,
): boolean {
  // Who was banned after they left is asked about: they may be back.
  if (subscriptionStatus?.state === 'unsubscribed') return false;
  if (isShutOut(order, known)) return true;
  if (subscriptionStatus === null) return false;
  return !watches(order) || known.get(membershipKey(order))?.state !== 'out';
}

/** Somebody else removed or banned them, and they may not come in: that must not hold them up here. */
function isShutOut(order: Order, known: ReadonlyMap<string, Membership>): boolean {
  const membership = known.get(membershipKey(order));
  return membership?.state === 'out' && (membership.wasRemoved || membership.isBarred);
}

/** Of a user who is not settled. */
function statusOf(check: Check | undefined, isKeptOut: boolean): Sponsor['status'] {
  if (isKeptOut || check?.membership?.isBarred === true) return 'notgetted';
  return check?.state === 'in' ? 'subscribed' : 'unsubscribed';
}

function hasHadTime(
  { impressions }: Pick<Checked, 'impressions'>,
  orderId: number,
  { bot: { botId } }: Pick<Reader, 'bot'>,
  nowMs: number,
): boolean {
  const impression = impressions.find((one) => one.orderId === orderId && one.botId === botId);
  return impression !== undefined && nowMs - impression.firstShownAtMs >= PASSES_AFTER_MS;
}
