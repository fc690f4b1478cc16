/** Accounts, their keys, and who owns what. */
export { createAccounts, type Accounts, type Profile } from './accounts.js';
export { claimedKind, createKeyRing, keyNames, type KeyRing } from './keys.js';
export { createSummaries, type Summaries } from './summaries.js';
export { assertAdministrator, type Operator, owned, ownedBot, ownedOrder } from './ownership.js';
