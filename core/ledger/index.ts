/** What accounts have, and how it comes and goes. */
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
