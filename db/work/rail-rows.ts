/** Deposits and payouts by rails, between their rows and the domain. */
import type { PayoutRailName, RailName } from '../../core/ports/payment-rail.js';
import type { DepositState, PayoutState, RailDeposit, RailPayout } from '../../core/ports/rail-store.js';

/** The amounts come exact, as text. */
export interface DepositRow {
  deposit_id: number;
  request_key: string;
  account_id: number;
  rail: RailName;
  amount_micros: string;
  state: DepositState;
  asked_at_ms: number;
  expires_at_ms: number;
  invoice_id: string | null;
  url: string;
  ended_at_ms: number | null;
  note: string;
}

export const depositColumns = `deposit_id, request_key, account_id, rail,
  CAST(amount_micros AS text) AS amount_micros, state, asked_at_ms, expires_at_ms, invoice_id, url, ended_at_ms, note`;

export function toDeposit(row: DepositRow): RailDeposit {
  return {
    depositId: row.deposit_id,
    requestKey: row.request_key,
    accountId: row.account_id,
    rail: row.rail,
    amountMicros: BigInt(row.amount_micros),
    state: row.state,
    askedAtMs: row.asked_at_ms,
    expiresAtMs: row.expires_at_ms,
    invoiceId: row.invoice_id,
    url: row.url,
    endedAtMs: row.ended_at_ms,
    note: row.note,
  };
}

export interface PayoutRow {
  withdrawal_id: number;
  rail: PayoutRailName;
  account_id: number;
  amount_micros: string;
  asset: string;
  asset_amount: string;
  state: PayoutState;
  begun_at_ms: number;
  tried_at_ms: number | null;
  transfer_id: string | null;
  ended_at_ms: number | null;
  note: string;
}

export const payoutColumns = `withdrawal_id, rail, account_id, CAST(amount_micros AS text) AS amount_micros,
  asset, asset_amount, state, begun_at_ms, tried_at_ms, transfer_id, ended_at_ms, note`;

/** Begins what a payout has in place of a transfer's number where it is a check. */
export const CHECK = 'check:';

export function toPayout(row: PayoutRow): RailPayout {
  const isCheck = row.transfer_id?.startsWith(CHECK) === true;
  return {
    withdrawalId: row.withdrawal_id,
    rail: row.rail,
    accountId: row.account_id,
    amountMicros: BigInt(row.amount_micros),
    asset: row.asset,
    assetAmount: row.asset_amount,
    state: row.state,
    begunAtMs: row.begun_at_ms,
    triedAtMs: row.tried_at_ms,
    transferId: isCheck ? null : row.transfer_id,
    checkId: isCheck ? (row.transfer_id?.slice(CHECK.length) ?? null) : null,
    endedAtMs: row.ended_at_ms,
    note: row.note,
  };
}
