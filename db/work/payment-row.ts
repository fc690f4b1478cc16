/** A payment in stars, between its row and the domain. */
import type { StarPayment } from '../../core/ports/star-payment-store.js';
import { type ExactRowOf, money, rowsOf } from './rows.js';

export type PaymentRow = ExactRowOf<StarPayment> & { refund_entry_id: bigint | null };

export const toPayment = rowsOf<StarPayment>()(
  'payment_id, charge_id, account_id, stars, amount_micros, paid_at_ms, refund_state, refund_note',
  { amountMicros: money },
);
