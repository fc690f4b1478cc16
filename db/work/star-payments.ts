import { DAY_MS } from '../../core/days.js';
import type { RefundState, StarPayment, StarPaymentStore } from '../../core/ports/star-payment-store.js';
import {
  refundBooking,
  refundDecisionBooking,
  refundEnd,
  refundHindrance,
  unaskedRefundBooking,
} from '../../core/ledger/index.js';
import { boundedLimit, orNull, present } from './values.js';
import { durableCommands, type Parts } from './database.js';
import { forgetRefundReported } from './ledger.js';
import type { LedgerWrites } from './ledger-writes.js';
import { queueNotifications } from './notifications.js';
import { exactStatement, statement, type Work } from './statement.js';
import { type ExactRowOf, money, rowsOf } from './rows.js';

type PaymentRow = ExactRowOf<StarPayment> & { refund_entry_id: bigint | null };

const toPayment = rowsOf<StarPayment>()(
  'payment_id, charge_id, account_id, stars, amount_micros, paid_at_ms, refund_state, refund_note',
  { amountMicros: money },
);

const MAX_PAGE = 100;
/** How long a refund of an unknown payment is remembered; the platform keeps its updates for a day. */
const REPORTS_KEPT_MS = 30 * DAY_MS;

const byId = exactStatement<[paymentId: number], PaymentRow>(
  `SELECT * FROM star_payments WHERE payment_id = $1`,
);
const byCharge = exactStatement<[chargeId: string], PaymentRow>(
  `SELECT * FROM star_payments WHERE charge_id = $1`,
);
/** Who else would refund it waits. */
const lockByCharge = exactStatement<[chargeId: string], PaymentRow>(
  `SELECT * FROM star_payments WHERE charge_id = $1 FOR UPDATE`,
);
const ofAccount = exactStatement<[accountId: number, limit: number], PaymentRow>(
  `SELECT * FROM star_payments WHERE account_id = $1 ORDER BY payment_id DESC LIMIT $2`,
);
const waiting = exactStatement<[beforeMs: number, limit: number], PaymentRow>(
  `SELECT * FROM star_payments WHERE refund_state = 'waiting' AND refund_asked_at_ms < $1
   ORDER BY refund_asked_at_ms, payment_id LIMIT $2`,
);
const begin = exactStatement<
  [askedAtMs: number, askedBy: number | null, entryId: number, chargeId: string],
  PaymentRow
>(
  `UPDATE star_payments SET refund_state = 'waiting', refund_asked_at_ms = $1, refund_asked_by = $2,
     refund_entry_id = $3, refund_note = '' WHERE charge_id = $4 RETURNING *`,
);
const end = exactStatement<[state: RefundState, note: string, chargeId: string], PaymentRow>(
  `UPDATE star_payments SET refund_state = $1, refund_note = $2 WHERE charge_id = $3 RETURNING *`,
);

const forgetOld = statement<[beforeMs: number]>('DELETE FROM refunds_reported WHERE reported_at_ms < $1');
/** Where the payment is being booked just now, this waits for it. */
const keepReported = statement<[chargeId: string, reportedAtMs: number]>(
  'INSERT INTO refunds_reported (charge_id, reported_at_ms) VALUES ($1, $2) ON CONFLICT (charge_id) DO NOTHING',
);

export function createStarPaymentStore({ db }: Pick<Parts, 'db'>, ledger: LedgerWrites): StarPaymentStore {
  /** Books the end of a refund; returns the service's loss. */
  function* bookEnd(
    row: PaymentRow,
    state: 'done' | 'refused',
    isDecided: boolean,
    nowMs: number,
  ): Work<bigint> {
    const payment = toPayment(row);
    if (isDecided) {
      const aboutEntryId = Number(present(row.refund_entry_id, 'the entry of the refund'));
      yield* ledger.book(refundDecisionBooking(payment, state, aboutEntryId, nowMs));
      return 0n;
    }
    const { availableMicros } = (yield* ledger.lock([payment.accountId]))(payment.accountId);
    const { lossMicros, booking } = unaskedRefundBooking(payment, availableMicros, nowMs);
    yield* ledger.book(booking);
    return lossMicros;
  }

  /** A refund of a payment that is not known: remembered, unless the payment came to be known just now. */
  function* remember(chargeId: string, nowMs: number): Work<PaymentRow | undefined> {
    yield* forgetOld.run(nowMs - REPORTS_KEPT_MS);
    yield* keepReported.run(chargeId, nowMs);
    const row = yield* lockByCharge.get(chargeId);
    if (row !== undefined) yield* forgetRefundReported.run(chargeId);
    return row;
  }

  return {
    find: async (paymentId) => orNull(await db.read(byId.get(paymentId)), toPayment),
    byCharge: async (chargeId) => orNull(await db.read(byCharge.get(chargeId)), toPayment),
    ofAccount: async (accountId, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await db.read(ofAccount.all(accountId, most));
      return rows.map(toPayment);
    },
    ...durableCommands<StarPaymentStore>()(db, 'starPayments', {
      *beginRefund(chargeId, askedBy, nowMs) {
        const known = yield* lockByCharge.get(chargeId);
        if (known === undefined) return { kind: 'gone' };
        const payment = toPayment(known);
        const { accountId } = payment;
        const { availableMicros } = (yield* ledger.lock([accountId]))(accountId);
        const hindrance = refundHindrance(payment, availableMicros);
        if (hindrance !== null) return hindrance;
        const entryId = yield* ledger.book(refundBooking(payment, askedBy, nowMs));
        const row = yield* begin.get(nowMs, askedBy, entryId, chargeId);
        return { kind: 'waiting', payment: toPayment(present(row, 'the payment')) };
      },
      *endRefund(chargeId, { state, note }, notificationsOf, nowMs) {
        let row = yield* lockByCharge.get(chargeId);
        if (row === undefined && state === 'done') row = yield* remember(chargeId, nowMs);
        if (row === undefined) return { isNew: false, payment: null, lossMicros: 0n };
        const ending = refundEnd(toPayment(row), state);
        if (ending === 'nothing') return { isNew: false, payment: toPayment(row), lossMicros: 0n };
        const lossMicros = yield* bookEnd(row, state, ending === 'decided', nowMs);
        const ended = yield* end.get(state, note, chargeId);
        const payment = toPayment(present(ended, 'the payment'));
        yield* queueNotifications(notificationsOf(payment), nowMs);
        return { isNew: true, payment, lossMicros };
      },
    }),
    waitingRefunds: async (beforeMs, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await db.read(waiting.all(beforeMs, most));
      return rows.map(toPayment);
    },
  };
}
