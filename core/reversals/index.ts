/** Taking charges back because fraud was found later. */
export type { WantedReversal } from './found-joins.js';
export { createReversals, type Reversals } from './reversals.js';
export type { ReversalPreview } from './sums.js';
