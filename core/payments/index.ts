/** Money that comes and goes by payment rails. */
export { createDaySummary } from './day-summary.js';
export { createDeposits } from './deposits.js';
export { createPayouts, payoutHindrance } from './payouts.js';
export { createReconciliation } from './reconciliation.js';
