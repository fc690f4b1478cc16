import type {
  NewNotice,
  RefundBeginning,
  RefundState,
  StarPayment,
  StarPaymentStore,
} from '../../../core/ports.js';
import { aside, decided } from '../../../core/ledger/index.js';
import { inStars, type PaymentRow, toPayment, unasked } from '../../repositories/payment-row.js';
import { boundedLimit, present } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { NoticeQueue } from './notice-queue.js';

const MAX_PAGE = 100;
/** How long a refund of an unknown payment is remembered; the platform keeps what it has to tell for a day. */
const TOLD_KEPT_MS = 30 * 86_400_000;

const columns = `payment_id, charge_id, account_id, stars, amount_micros::text AS amount_micros, paid_at_ms, refund_state,
  refund_entry_id, refund_note`;

const byId = statement<[paymentId: number], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE payment_id = $1`,
);
const byCharge = statement<[chargeId: string], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE charge_id = $1`,
);
/** Whoever else would refund it waits. */
const lockByCharge = statement<[chargeId: string], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE charge_id = $1 FOR UPDATE`,
);
const ofAccount = statement<[accountId: number, limit: number], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE account_id = $1 ORDER BY payment_id DESC LIMIT $2`,
);
const waiting = statement<[beforeMs: number, limit: number], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE refund_state = 'waiting' AND refund_asked_at_ms < $1
   ORDER BY refund_asked_at_ms, payment_id LIMIT $2`,
);
const begin = statement<
  [askedAtMs: number, askedBy: number | null, entryId: number, chargeId: string],
  PaymentRow
>(
  `UPDATE star_payments SET refund_state = 'waiting', refund_asked_at_ms = $1, refund_asked_by = $2,
     refund_entry_id = $3, refund_note = '' WHERE charge_id = $4 RETURNING ${columns}`,
);
const end = statement<[state: RefundState, note: string, chargeId: string], PaymentRow>(
  `UPDATE star_payments SET refund_state = $1, refund_note = $2 WHERE charge_id = $3 RETURNING ${columns}`,
);

const forgetOld = statement<[beforeMs: number]>('DELETE FROM refunds_told WHERE told_at_ms < $1');
/** Where the payment is being booked just now, this waits for it. */
const keepTold = statement<[chargeId: string, toldAtMs: number]>(
  'INSERT INTO refunds_told (charge_id, told_at_ms) VALUES ($1, $2) ON CONFLICT (charge_id) DO NOTHING',
);
const forgetTold = statement<[chargeId: string]>('DELETE FROM refunds_told WHERE charge_id = $1');

type RefundEnd = Awaited<ReturnType<StarPaymentStore['endRefund']>>;

export function createStarPaymentStore(
  { deeds }: Parts,
  ledger: LedgerWrites,
  notices: NoticeQueue,
): StarPaymentStore {
  const beginRefund = async (
    transaction: Transaction,
    chargeId: string,
    askedBy: number | null,
    nowMs: number,
  ): Promise<RefundBeginning> => {
    const known = await lockByCharge.get(transaction, chargeId);
    if (known === undefined) return { kind: 'gone' };
    const payment = toPayment(known);
    const { accountId, amountMicros, refundState, stars } = payment;
    if (refundState === 'waiting' || refundState === 'done') return { kind: refundState, payment };
    const { availableMicros } = (await ledger.lock(transaction, [accountId]))(accountId);
    if (availableMicros < amountMicros) return { kind: 'spent', payment, availableMicros };
    const by = askedBy === null ? {} : { bookedBy: askedBy };
    const entry = { kind: 'refund', atMs: nowMs, note: inStars(stars), ...by } as const;
    const entryId = await ledger.book(transaction, entry, aside(accountId, amountMicros));
    const row = await begin.get(transaction, nowMs, askedBy, entryId, chargeId);
    return { kind: 'waiting', payment: toPayment(present(row, 'the payment')) };
  };

  /** What was set aside leaves, or goes back. */
  const decide = async (
    transaction: Transaction,
    row: PaymentRow,
    state: 'done' | 'refused',
    nowMs: number,
  ): Promise<void> => {
    const { accountId, amountMicros, chargeId, stars } = toPayment(row);
    const aboutEntryId = Number(present(row.refund_entry_id, 'the entry of the refund'));
    const isDone = state === 'done';
    const reference = isDone ? { reference: `refund:${chargeId}` } : {};
    const kind = isDone ? 'refund_paid' : 'refund_refused';
    const entry = { kind, atMs: nowMs, aboutEntryId, note: inStars(stars), ...reference } as const;
    await ledger.book(transaction, entry, decided(accountId, amountMicros, isDone));
  };

  /** The platform gave the stars back without being asked by us; answers the service's loss. */
  const bookUnasked = async (
    transaction: Transaction,
    { accountId, amountMicros, chargeId, stars }: StarPayment,
    nowMs: number,
  ): Promise<bigint> => {
    const { availableMicros } = (await ledger.lock(transaction, [accountId]))(accountId);
    const { lossMicros, lines } = unasked(accountId, amountMicros, availableMicros);
    const entry = { kind: 'refund_paid', atMs: nowMs, note: inStars(stars) } as const;
    await ledger.book(transaction, { ...entry, reference: `refund:${chargeId}` }, lines);
    return lossMicros;
  };

  /** A refund of a payment that is not known: remembered, unless the payment came to be known just now. */
  const remember = async (
    transaction: Transaction,
    chargeId: string,
    nowMs: number,
  ): Promise<PaymentRow | undefined> => {
    await forgetOld.run(transaction, nowMs - TOLD_KEPT_MS);
    await keepTold.run(transaction, chargeId, nowMs);
    const row = await lockByCharge.get(transaction, chargeId);
    if (row !== undefined) await forgetTold.run(transaction, chargeId);
    return row;
  };

  const endRefund = async (
    transaction: Transaction,
    chargeId: string,
    { state, note }: { state: 'done' | 'refused'; note: string },
    tell: (payment: StarPayment) => NewNotice[],
    nowMs: number,
  ): Promise<RefundEnd> => {
    let row = await lockByCharge.get(transaction, chargeId);
    if (row === undefined && state === 'done') row = await remember(transaction, chargeId, nowMs);
    if (row === undefined) return { isNew: false, payment: null, lossMicros: 0n };
    const isWaiting = row.refund_state === 'waiting';
    // A refusal ends only what waits; once done, nothing changes any more.
    if (row.refund_state === 'done' || (!isWaiting && state === 'refused'))
      return { isNew: false, payment: toPayment(row), lossMicros: 0n };
    const lossMicros = isWaiting ? 0n : await bookUnasked(transaction, toPayment(row), nowMs);
    if (isWaiting) await decide(transaction, row, state, nowMs);
    const ended = await end.get(transaction, state, note, chargeId);
    const payment = toPayment(present(ended, 'the payment'));
    await notices.queue(transaction, tell(payment), nowMs);
    return { isNew: true, payment, lossMicros };
  };

  return {
    find: async (paymentId) => {
      const row = await deeds.askOnce((transaction) => byId.get(transaction, paymentId));
      return row === undefined ? null : toPayment(row);
    },
    byCharge: async (chargeId) => {
      const row = await deeds.askOnce((transaction) => byCharge.get(transaction, chargeId));
      return row === undefined ? null : toPayment(row);
    },
    ofAccount: async (accountId, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await deeds.askOnce((transaction) => ofAccount.all(transaction, accountId, most));
      return rows.map(toPayment);
    },
    beginRefund: (chargeId, askedBy, nowMs) =>
      deeds.run(
        'starPayments.beginRefund',
        (transaction) => beginRefund(transaction, chargeId, askedBy, nowMs),
        { durable: true },
      ),
    endRefund: (chargeId, ended, tell, nowMs) =>
      deeds.run(
        'starPayments.endRefund',
        (transaction) => endRefund(transaction, chargeId, ended, tell, nowMs),
        { durable: true },
      ),
    waitingRefunds: async (beforeMs, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await deeds.askOnce((transaction) => waiting.all(transaction, beforeMs, most));
      return rows.map(toPayment);
    },
  };
}
