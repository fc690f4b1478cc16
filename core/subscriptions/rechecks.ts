/**
 * How often users who are known to be out are asked about again. The platform allows a token so many questions a second;
 * those about whom nothing is known come first, and where there are more requests than that, updates tell of a join
 * anyway.
 */
import type { Ports } from '../ports.js';

/** Half of what the api's processes may ask with the operator's token. */
const PER_SECOND = 40;
const BURST_MS = 2_000;

export interface Rechecks {
  /** Whether one more may be asked now. */
  isFree(): boolean;
  /** Likewise; it is counted then. */
  take(): boolean;
}

export function createRechecks({ clock, settings }: Pick<Ports, 'clock' | 'settings'>): Rechecks {
  const perMs = PER_SECOND / settings.API_WORKERS / 1_000;
  const burst = Math.max(1, perMs * BURST_MS);
  let allowance = burst;
  let atMs = clock.now();
  const isFree = () => {
    const nowMs = clock.now();
    // A clock that was set back gives nothing, and takes nothing.
    allowance = Math.min(burst, allowance + Math.max(0, nowMs - atMs) * perMs);
    atMs = nowMs;
    return allowance >= 1;
  };
  return {
    isFree,
    take: () => {
      if (!isFree()) return false;
      allowance -= 1;
      return true;
    },
  };
}
