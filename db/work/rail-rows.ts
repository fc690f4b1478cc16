/** Deposits and payouts by rails, between their rows and the domain. */
import type { RailDeposit, RailPayout } from '../../core/ports/rail-store.js';
import { money, moneyAsText, type RowOf, rowsOf } from './rows.js';

export type DepositRow = RowOf<RailDeposit>;

const ofDeposit =
  `deposit_id, request_key, account_id, rail, amount_micros, state, asked_at_ms, expires_at_ms,
  invoice_id, url, ended_at_ms, note` as const;
export const depositColumns = moneyAsText(ofDeposit);
export const toDeposit = rowsOf<RailDeposit>()(ofDeposit, { amountMicros: money });

type KeptPayout = Omit<RailPayout, 'checkId'>;
export type PayoutRow = RowOf<KeptPayout>;

const ofPayout =
  `withdrawal_id, rail, account_id, amount_micros, asset, asset_amount, state, begun_at_ms, tried_at_ms,
  transfer_id, ended_at_ms, note` as const;
export const payoutColumns = moneyAsText(ofPayout);
const readPayout = rowsOf<KeptPayout>()(ofPayout, { amountMicros: money });

/** Begins what a payout has in place of a transfer's number where it is a check. */
export const CHECK = 'check:';

export function toPayout(row: PayoutRow): RailPayout {
  const payout = readPayout(row);
  const { transferId } = payout;
  return transferId?.startsWith(CHECK) === true
    ? { ...payout, transferId: null, checkId: transferId.slice(CHECK.length) }
    : { ...payout, checkId: null };
}
