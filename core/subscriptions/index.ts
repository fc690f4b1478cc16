/** Who subscribed: checking, settling, watching. */
export { applyObservation, isAnswer, isJoinReported, type KnownMembership } from './membership.js';
export { holdEndOnTrust } from './holds.js';
export { isLost, stateOnReturn } from './leaving.js';
export { createSettler, holdsOf, type Settler, watches } from './settle.js';
export { membershipKey, openedIn, openedKey, paidTarget } from './membership-key.js';
export { createUnseen, type Unseen } from './unseen.js';
export { countsAsIn, createVerifier, type Check, type CheckState, type Verifier } from './verify.js';
export { createWatch, type MembershipUpdate, type Watch } from './watch.js';
