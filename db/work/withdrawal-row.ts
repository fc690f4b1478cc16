/** A withdrawal, between its row and the domain. */
import { ServiceError } from '../../core/errors.js';
import type { Withdrawal } from '../../core/ports/withdrawal-store.js';
import { type ExactRowOf, money, moneyAsText, type RowOf, rowsOf } from './rows.js';

const names =
  `withdrawal_id, account_id, amount_micros, taken_micros, details_cipher, rail, state, asked_at_ms,
  decided_at_ms, decided_by, note` as const;

export type WithdrawalRow = (RowOf<Withdrawal> | ExactRowOf<Withdrawal>) & { entry_id: number | bigint };

export const withdrawalColumns = `${moneyAsText(names)}, entry_id`;

export const toWithdrawal = rowsOf<Withdrawal>()(names, { amountMicros: money, takenMicros: money });

/** Reveals nothing about another account's withdrawal. */
export function foreignKey(): ServiceError {
  return new ServiceError('conflict', 'This was asked for by somebody else: begin anew.');
}
