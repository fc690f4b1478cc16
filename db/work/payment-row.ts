/** A payment in stars, between its row and the domain. */
import type { RefundState, StarPayment } from '../../core/ports/star-payment-store.js';

export interface PaymentRow {
  payment_id: bigint;
  charge_id: string;
  account_id: bigint;
  stars: bigint;
  amount_micros: bigint;
  paid_at_ms: bigint;
  refund_state: RefundState;
  refund_entry_id: bigint | null;
  refund_note: string;
}

export function toPayment(row: PaymentRow): StarPayment {
  return {
    paymentId: Number(row.payment_id),
    chargeId: row.charge_id,
    accountId: Number(row.account_id),
    stars: Number(row.stars),
    amountMicros: row.amount_micros,
    paidAtMs: Number(row.paid_at_ms),
    refundState: row.refund_state,
    refundNote: row.refund_note,
  };
}
