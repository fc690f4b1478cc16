/**
 * Those who listen to what happens in requests (`request-events.ts`): counts, what is remembered, what is asked for later.
 * Without any of them users get the same sponsors.
 */
import type { OwnLinks } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { Verifier } from '../subscriptions/index.js';
import type { Chooser } from '../choosing/index.js';
import type { Listener } from './request-events.js';
import { countsFills } from './fills.js';
import { countsOutcomes } from './outcomes.js';
import { wantsOwnLinks } from './own-links.js';
import { countsPassed } from './passed.js';
import { createResponseCache } from './response-cache.js';
import { createUntrustedLimits } from './untrusted.js';

/** With those two that requests ask, too. */
export function createListeners(
  ports: Ports,
  parts: { chooser: Chooser; verifier: Verifier; ownLinks: OwnLinks },
) {
  const { store } = ports;
  const responseCache = createResponseCache(parts.chooser, parts.verifier);
  const untrusted = createUntrustedLimits(ports);
  const listeners = {
    outcomes: countsOutcomes(ports),
    fills: countsFills(store),
    passed: countsPassed(store),
    ownLinks: wantsOwnLinks(parts.ownLinks),
    responseCache: responseCache.listener,
    untrusted: untrusted.listener,
  } satisfies Record<string, Listener>;
  return { responseCache, untrusted, listeners };
}
