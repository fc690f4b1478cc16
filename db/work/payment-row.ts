/** A payment in stars, between its row and the domain. */
import type { RefundState, StarPayment } from '../../core/ports.js';
import { type EntryLine, SERVICE } from '../../core/ledger/index.js';

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

/** As the ledger notes it. */
export function inStars(count: number): string {
  return `${String(count)} ⭐️`;
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

/** The platform gave stars back without being asked by us: what the wallet lacks is the service's loss. */
export function unasked(
  accountId: number,
  amountMicros: bigint,
  availableMicros: bigint,
): { lossMicros: bigint; lines: EntryLine[] } {
  const lossMicros = availableMicros < amountMicros ? amountMicros - availableMicros : 0n;
  const lines: EntryLine[] = [
    { kind: 'wallet', ownerId: accountId, amountMicros: lossMicros - amountMicros },
    { kind: 'fee', ownerId: SERVICE, amountMicros: -lossMicros },
    { kind: 'world', ownerId: SERVICE, amountMicros },
  ];
  return { lossMicros, lines };
}
