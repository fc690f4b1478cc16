/** Whether several accounts seem to stand behind one person (`decisions.md`, Targeting traits: `is_suspicious`). */

import type { EndUser } from '../ports/audience-store.js';

export interface SharedVisits {
  /** Users, this one included, whose visits within the window share the device fingerprint, and the address. */
  sameFingerprint: number;
  sameAddress: number;
}

export interface SuspicionLimits {
  /** The most users that may share a fingerprint or an address; more is suspicious. Providers put many behind one address. */
  maxPerFingerprint: number;
  maxPerAddress: number;
}

/** Suspicion lasts for a time after its last evidence (`SUSPICION_DAYS`), whatever happens in between. */
export function isSuspicious(
  { suspiciousUntilMs }: Pick<EndUser, 'suspiciousUntilMs'>,
  nowMs: number,
): boolean {
  return suspiciousUntilMs !== null && nowMs < suspiciousUntilMs;
}

/** Which of the two more users share than may. */
export function sharedByTooMany(
  { sameFingerprint, sameAddress }: SharedVisits,
  { maxPerFingerprint, maxPerAddress }: SuspicionLimits,
): { fingerprint: boolean; address: boolean } {
  return { fingerprint: sameFingerprint > maxPerFingerprint, address: sameAddress > maxPerAddress };
}
