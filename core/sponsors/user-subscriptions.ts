/** What a bot showed a user and what came of it (`interface.md`, POST /get-user-subscriptions). */
import { type BotView, languageOf } from '../audience/index.js';
import { listOf, setOf } from '../collections.js';
import { DAY_MS, lastDay, parseDay, startOfDay } from '../days.js';
import { ServiceError } from '../errors.js';
import type { NamedOffer } from '../networks/index.js';
import { hasOwnLinks } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { Pin } from '../ports/sponsor-store.js';
import { asShown } from '../subscriptions/index.js';
import { type AskedLinks, readAskedLinks } from './asked-links.js';
import type { List, Place } from './listing.js';
import { offerReader } from './network-places.js';
import { orderIdOf, readOrders } from './pins.js';
import { offeredSponsor, openSmartLink, type Sponsor } from './sponsor.js';
import type { Steps } from './steps.js';

export interface SubscriptionQuery {
  userId: number;
  /** Original or tracked links; empty asks for all. */
  links: string[];
  orderIds: number[];
  /** `YYYY-MM-DD` in the service's time zone, both inclusive. */
  startDate?: string;
  endDate?: string;
}

/** A smart link that is asked about. */
interface SmartLink {
  link: string;
  /** What it became, an order or an offer (negative); undefined while it waits to be opened. */
  adsId: number | undefined;
}

type OfferQuery = Omit<Parameters<typeof offerReader>[0], 'request' | 'user'> & {
  query: SubscriptionQuery;
  view: BotView;
};

const DEFAULT_DAYS = 30;
/** The most that one answer lists. */
const LIST_LIMIT = 500;

