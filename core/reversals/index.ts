/** Taking charges back because fraud was found later. */
export type { WantedReversal } from './found-joins.js';
export { createReversals, type ReversalPreview, type Reversals } from './reversals.js';
