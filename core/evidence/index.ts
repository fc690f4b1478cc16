/** What is paid for, and on what evidence. */
export { type Evidence, type EvidenceRules, isOwn, type Moment, priceOf, weighEvidence } from './evidence.js';
export { isUnpaidReason, sayUnpaid, type UnpaidReason, unpaidReasons } from './reasons.js';
export { isUntrusted, NEWER_AFTER_MS } from './impressions.js';
export { isMuchTakenOver, type TakenOver, takenOverBounds } from './taken-over.js';
