/** Who subscribed: checking, settling, watching. */
export { createSettler, type Settler } from './settle.js';
export { createVerifier, membershipKey, type Check, type CheckState, type Verifier } from './verify.js';
export { createWatch, type MembershipUpdate, type Watch } from './watch.js';
