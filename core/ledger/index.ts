/** What accounts have, and how it comes and goes. */
export { chargeLines, closedImpression, type Counted, givenBack, takenBack } from './charge.js';
export {
  addedUp,
  aside,
  decided,
  type EntryLine,
  neverBelowZero,
  type NewEntry,
  refills,
  released,
  SERVICE,
} from './postings.js';
export { createRefunds, type RefundOutcome, type Refunds } from './refunds.js';
export { createWallet, type Deposit, type Wallet } from './wallet.js';
export {
  createWithdrawals,
  DETAILS_PURPOSE,
  type WithdrawalCard,
  type WithdrawalView,
  type Withdrawals,
  withdrawalBounds,
} from './withdrawals.js';
