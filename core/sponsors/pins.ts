/** A pinned list, with its orders: running ones from the snapshot, ended ones from the store. */
import { keyedBy, listOf } from '../collections.js';
import type { NamedOffer, OfferReader, Offers } from '../networks/index.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import type { Pin, Slot } from '../ports/sponsor-store.js';
import type { Chooser } from '../choosing/index.js';
import type { Place } from './listing.js';

const NO_OFFERS: ReadonlyMap<number, NamedOffer> = new Map();

export function createPinReader(
  { store }: Pick<Ports, 'store'>,
  chooser: Pick<Chooser, 'order'>,
  offers: Pick<Offers, 'read'>,
) {
  const readOffers = async ({ slots }: Pin, reader: OfferReader) => {
    const adsIds = listOf(slots, (slot) => (slot.kind === 'offer' ? slot.adsId : null));
    return adsIds.length === 0 ? NO_OFFERS : keyedBy(await offers.read(reader, adsIds), ({ adsId }) => adsId);
  };

  return {
    /** @param reader whose list it is, for its offers of other networks */
    read: async (pin: Pin, reader: OfferReader) => {
      const [orders, offered] = await Promise.all([
        readOrders(store, chooser, listOf(pin.slots, orderIdOf)),
        readOffers(pin, reader),
      ]);
      const toPlace = (slot: Slot): Place | null => {
        if (slot.kind === 'offer') {
          const offer = offered.get(slot.adsId);
          return offer === undefined ? null : { slot, order: null, offer };
        }
        const orderId = orderIdOf(slot);
        if (orderId === null) return { slot, order: null };
        const order = orders.get(orderId);
        return order === undefined ? null : { slot, order };
      };
      return { places: listOf(pin.slots, toPlace), pin, sinceMs: pin.pinnedAtMs, checks: null };
    },
  };
}

/** Orders by id, as the snapshot has them, or else the store. */
export async function readOrders(
  store: Ports['store'],
  chooser: Pick<Chooser, 'order'>,
  orderIds: readonly number[],
): Promise<Map<number, Order>> {
  const running = listOf(orderIds, (orderId) => chooser.order(orderId));
  const found = new Map(running.map((order) => [order.orderId, order]));
  const missing = orderIds.filter((orderId) => !found.has(orderId));
  const ended = missing.length === 0 ? [] : await store.orders.findMany(missing);
  for (const order of ended) found.set(order.orderId, order);
  return found;
}

/** The order a slot stands for; null for an offer, and for a smart link that is open or found nothing (0). */
export function orderIdOf(slot: Slot): number | null {
  return slot.kind === 'offer' || slot.orderId === 0 ? null : slot.orderId;
}
