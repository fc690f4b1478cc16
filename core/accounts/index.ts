/** Accounts, their keys, and who owns what. */
export { blockedRefusal, createAccounts, type Accounts, type Profile } from './accounts.js';
export { claimedKind, createKeyRing, keyNames, type KeyRing } from './keys.js';
export { createSummaries, dueToday, type Summaries } from './summaries.js';
export * from './ownership.js';
