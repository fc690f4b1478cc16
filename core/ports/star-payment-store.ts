/**
 * Payments in the platform's stars, and paying them back. A refund takes the amount aside first, then the platform is
 * asked, then the entry is ended: whatever dies in between, the refund stands as waiting and is gone on with.
 */
import type { NewNotification } from './notification-store.js';

export type RefundState = 'none' | 'waiting' | 'done' | 'refused';

export interface StarPayment {
  paymentId: number;
  /** The platform's id of the charge. */
  chargeId: string;
  accountId: number;
  stars: number;
  /** What was booked for it. */
  amountMicros: bigint;
  paidAtMs: number;
  refundState: RefundState;
  /** Why the platform refused; `""` when it did not. */
  refundNote: string;
}

export type RefundBeginning =
  /** The amount is set aside, now or before: the platform can be asked. */
  | { kind: 'waiting'; payment: StarPayment }
  | { kind: 'done'; payment: StarPayment }
  /** The wallet does not hold that much any more. */
  | { kind: 'spent'; payment: StarPayment; availableMicros: bigint }
  | { kind: 'gone' };

export interface StarPaymentStore {
  find(paymentId: number): Promise<StarPayment | null>;
  byCharge(chargeId: string): Promise<StarPayment | null>;
  /** Latest first; at most 100. */
  ofAccount(accountId: number, limit: number): Promise<StarPayment[]>;
  /** Sets the payment's amount aside. Durable. */
  beginRefund(chargeId: string, askedBy: number | null, nowMs: number): Promise<RefundBeginning>;
  /**
   * The platform's word on a refund that waits: done, the amount leaves; refused, it goes back into the wallet. Also
   * takes a `done` that was not asked for here: then what the wallet lacks is the service's loss. A `done` of a payment
   * that is not known yet is remembered for 30 days; the payment's deposit then books both. Returns whether anything
   * changed. Durable.
   */
  endRefund(
    chargeId: string,
    end: { state: 'done' | 'refused'; note: string },
    notifications: (payment: StarPayment) => NewNotification[],
    nowMs: number,
  ): Promise<{ isNew: boolean; payment: StarPayment | null; lossMicros: bigint }>;
  /** Refunds that wait for the platform since before that moment, oldest first. */
  waitingRefunds(beforeMs: number, limit: number): Promise<StarPayment[]>;
}
