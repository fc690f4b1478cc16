/** Whether several accounts seem to stand behind one person (`decisions.md`, Targeting traits: `is_suspicious`). */

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

export function isSuspicious(shared: SharedVisits, limits: SuspicionLimits): boolean {
  return shared.sameFingerprint > limits.maxPerFingerprint || shared.sameAddress > limits.maxPerAddress;
}
