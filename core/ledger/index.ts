/** What accounts have, and how it comes and goes. */
export * from './bookings.js';
export { closedImpression, givenBack, isOnHold } from './charge.js';
export { type FoundCharge, type Funds, fraudBookings, reversalOfReference } from './fraud.js';
export { lastEntryOf } from './last-entry.js';
export * from './payouts.js';
export {
  addedUp,
  type EntryLine,
  mayOwe,
  neverBelowZero,
  type NewEntry,
  refills,
  SERVICE,
} from './postings.js';
export * from './referrals.js';
export { createRefunds, type RefundOutcome } from './refunds.js';
export * from './star-deposits.js';
export * from './wallet.js';
export { byKind } from './wallet-days.js';
export * from './withdrawals.js';
