/**
 * What may be set, and the closed sets of reasons: each term has a row, or a name, and all else is made of it. Ports, use
 * cases and both databases name them; they know none of those.
 */
export * from './bot-settings.js';
export { type NoFillReason, noFillReasons } from './no-fill-reasons.js';
export * from './order-fields.js';
export { isQualityReason, type QualityReason, qualityReasons } from './quality-reasons.js';
export * from './rulebook.js';
export * from './schedule.js';
export * from './targeting.js';
export { isUnpaidReason, type UnpaidReason, unpaidReasons } from './unpaid-reasons.js';
export type { AgeCategory, Gender, UserTraits } from './user-traits.js';
export { ASSUMED_LANGUAGE } from './user-traits.js';
