/** What accounts have, and how it comes and goes. */
export {
  type Booking,
  type BookingOnce,
  adjustmentBooking,
  chargeBooking,
  depositBooking,
  railDepositBooking,
  holdOfCharge,
  refundBooking,
  refundDecisionBooking,
  releaseBooking,
  reversalBooking,
  unaskedRefundBooking,
  withdrawalBooking,
  withdrawalDecisionBooking,
} from './bookings.js';
export { closedImpression, type Counted, givenBack } from './charge.js';
export { type FoundCharge, type Funds, fraudBookings, reversalOfReference } from './fraud.js';
export {
  earnsTrust,
  payableAtMs,
  refundEnd,
  refundHindrance,
  stepHindrance,
  withdrawalHindrance,
  withdrawalStates,
} from './payouts.js';
export {
  addedUp,
  type EntryLine,
  mayOwe,
  neverBelowZero,
  type NewEntry,
  refills,
  SERVICE,
} from './postings.js';
export {
  type Party,
  partiesOf,
  referralBooking,
  referralReference,
  referralReversalBooking,
  settlesFee,
} from './referrals.js';
export { createRefunds, type RefundOutcome, type Refunds } from './refunds.js';
export {
  createStarDeposits,
  paymentAges,
  paymentsBeat,
  promisedMicros,
  type StarDeposits,
} from './star-deposits.js';
export {
  BOOKING_NOTE_LENGTH_MAX,
  type BookedOnce,
  createWallet,
  type Deposit,
  type Wallet,
} from './wallet.js';
export type { WalletDay } from './wallet-days.js';
export {
  createWithdrawals,
  decisionNotifications,
  DETAILS_PURPOSE,
  type Payment,
  type SettlePayout,
  type WantedWithdrawal,
  type WithdrawalCard,
  type WithdrawalView,
  type Withdrawals,
  withdrawalBounds,
} from './withdrawals.js';
