/**
 * The step of a request in which money moves: joins that its checks found are settled. What picks a list, checks it and
 * describes it reads alone.
 */
import { setOf } from '../collections.js';
import type { WaitsUntil } from '../ports/as-of.js';
import type { Order } from '../ports/order-store.js';
import type { Contact, SubscriptionStatus, RequestContext } from '../ports/sponsor-store.js';
import { type Check, type Settler, watches } from '../subscriptions/index.js';
import type { Checked } from './listing.js';

/** The user's new status by order, where it changed; null where the order has none for them. */
export type Changes = ReadonlyMap<number, SubscriptionStatus | null>;

const NO_CHANGES: Changes = new Map();

export function createJoins(settler: Pick<Settler, 'settle'>) {
  const settleCheck = (
    { order, state, membership }: Check,
    known: SubscriptionStatus | undefined,
    userId: number,
    { isInContact, waitsUntil }: { isInContact: boolean; waitsUntil: WaitsUntil },
  ): Promise<SubscriptionStatus | null> | null => {
    if (state === 'in') {
      const isExpected = known === undefined && isInContact && membership?.join != null;
      return known?.state === 'subscribed' ? null : settler.settle(order, userId, { waitsUntil, isExpected });
    }
    // That they are out is seen here; why, and so what it means in money, only the update says (`evidence.md`, Leaving).
    const hasLeft = state === 'out' && known?.state === 'subscribed' && watches(order);
    return hasLeft ? Promise.resolve({ ...known, state: 'unsubscribed' }) : null;
  };

  return {
    /** Settles what the checks of a list found. Idempotent. */
    settle: async (
      { checks, statuses }: Pick<Checked, 'checks' | 'statuses'>,
      userId: number,
      contact: Contact | null,
      waitsUntil?: WaitsUntil,
    ) => {
      // Else their joins wait for the platform's word, which may take long.
      const isInContact = contact === null || contact.state === 'yes';
      const changes: Promise<[orderId: number, status: SubscriptionStatus | null]>[] = [];
      for (const check of checks) {
        const { orderId } = check.order;
        const change = settleCheck(check, statuses.get(orderId), userId, { isInContact, waitsUntil });
        if (change !== null) changes.push(change.then((status) => [orderId, status]));
      }
      return changes.length === 0 ? NO_CHANGES : new Map(await Promise.all(changes));
    },
    /**
     * Settles orders that a new list leaves out, since the user is in already: they may be the subscriber of another bot
     * that showed one. Idempotent.
     */
    settleMembers: async (
      orders: readonly Order[],
      context: RequestContext,
      userId: number,
      waitsUntil?: WaitsUntil,
    ) => {
      if (orders.length === 0) return;
      const shown = setOf(await context.impressions(), (impression) => impression.orderId);
      const concerned = orders.filter(({ orderId }) => shown.has(orderId));
      await Promise.all(concerned.map((order) => settler.settle(order, userId, { waitsUntil })));
    },
  };
}
