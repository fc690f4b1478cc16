/** What it means that a subscriber leaves (`evidence.md`, Leaving). */
import type { Leaving, LeavingFacts } from '../ports/subscription-store.js';

/**
 * What a subscriber who left of their own will means: counted as lost where the order watches, and paid back when they
 * left within the hold.
 * @param stay when they left, and when they had joined, as the platform reported it
 * @param holdMs everybody's; that of the charge stands above it
 */
export function decideLeaving(
  subscriptionStatus: LeavingFacts,
  isWatched: boolean,
  stay: { leftAtMs: number; joinedAtMs: number | null },
  holdMs: number,
): Leaving {
  if (subscriptionStatus.state === 'unsubscribed' || !isWatched) return { kind: 'none' };
  const stayedMs = stay.leftAtMs - (stay.joinedAtMs ?? subscriptionStatus.atMs);
  return {
    kind: 'left',
    reverse:
      subscriptionStatus.isOnHold &&
      stayedMs < (subscriptionStatus.holdMs ?? holdMs) &&
      subscriptionStatus.priceMicros > 0n,
  };
}

/** Whether the order's figures count the one who leaves as lost: whose charge stands, and who was not lost before. */
export function isLost({
  state,
  isCounted,
  hasLeft,
}: Pick<LeavingFacts, 'state' | 'isCounted' | 'hasLeft'>): boolean {
  return isCounted && !hasLeft && state === 'subscribed';
}
