/**
 * Where every request comes in: from which address, and how many a key, and an address, may make a minute
 * (`KEY_REQUESTS_PER_MINUTE`, `ADDRESS_REQUESTS_PER_MINUTE`; 0 lifts one). A whole minute's worth may come at once; after
 * that, requests are let through as fast as the limit earns them back.
 *
 * Counted in memory, by each api process for itself: two processes together let through twice as much, and a restart
 * forgets. What must hold everywhere (reports, id files) is counted in the store instead (`interface.md`, Limits).
 */
import type { Settings } from '../core/config.js';
import { ServiceError } from '../core/errors.js';
import { type Arriving, createAddressOf, networkOf } from './address.js';
import type { Caller } from './route.js';

const WINDOW_MS = 60_000;
/** The most keys or addresses counted at a time. Beyond it the oldest counts are dropped. */
const COUNTED_MAX = 50_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** @param now milliseconds of a clock that is never set back */
export function createRateLimiter(
  settings: Pick<Settings, 'TRUSTED_PROXIES' | 'KEY_REQUESTS_PER_MINUTE' | 'ADDRESS_REQUESTS_PER_MINUTE'>,
  now: () => number = () => performance.now(),
) {
  const addressOf = createAddressOf(settings.TRUSTED_PROXIES);
  const addresses = createMeter(settings.ADDRESS_REQUESTS_PER_MINUTE, now);
  const keys = createMeter(settings.KEY_REQUESTS_PER_MINUTE, now);
  return {
    /**
     * @param weight how many plain requests this one counts for; 0 is always let through
     * @returns where the request comes from
     * @throws ServiceError `limited` when too many come from there, with the time after which it would be let through
     */
    enter: (request: Arriving, weight = 1): string => {
      const address = addressOf(request);
      refuseAfter(addresses(networkOf(address), weight), 'this address');
      return address;
    },
    /** Likewise for the owner of the key; an unknown key counts for its address alone. */
    pass: ({ kind, accountId, botId }: Caller, weight = 1): void => {
      refuseAfter(keys(`${kind}:${String(accountId)}:${String(botId)}`, weight), 'this key');
    },
  };
}

function refuseAfter(waitMs: number, whose: string): void {
  if (waitMs <= 0) return;
  throw new ServiceError('limited', `Too many requests with ${whose}. Please come again a little later.`, {
    retryAfterSeconds: waitMs / 1_000,
  });
}

/** Returns how long to wait before this would be let through; 0 lets it through, and counts it. */
type Meter = (key: string, weight: number) => number;

/**
 * What is kept of a key is the time at which all it has used will be earned back. A key that was quiet for a minute has
 * earned all of it back and need not be kept, so two generations of a minute each hold whatever matters.
 */
function createMeter(perMinute: number, now: () => number): Meter {
  if (perMinute === 0) return () => 0;
  const costMs = WINDOW_MS / perMinute;
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let turnsAtMs = now() + WINDOW_MS;

  return (key, weight) => {
    if (weight === 0) return 0;
    const nowMs = now();
    if (nowMs >= turnsAtMs || young.size >= COUNTED_MAX) {
      old = young;
      young = new Map();
      turnsAtMs = nowMs + WINDOW_MS;
    }
    const earnedAtMs =
      Math.max(young.get(key) ?? old.get(key) ?? 0, nowMs) + Math.min(costMs * weight, WINDOW_MS);
    // Less than a millionth of a request is the rounding of sums.
    const waitMs = earnedAtMs - nowMs - WINDOW_MS;
    if (waitMs > costMs / 1e6) return waitMs;
    young.set(key, earnedAtMs);
    return 0;
  };
}
