/**
 * Fills a new list: more is chosen than needed, and the first are kept that the user is not already in. What it finds the
 * user in is for others to settle (`joins.ts`).
 */
import { keyedBy, setOf } from '../collections.js';
import { languageIdOf } from '../data/index.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { EndUser } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order } from '../ports/order-store.js';
import type { Membership } from '../ports/sponsor-store.js';
import { type Check, membershipKey, type Verifier } from '../subscriptions/index.js';
import type { Chooser, Look, Viewer } from '../choosing/index.js';
import type { Place } from './listing.js';
import { leftAlone, type RememberingContext } from './request-contexts.js';

/** How many more than needed are chosen at once, for those the user turns out to be in. */
const SPARE = 2;
/** A user who is in everything must not make us walk the whole catalog. */
const ROUNDS = 3;
const DAY_MS = 86_400_000;
const NOTHING_SHOWN: ReadonlyMap<number, number> = new Map();

export interface Picking {
  bot: Bot;
  user: EndUser;
  context: RememberingContext;
  nowMs: number;
  /** When the request came in. */
  asOf?: AsOf;
  /** Of a stranger the platform is asked nothing, since nothing of the answer may show. */
  view: { isStranger: boolean };
  request: { maxSponsors?: number; excludeResourceIds: string[]; excludeOrderIds: number[] };
}

export interface Picked {
  places: Place[];
  checks: Check[];
  /** How many sponsors there was room for. */
  wanted: number;
  /** Orders that were chosen and left out, since the user turned out to be in. */
  members: readonly Order[];
  /** Null where no order was looked at. */
  look: Look | null;
}

export function createPicker(ports: Ports, { chooser, verifier }: { chooser: Chooser; verifier: Verifier }) {
  const { store, clock, settings } = ports;
  /** Read only where it is used, and something can be there: most who are new have been shown nothing. */
  const shownTo = async ({ bot, context, view }: Picking): Promise<ReadonlyMap<number, number>> => {
    const isKnown = context.user !== null || context.isKnownToBot;
    if (!isKnown || view.isStranger || !chooser.learns(bot)) return NOTHING_SHOWN;
    const joined = new Set(context.subscriptionStatuses.map(({ orderId }) => orderId));
    return leftAlone(await context.remembered(), joined);
  };

  const viewer = async (picking: Picking): Promise<Viewer> => {
    const { bot, user, context, view, nowMs, asOf, request } = picking;
    const [excluded, shownOrderIds, botQuality] = await Promise.all([
      chooser.excluded(bot, asOf),
      shownTo(picking),
      chooser.quality(bot),
    ]);
    const settledSinceMs = nowMs - settings.RESHOW_DAYS * DAY_MS;
    return {
      user,
      bot,
      botQuality,
      isInContact: !view.isStranger,
      excludedOrderIds:
        request.excludeOrderIds.length === 0 ? excluded : new Set([...excluded, ...request.excludeOrderIds]),
      excludedResourceIds: setOf(request.excludeResourceIds, (resourceId) => resourceId),
      settledOrderIds: setOf(context.subscriptionStatuses, ({ orderId, atMs }) =>
        atMs >= settledSinceMs ? orderId : undefined,
      ),
      shownOrderIds,
      leftResourceIds: setOf(context.memberships, (membership) =>
        isWasted(membership, settledSinceMs) ? membership.resourceId : undefined,
      ),
      memberResourceIds: setOf(context.memberships, ({ resourceId, state }) =>
        state === 'in' ? resourceId : undefined,
      ),
      nowMs,
      asOf,
    };
  };

  const pickOrders = async (
    picking: Picking,
    deadlineMs: number,
    count: number,
  ): Promise<Pick<Picked, 'checks' | 'members' | 'look'>> => {
    const { context, user, view } = picking;
    const known = keyedBy(context.memberships, ({ resourceId }) => resourceId);
    let from = await viewer(picking);
    const look = chooser.note(from);
    const members: Order[] = [];
    const picked = new Map<string, Check>();
    // Late as it may be (the first request of a process waits for the catalog), an empty list must not be pinned for it.
    const hasTime = (round: number) => round === 0 || clock.now() < deadlineMs;
    for (let round = 0; round < ROUNDS && picked.size < count && hasTime(round); round++) {
      const wanted = count - picked.size + SPARE;
      const orders = await chooser.choose(from, wanted);
      const checks = view.isStranger
        ? orders.map((order): Check => ({ order, state: 'unasked', membership: null }))
        : await verifier.check(orders, user.userId, known, deadlineMs, { kind: 'choosing' });
      for (const check of checks) {
        // Two orders for one channel are one thing to do: the better ranked of them is kept.
        const key = membershipKey(check.order);
        if (check.state === 'in') members.push(check.order);
        else if (picked.size < count && !picked.has(key) && check.membership?.isBarred !== true)
          picked.set(key, check);
      }
      if (orders.length < wanted) break;
      const seen = orders.map((order) => order.orderId);
      from = { ...from, excludedOrderIds: new Set([...from.excludedOrderIds, ...seen]) };
    }
    return { checks: [...picked.values()], members, look };
  };

  return {
    /** Who asks, for the chooser. */
    viewer,
    /** New places for the list, with the checks that were made to find them. */
    pick: async (picking: Picking, deadlineMs: number) => {
      const { user, nowMs } = picking;
      const count = picking.request.maxSponsors ?? picking.bot.settings.maxSponsors;
      const { checks, members, look } = await pickOrders(picking, deadlineMs, count);
      const places = checks.map(({ order }): Place => ({
        slot: { kind: 'order', orderId: order.orderId },
        order,
      }));
      const hasRoom = places.length < count && picking.bot.settings.useSmartLink;
      if (hasRoom && (await chooser.couldSuitAfterVisit(await viewer(picking)))) {
        places.push({ slot: { kind: 'smart', orderId: null }, order: null });
      }
      // A bot's word about users that the platform does not confirm as its own forecasts nothing.
      if (!picking.view.isStranger) {
        const languageId = languageIdOf(user.languageCode) ?? 0;
        store.learning.countList({ languageId, places: count, filled: places.length }, nowMs);
      }
      return { places, checks, wanted: count, members, look };
    },
  };
}

/** Whatever order leads there: a user who comes back is `notgetted`, and who is banned cannot come in. */
function isWasted({ state, hadLeft, isBarred, sinceMs }: Membership, settledSinceMs: number): boolean {
  return isBarred || (hadLeft && state !== 'in' && sinceMs >= settledSinceMs);
}
