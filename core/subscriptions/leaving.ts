/** What it means that a subscriber leaves, and comes back (`evidence.md`, Leaving). */
import type { Leaving, LeavingFacts, SubscriptionStatus } from '../ports.js';

/**
 * What a subscriber who left of their own will means: counted as lost where the order watches, and paid back when they
 * left within the hold.
 * @param stay when they left, and when they had joined, as the platform told it
 * @param holdMs everybody's; that of the charge stands above it
 */
export function decideLeaving(
  subscriptionStatus: LeavingFacts,
  isWatched: boolean,
  stay: { leftAtMs: number; joinedAtMs: number | null },
  holdMs: number,
): Leaving {
  if (subscriptionStatus.state === 'unsubscribed' || !isWatched) return { kind: 'none' };
  const stayedMs = stay.leftAtMs - (stay.joinedAtMs ?? subscriptionStatus.settledAtMs);
  return {
    kind: 'left',
    reverse:
      subscriptionStatus.isOnHold &&
      stayedMs < (subscriptionStatus.holdMs ?? holdMs) &&
      subscriptionStatus.priceMicros > 0n,
  };
}

/** Whether the order's figures count the one who leaves as lost: whose charge stands, and who was not lost before. */
export function isLost({ state, isCounted }: Pick<LeavingFacts, 'state' | 'isCounted'>): boolean {
  return isCounted && state === 'subscribed';
}

/** Coming back is charged nothing. Null: the subscriber had not left, and nothing changes. */
export function stateOnReturn(state: SubscriptionStatus['state']): SubscriptionStatus['state'] | null {
  return state === 'unsubscribed' ? 'notgetted' : null;
}