export function createUserSubscriptions(
  ports: Ports,
  { bots, chooser, listing, joins, sights, links: trackedLinks, offers }: Steps,
  publicUrl: string,
) {
  const { store, clock, settings, words } = ports;

  const windowOf = ({ links, startDate, endDate }: SubscriptionQuery) => {
    const zone = settings.SERVICE_TIMEZONE;
    const toMs =
      endDate === undefined ? clock.now() : startOfDay(parseDay(endDate, 'end_date') + 1, zone) - 1;
    const isUnbounded = links.length > 0 && startDate === undefined && endDate === undefined;
    const defaultFromMs = isUnbounded ? 0 : toMs - DEFAULT_DAYS * DAY_MS;
    const fromMs =
      startDate === undefined ? defaultFromMs : startOfDay(parseDay(startDate, 'start_date'), zone);
    if (toMs < fromMs)
      throw new ServiceError('invalid', `start_date: must not be after ${lastDay(endDate, 'end_date')}.`, {
        topic: 'days_reversed',
      });
    return { fromMs, toMs };
  };

  /** Of a list that was pinned before it was made, an own invite link stands in none of its answers, and matches too. */
  const ownLinksOf = (botId: number, places: readonly Place[]) => {
    const orders = listOf(places, ({ order }) => order).filter(hasOwnLinks);
    const orderIds = orders.map(({ orderId }) => orderId);
    return orderIds.length === 0 ? null : store.inviteLinks.linksAt(botId, orderIds, Number.MAX_SAFE_INTEGER);
  };

  /** Smart links that are asked about, with what each became; undefined while it waits to be opened. */
  const smartLinksOf = async ({ targets }: AskedLinks, botId: number, userId: number, pin: Pin | null) => {
    const links: SmartLink[] = [];
    for (const { target, link } of targets) {
      if (target.kind !== 'smart' || target.botId !== botId || target.userId !== userId) continue;
      const slot = pin?.slots[target.slotIndex];
      const adsId =
        slot?.kind === 'offer'
          ? slot.adsId
          : slot?.kind === 'smart'
            ? slot.orderId
            : await store.sponsors.adsIdOfSmartLink(botId, userId, target.slotIndex);
      links.push({ link, adsId: adsId ?? undefined });
    }
    return links;
  };

  /** Which places are asked about, by a link that stood in the list, or that the order has now. */
  const wantedBy = async (asked: AskedLinks, smart: readonly SmartLink[], list: List, bot: Bot) => {
    const [{ orderLinks, ownLinks }, latestOwn] = await Promise.all([
      listing.links(list, { bot }),
      ownLinksOf(bot.botId, list.places),
    ]);
    const tracked = setOf(asked.targets, ({ target }) =>
      target.kind === 'resource' ? target.orderId : undefined,
    );
    const found = setOf(smart, ({ adsId }) => adsId);
    return ({ order }: Place): boolean => {
      if (order === null) return false;
      const { orderId, link } = order;
      const links = [link, orderLinks.get(orderId)?.link, ownLinks.get(orderId), latestOwn?.get(orderId)];
      return links.some((each = '') => asked.has(each)) || tracked.has(orderId) || found.has(orderId);
    };
  };

  /** What other networks offered, as they say it stands now. */
  const offersTo = async (
    { bot, query, view, nowMs, deadlineMs }: OfferQuery,
    asked: AskedLinks,
    smart: readonly SmartLink[],
  ): Promise<Sponsor[]> => {
    const found = setOf(smart, ({ adsId }) => adsId);
    const isAsked = ({ link, adsId }: NamedOffer) => asked.isEmpty || asked.has(link) || found.has(adsId);
    const wanted = new Set(query.orderIds);
    const request = { chatId: query.userId };
    const reader = offerReader({ bot, request, user: view.user, nowMs, deadlineMs });
    const listed = await offers.listed(reader, windowOf(query), LIST_LIMIT);
    const about = listed.filter((offer) => (wanted.size === 0 || wanted.has(offer.adsId)) && isAsked(offer));
    const checked = await offers.check(reader, about);
    return checked.map((offer) => offeredSponsor(words, offer, languageOf(view), nowMs));
  };

  /** Checks and settles like a repeat request: it is how mode `newtask` is confirmed. */
  return async (botId: number, query: SubscriptionQuery): Promise<Sponsor[]> => {
    const bot = await bots.get(botId);
    const nowMs = clock.now();
    const deadlineMs = nowMs + settings.SPONSORS_DEADLINE_MS;
    const { userId } = query;
    const sinceMs = nowMs - settings.ATTRIBUTION_HOURS * 3_600_000;
    const [shown, context] = await Promise.all([
      store.sponsors.shownBy(botId, userId, windowOf(query), LIST_LIMIT),
      store.sponsors.requestContext(botId, userId, sinceMs, nowMs),
      chooser.sync(),
    ]);
    const wanted = new Set(query.orderIds);
    const rows = shown.filter(({ impression }) => wanted.size === 0 || wanted.has(impression.orderId));
    const orders = await readOrders(
      store,
      chooser,
      rows.map(({ impression }) => impression.orderId),
    );
    const { pin } = context;
    const pinned = setOf(pin?.slots ?? [], (slot) => orderIdOf(slot) ?? undefined);
    const pinnedAtMs = pin?.pinnedAtMs ?? nowMs;
    const listed = new Set<number>();
    const places = rows.flatMap(({ impression }): Place[] => {
      const { orderId } = impression;
      const order = orders.get(orderId);
      // Where it was shown last, latest first: an order that moved was shown more than once.
      if (order === undefined || listed.has(orderId)) return [];
      listed.add(orderId);
      const listedAtMs = pinned.has(orderId)
        ? Math.max(impression.shownAtMs, pinnedAtMs)
        : impression.shownAtMs;
      return [{ slot: { kind: 'order', orderId }, order: asShown(order, impression), listedAtMs }];
    });
    const asked = readAskedLinks(query.links, { trackedLinks, publicUrl, nowMs });
    const smart = await smartLinksOf(asked, botId, userId, pin);
    const shownList: List = { places, pin, sinceMs: pinnedAtMs, checks: null };
    const isWanted = asked.isEmpty ? null : await wantedBy(asked, smart, shownList, bot);
    // What is not asked about costs the platform no question, and is settled by another request.
    const list = isWanted === null ? shownList : { ...shownList, places: places.filter(isWanted) };
    const { view, context: seen } = await sights.of(bot, context, { userId }, nowMs);
    const language = languageOf(view);
    const reader = { bot, userId, language, isStranger: view.isStranger, context: seen };
    const checked = await listing.check(list, reader, deadlineMs);
    const changes = await joins.settle(checked, userId, context.contact);
    const assessed = listing.describe(list, reader, checked, changes);
    const unopened = smart.flatMap(({ link, adsId }) =>
      adsId === undefined ? [openSmartLink(words, link, language)] : [],
    );
    const offered = offers.asks(bot)
      ? await offersTo({ bot, query, view, nowMs, deadlineMs }, asked, smart)
      : [];
    return [...assessed.map((place) => place.sponsor), ...unopened, ...offered];
  };
}
