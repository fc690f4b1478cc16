/** What was read of orders is remembered until the log says that some order's figures, links or money moved. */
import type { AsOf } from '../../core/ports/as-of.js';
import { createCoalesced } from './coalesced.js';
import type { InvalidationLog } from './invalidation-log.js';

/** Then all are forgotten, which costs one read each. */
const REMEMBERED = 20_000;

/** How remembered values are read. `Moment`: what decides the answer, except the orders. */
interface Reading<Value, Moment> {
  /** Of all that are asked for at once; an order that the answer does not name is not there. */
  read(orderIds: readonly number[], moment: Moment): Promise<ReadonlyMap<number, Value>>;
  /** Questions at moments with the same key have one answer. */
  keyOf(moment: Moment): string;
  /** Whether what was read then may be taken now. */
  isStill(value: Value, moment: Moment): boolean;
}

interface Ask<Moment> {
  orderIds: readonly number[];
  moment: Moment;
}

export function createRememberedByOrder<Value, Moment>(
  log: InvalidationLog,
  { read, keyOf, isStill }: Reading<Value, Moment>,
) {
  const values = new Map<number, Value>();
  /** Of the look that `values` are as old as. */
  let knownMark = -1;

  const readTogether = createCoalesced<Ask<Moment>, ReadonlyMap<number, Value>>({
    run: (asks) => {
      const groups = new Map<string, { orderIds: Set<number>; moment: Moment }>();
      for (const { orderIds, moment } of asks) {
        const group = groups.get(keyOf(moment)) ?? { orderIds: new Set(), moment };
        groups.set(keyOf(moment), { orderIds: new Set([...group.orderIds, ...orderIds]), moment });
      }
      const answers = new Map(
        [...groups].map(([key, { orderIds, moment }]) => [key, read([...orderIds], moment)]),
      );
      return Promise.all(asks.map(async ({ moment }) => (await answers.get(keyOf(moment))) ?? new Map()));
    },
  });

  return async (
    orderIds: readonly number[],
    moment: Moment,
    asOf?: AsOf,
  ): Promise<ReadonlyMap<number, Value>> => {
    const { orders: mark } = await log.look(asOf);
    if (mark > knownMark) {
      values.clear();
      knownMark = mark;
    }
    const known = new Map<number, Value>();
    for (const orderId of orderIds) {
      const value = mark === knownMark ? values.get(orderId) : undefined;
      if (value !== undefined && isStill(value, moment)) known.set(orderId, value);
    }
    const missing = orderIds.filter((orderId) => !known.has(orderId));
    if (missing.length === 0) return known;
    const found = await readTogether({ orderIds: missing, moment });
    if (values.size >= REMEMBERED) values.clear();
    for (const orderId of missing) {
      const value = found.get(orderId);
      if (value === undefined) continue;
      known.set(orderId, value);
      // What was read before a change must not be remembered after it.
      if (mark === knownMark) values.set(orderId, value);
    }
    return known;
  };
}
