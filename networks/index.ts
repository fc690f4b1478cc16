/** Networks of sponsors, each an adapter of two methods, `list` and `check`, into six words. */
export type { NetworkOptions } from './asking.js';
export { createBreaker, type Breaker } from './breaker.js';
export { steadyNow } from './clock.js';
export { botohub } from './botohub.js';
export { flyer } from './flyer.js';
export type { Asked, Listing, Network, Offer } from './network.js';
export { piarflow } from './piarflow.js';
export { sponsorgate, type SponsorgateOptions } from './sponsorgate.js';
export { tgrass } from './tgrass.js';
