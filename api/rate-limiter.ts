/** Where every request comes in: whose it is by address, and whether so many may come. */
import type { IncomingMessage } from 'node:http';
import type { Settings } from '../core/config.js';
import { createAddresses } from './address.js';
import { createLimits } from './limits.js';
import type { Caller } from './route.js';

export interface RateLimiter {
  /**
   * @param weight how many plain requests this one counts for
   * @returns where the request comes from
   * @throws ServiceError `limited` when too many come from there
   */
  enter(request: IncomingMessage, weight?: number): string;
  /** Counts a request for whom its key speaks; throws likewise. */
  pass(caller: Caller, weight?: number): void;
}

export function createRateLimiter(settings: Settings): RateLimiter {
  const addresses = createAddresses(settings.TRUSTED_PROXIES);
  const limits = createLimits(settings);
  return {
    enter: (request, weight = 1) => {
      const address = addresses.of(request);
      limits.admitAddress(address, weight);
      return address;
    },
    pass: (caller, weight = 1) => {
      limits.admitCaller(caller, weight);
    },
  };
}
