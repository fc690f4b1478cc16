/** What may be paid out without an administrator's word. */
import type { Micros } from '../money.js';
import type { PayoutLimits } from '../ports/rail-store.js';

export interface PayoutStanding {
  /** Trusted, and not blocked. */
  isTrusted: boolean;
  /** Earned by the orders of others, not on hold, and not withdrawn yet. */
  releasedMicros: Micros;
  /** Paid out, or under way, in the last 24 hours: to the account, and in all. */
  accountDayMicros: Micros;
  dayMicros: Micros;
}

/** Why a payout has to wait for an administrator; null: it may go. */
export function payoutHindrance(
  amountMicros: Micros,
  limits: PayoutLimits,
  standing: PayoutStanding,
): 'untrusted' | 'not_released' | 'too_much' | 'too_much_today' | null {
  if (!standing.isTrusted) return 'untrusted';
  if (amountMicros > standing.releasedMicros) return 'not_released';
  if (amountMicros > limits.mostMicros) return 'too_much';
  const isOver =
    standing.accountDayMicros + amountMicros > limits.accountDayMicros ||
    standing.dayMicros + amountMicros > limits.dayMicros;
  return isOver ? 'too_much_today' : null;
}
