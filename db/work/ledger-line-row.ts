/** A line of somebody's history, between its row and the domain. */
import type { LedgerLine } from '../../core/ports/ledger-store.js';
import { type ExactRowOf, money, rowsOf } from './rows.js';

export type LedgerLineRow = ExactRowOf<LedgerLine>;

export const toLedgerLine = rowsOf<LedgerLine>()(
  `entry_id, kind, at_ms, amount_micros, held_micros, reserved_micros, balance_micros, order_id, bot_id, user_id,
   note`,
  { amountMicros: money, heldMicros: money, reservedMicros: money, balanceMicros: money },
);
