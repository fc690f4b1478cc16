/** What is paid for, and on what evidence. */
export * from './evidence.js';
export { CLOCK_TOLERANCE_MS, isProven, NEWER_AFTER_MS, type Proof } from './impressions.js';
export { isMuchTakenOver, takenOverBounds } from './taken-over.js';
