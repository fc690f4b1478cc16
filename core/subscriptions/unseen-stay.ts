/**
 * A stay of which its end alone is reported: an update says that the user was in until they left, and none said that they had
 * come (`evidence.md`, Leaving and returning). They are settled as if an answer had found them in right before.
 */
import { CLOCK_TOLERANCE_MS } from '../evidence/index.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import type { Membership } from '../ports/sponsor-store.js';
import type { Observation } from '../ports/subscription-store.js';
import { countsAsIn, MARGIN_MS } from './membership.js';
import type { Settler } from './settle.js';
import { createUnheardJoin } from './unheard-join.js';

/** What an update says of who left. */
type Leaving = Pick<Observation, 'userId' | 'resourceId' | 'atMs'> & { checkerBotId?: number | null };

export function createUnseenStay(ports: Ports, settler: Settler) {
  const { store } = ports;
  const dateJoin = createUnheardJoin(ports);

  /** They came before they were found in, or after they were last known to be out: where updates were lost since, then. */
  const cameAtMs = async (
    { userId, resourceId, atMs, checkerBotId = null }: Leaving,
    known: Membership | undefined,
    orders: readonly Order[],
  ): Promise<number> => {
    if (known?.state === 'in') return Math.min(known.checkedAtMs, atMs);
    if (known === undefined || known.state === 'requested') return atMs;
    const outAtMs = known.checkedAtMs + MARGIN_MS;
    const spans = await store.orderWatch.unheard(resourceId, checkerBotId, outAtMs);
    return (await dateJoin(orders, userId, { fromMs: outAtMs, toMs: atMs }, spans)) ?? atMs;
  };

  /** @param findOrders for which the user may have come */
  return async (leaving: Leaving, findOrders: () => Promise<readonly Order[]>): Promise<void> => {
    const { userId, resourceId, atMs } = leaving;
    const known = (await store.memberships.known(userId, [resourceId])).get(resourceId);
    const isReported = (await store.memberships.reported(userId, [resourceId])).has(resourceId);
    // The update of their joining settled it.
    if (known?.state === 'in' && isReported) return;
    const orders = await findOrders();
    const joinedAtMs = await cameAtMs(leaving, known, orders);
    const found: Observation = { userId, resourceId, state: 'in', updateId: null, atMs: joinedAtMs };
    const membership = (await store.memberships.observe([found]))[0]?.membership ?? null;
    // Nothing of before is under way: updates of one user in one chat come one after the other.
    const heardUntilMs = atMs + CLOCK_TOLERANCE_MS;
    for (const order of orders)
      if (countsAsIn(order, membership)) await settler.settle(order, userId, { joinedAtMs, heardUntilMs });
  };
}
