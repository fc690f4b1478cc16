/** A withdrawal, between its row and the domain. */
import { ServiceError } from '../../core/errors.js';
import type { Withdrawal, WithdrawalState } from '../../core/ports/withdrawal-store.js';

/** The amount comes exact: as bigint, or as text. */
export interface WithdrawalRow {
  withdrawal_id: number | bigint;
  account_id: number | bigint;
  amount_micros: bigint | string;
  taken_micros: bigint | string;
  details_cipher: string;
  rail: Withdrawal['rail'];
  state: WithdrawalState;
  asked_at_ms: number | bigint;
  decided_at_ms: number | bigint | null;
  decided_by: number | bigint | null;
  note: string;
  entry_id: number | bigint;
}

/** Of `withdrawals`, in the order of `WithdrawalRow`. */
export const withdrawalColumns = `withdrawal_id, account_id, CAST(amount_micros AS text) AS amount_micros,
  CAST(taken_micros AS text) AS taken_micros, details_cipher, rail, state, asked_at_ms,
  decided_at_ms, decided_by, note, entry_id`;

export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    withdrawalId: Number(row.withdrawal_id),
    accountId: Number(row.account_id),
    amountMicros: BigInt(row.amount_micros),
    takenMicros: BigInt(row.taken_micros),
    detailsCipher: row.details_cipher,
    rail: row.rail,
    state: row.state,
    askedAtMs: Number(row.asked_at_ms),
    decidedAtMs: row.decided_at_ms === null ? null : Number(row.decided_at_ms),
    decidedBy: row.decided_by === null ? null : Number(row.decided_by),
    note: row.note,
  };
}

/** Reveals nothing about another account's withdrawal. */
export function foreignKey(): ServiceError {
  return new ServiceError('conflict', 'This was asked for by somebody else: begin anew.');
}
