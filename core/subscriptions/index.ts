/** Who subscribed: checking, settling, watching. */
export { createSettler, holdsOf, type Settler } from './settle.js';
export { applyObservation, isAnswer, type KnownMembership } from './membership.js';
export { membershipKey, openedIn, openedKey, paidTarget } from './membership-key.js';
export { createUnseen, type Unseen } from './unseen.js';
export { createVerifier, type Check, type CheckState, type Verifier } from './verify.js';
export { createWatch, type MembershipUpdate, type Watch } from './watch.js';
