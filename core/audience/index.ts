/** End users and what is known of them; the values they differ by; which orders are kept away from which bots. */
export { createAudience, type Audience, type PageVisit } from './audience.js';
export type { Vouching } from './vouching.js';
export { createExclusions, type ExclusionState } from './exclusions.js';
export { isConfirmed, languageOf, noPage, saysNew, type BotView, withClaims } from './end-user.js';
export { sourcesOf } from './knowledge.js';
export { userOfInitData } from './init-data.js';
export { createFilters, type FilterLists } from './filters.js';
export { deviceOf } from './device.js';
export { movedShares } from './shares.js';
export { isSuspicious, traitsOf } from './traits.js';
export { createPlatformWord } from './platform-word.js';
export { areTraitsDue, createTraitRefresh } from './platform-traits.js';
