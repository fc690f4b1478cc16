/** A pinned list, with its orders: running ones from the snapshot, ended ones from the store. */
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import type { Pin, Slot } from '../ports/sponsor-store.js';
import type { Chooser } from '../choosing/index.js';
import type { List, Place } from './listing.js';

export interface PinReader {
  read(pin: Pin): Promise<List>;
}

export function createPinReader({ store }: Pick<Ports, 'store'>, chooser: Pick<Chooser, 'order'>): PinReader {
  return {
    read: async (pin) => {
      const orders = await readOrders(store, chooser, pin.slots.flatMap(orderIdOf));
      const toPlace = (slot: Slot): Place[] => {
        const [orderId] = orderIdOf(slot);
        if (orderId === undefined) return [{ slot, order: null }];
        const order = orders.get(orderId);
        return order === undefined ? [] : [{ slot, order }];
      };
      return { places: pin.slots.flatMap(toPlace), pin, sinceMs: pin.pinnedAtMs, checks: null };
    },
  };
}

/** Orders by id, as the snapshot has them, or else the store. */
export async function readOrders(
  store: Ports['store'],
  chooser: Pick<Chooser, 'order'>,
  orderIds: readonly number[],
): Promise<Map<number, Order>> {
  const running = orderIds.flatMap((orderId) => chooser.order(orderId) ?? []);
  const found = new Map(running.map((order) => [order.orderId, order]));
  const missing = orderIds.filter((orderId) => !found.has(orderId));
  const ended = missing.length === 0 ? [] : await store.orders.findMany(missing);
  for (const order of ended) found.set(order.orderId, order);
  return found;
}

/** The order a slot stands for; none for a smart link that is open, or that found nothing (0). */
function orderIdOf(slot: Slot): number[] {
  return slot.orderId === null || slot.orderId === 0 ? [] : [slot.orderId];
}
