/**
 * How often users who are known to be out are asked about again. The platform allows a token so many questions a second;
 * those about whom nothing is known come first, and where there are more requests than that, updates tell of a join
 * anyway.
 */
import type { Clock } from '../ports.js';

/** Half of what the membership lane of the api's token may ask. */
const PER_SECOND = 40;
const BURST = 80;

/** @returns whether one more may be asked now; it is counted then */
export function createRechecks(clock: Clock): () => boolean {
  let allowance = BURST;
  let atMs = clock.now();
  return () => {
    const nowMs = clock.now();
    // A clock that was set back gives nothing, and takes nothing.
    allowance = Math.min(BURST, allowance + (Math.max(0, nowMs - atMs) * PER_SECOND) / 1_000);
    atMs = nowMs;
    if (allowance < 1) return false;
    allowance -= 1;
    return true;
  };
}
