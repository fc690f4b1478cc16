export { createReferrals, type Referrals, referralStates } from './referrals.js';
