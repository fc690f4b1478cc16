/** Whether several accounts seem to stand behind one person (`decisions.md`, Targeting traits: `is_suspicious`). */
import type { EndUser } from '../ports/audience-store.js';

/** Suspicion lasts for a time after its last evidence (`SUSPICION_DAYS`), whatever happens in between. */
export function isSuspicious(
  { suspiciousUntilMs }: Pick<EndUser, 'suspiciousUntilMs'>,
  nowMs: number,
): boolean {
  return suspiciousUntilMs !== null && nowMs < suspiciousUntilMs;
}
