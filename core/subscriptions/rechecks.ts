/**
 * How often users who are known to be out are asked about again while updates do not come in. The platform allows a token
 * so many questions a second; unknown users come first, and updates report a join when they are back.
 */
import type { Ports } from '../ports.js';

/** Of all the api's processes together: about half of the pace that the operator's token begins with. */
const PER_SECOND = 40;
const BURST_MS = 2_000;

export function createRechecks({ clock, settings }: Pick<Ports, 'clock' | 'settings'>) {
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
    /** Whether one more may be asked now. */
    isFree,
    /** Likewise; it is counted then. */
    take: () => {
      if (!isFree()) return false;
      allowance -= 1;
      return true;
    },
  };
}
