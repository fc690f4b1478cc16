/** How long the publisher's part of a charge waits (`evidence.md`, Holds; `docs/quality.md`, What it does to the hold). */
import type { Counted } from '../ports/subscription-store.js';

/** How long earnings wait, and how long those of accounts that no moderator trusts. */
export interface Holds {
  /** Within this time a charge is taken back from a subscriber who leaves. */
  holdMs: number;
  /** For so long the earnings of a publisher wait who is not trusted yet. */
  newPublisherHoldMs: number;
}

/**
 * @param ownMs of the charge alone, by the quality of its bot
 * @param isTrusted a moderator trusts the account, or none has to: it pays itself
 */
export function holdFor(
  ownMs: number,
  isTrusted: boolean,
  { newPublisherHoldMs }: Pick<Holds, 'newPublisherHoldMs'>,
): number {
  return isTrusted ? ownMs : Math.max(ownMs, newPublisherHoldMs);
}

/** A charge of nothing waits for nothing; what waits for a moderator ends with their word, not with time. @param held `waitMs`: with the longer wait of a new publisher */
export function holdTerms(
  held: { priceMicros: bigint; waitMs: number; ownHoldMs: number; isHeldForTrust: boolean },
  { holdMs }: Pick<Holds, 'holdMs'>,
  nowMs: number,
): Pick<Counted, 'holdUntilMs' | 'holdMs' | 'isHeldForTrust'> {
  const { priceMicros, waitMs, ownHoldMs, isHeldForTrust } = held;
  const isHeld = priceMicros > 0n && (waitMs > 0 || isHeldForTrust);
  return {
    holdUntilMs: isHeld && !isHeldForTrust ? nowMs + waitMs : null,
    holdMs: isHeld && ownHoldMs !== holdMs ? ownHoldMs : null,
    isHeldForTrust: isHeld && isHeldForTrust,
  };
}
