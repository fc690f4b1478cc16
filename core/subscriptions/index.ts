/** Who subscribed: checking, settling, watching. */
export {
  applyObservation,
  countsAsIn,
  isAnswer,
  isGuess,
  isJoinReported,
  type KnownMembership,
} from './membership.js';
export { createDisputes, type Dispute } from './dispute.js';
export type { DisputeLine } from './dispute-lines.js';
export { isLost } from './leaving.js';
export { decideReturn, returnReasons } from './returning.js';
export { createSettler, holdsOf, type Settler, watches } from './settle.js';
export {
  asShown,
  membershipKey,
  membershipKeyAt,
  openedIn,
  openedKey,
  paidTarget,
  targetOf,
} from './targets.js';
export { createUnseen } from './unseen.js';
export { createVerifier, type Check, type CheckState, type Verifier } from './verify.js';
export { createWatch, type MembershipUpdate, type Watch } from './watch.js';
