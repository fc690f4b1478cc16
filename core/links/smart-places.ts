/**
 * What a smart link becomes: an order that suits the user, else an offer of the bot's other networks. Neither leads where an
 * offer of the user's lists leads.
 */
import { type OfferReader, orderKeysOf, targetKeysOf } from '../networks/index.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { RequestContext } from '../ports/sponsor-store.js';
import type { Order } from '../ports/order-store.js';
import { type Picking, readOrders } from '../sponsors/index.js';
import type { FollowParts } from './follow.js';

/** More offers than one list holds: a user may have several lists, one for each mode. */
const OFFERS_LOOKED_AT = 50;
/** How many orders that lead to a chat of an offer are passed over. */
const ROUNDS = 5;
const MINUTE_MS = 60_000;

/** See `targetKeysOf`. */
type Targets = ReadonlySet<string>;

export function createSmartPlaces(
  { store }: Pick<Ports, 'store'>,
  { offers, picker, joins, chooser }: Pick<FollowParts, 'offers' | 'picker' | 'joins' | 'chooser'>,
) {
  const leadsTo = (order: Order, taken: Targets) =>
    taken.size > 0 && orderKeysOf(order).some((key) => taken.has(key));

  return {
    /** Whether an order leads to one of these. */
    leadsTo,
    /** Where offers of lists lead that may still be on the user's screen. */
    taken: async (reader: OfferReader): Promise<Targets> => {
      const { bot, nowMs } = reader;
      if (!offers.asks(bot)) return new Set();
      const window = { fromMs: nowMs - bot.settings.timePurgeMinutes * MINUTE_MS, toMs: nowMs };
      const listed = await offers.listed(reader, window, OFFERS_LOOKED_AT);
      return new Set(listed.flatMap((offer) => [String(offer.adsId), ...targetKeysOf(offer)]));
    },
    /** The best order for the user; null where none suits. Settles those that the user turns out to be in. */
    order: async (picking: Picking, taken: Targets, deadlineMs: number) => {
      const passedOver = [...picking.request.excludeOrderIds];
      for (let round = 0; round < ROUNDS; round += 1) {
        const request = { ...picking.request, excludeOrderIds: passedOver };
        const { checks, members } = await picker.pick({ ...picking, request }, deadlineMs);
        await joins.settleMembers(members, picking.context, picking.user.userId);
        const order = checks[0]?.order ?? null;
        if (order === null || !leadsTo(order, taken)) return order;
        passedOver.push(order.orderId);
      }
      return null;
    },
    /**
     * An offer of the bot's networks, kept as listed; null where there is none.
     * @param listed the orders of the user's list
     * @param smartLink number of the link, outside of a pinned list, where nothing else remembers what it became
     */
    offer: async (
      reader: OfferReader,
      taken: Targets,
      listed: readonly number[],
      smartLink: number | null,
    ) => {
      if (!offers.asks(reader.bot)) return null;
      const orders = await readOrders(store, chooser, listed);
      const all = new Set([...taken, ...[...orders.values()].flatMap(orderKeysOf)]);
      const [found] = await offers.find(reader, 1, all);
      if (found === undefined) return null;
      const offer = { ...found, smartLink };
      await offers.keep(reader, [offer]);
      return offer;
    },
    /** An offer that was found by a smart link, while its network is there and has not withdrawn it. */
    found: async (reader: OfferReader, adsId: number) => {
      const [offer] = await offers.read(reader, [adsId]);
      return offer === undefined || offer.state === 'gone' ? null : offer;
    },
  };
}

/** Orders that this bot has shown the user while a list stands. */
export async function shownLately(
  context: Pick<RequestContext, 'impressions'>,
  { botId, settings }: Pick<Bot, 'botId' | 'settings'>,
  nowMs: number,
): Promise<number[]> {
  const sinceMs = nowMs - settings.timePurgeMinutes * MINUTE_MS;
  const impressions = await context.impressions();
  return impressions
    .filter((impression) => impression.botId === botId && impression.seenAtMs >= sinceMs)
    .map(({ orderId }) => orderId);
}
