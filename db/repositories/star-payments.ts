import type {
  NewNotice,
  RefundBeginning,
  RefundState,
  StarPayment,
  StarPaymentStore,
} from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { aside, decided } from '../../core/ledger/index.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { NoticeQueue } from './notice-queue.js';
import { inStars, type PaymentRow, toPayment, unasked } from './payment-row.js';
import { boundedLimit, present } from './values.js';

const MAX_PAGE = 100;
/** How long a refund of an unknown payment is remembered; the platform keeps what it has to tell for a day. */
const TOLD_KEPT_MS = 30 * 86_400_000;

type RefundEnd = Awaited<ReturnType<StarPaymentStore['endRefund']>>;

export function createStarPaymentStore(
  { connection, executor }: Parts,
  ledger: LedgerWrites,
  notices: NoticeQueue,
): StarPaymentStore {
  const byId = connection.prepareExact<[number], PaymentRow>(
    'SELECT * FROM star_payments WHERE payment_id = ?',
  );
  const byCharge = connection.prepareExact<[string], PaymentRow>(
    'SELECT * FROM star_payments WHERE charge_id = ?',
  );
  const ofAccount = connection.prepareExact<[number, number], PaymentRow>(
    'SELECT * FROM star_payments WHERE account_id = ? ORDER BY payment_id DESC LIMIT ?',
  );
  const waiting = connection.prepareExact<[number, number], PaymentRow>(
    `SELECT * FROM star_payments WHERE refund_state = 'waiting' AND refund_asked_at_ms < ?
     ORDER BY refund_asked_at_ms, payment_id LIMIT ?`,
  );
  const begin = connection.prepare<[number, number | null, number, string]>(
    `UPDATE star_payments SET refund_state = 'waiting', refund_asked_at_ms = ?, refund_asked_by = ?,
       refund_entry_id = ?, refund_note = '' WHERE charge_id = ?`,
  );
  const end = connection.prepare<[RefundState, string, string]>(
    'UPDATE star_payments SET refund_state = ?, refund_note = ? WHERE charge_id = ?',
  );
  const forgetTold = connection.prepare<[number]>('DELETE FROM refunds_told WHERE told_at_ms < ?');
  const keepTold = connection.prepare<[string, number]>(
    'INSERT INTO refunds_told (charge_id, told_at_ms) VALUES (?, ?) ON CONFLICT (charge_id) DO NOTHING',
  );

  const find = (chargeId: string): StarPayment | null => {
    const row = byCharge.get(chargeId);
    return row === undefined ? null : toPayment(row);
  };
  const found = (chargeId: string): StarPayment => present(find(chargeId), 'the payment');

  const beginRefund = (chargeId: string, askedBy: number | null, nowMs: number): RefundBeginning => {
    const payment = find(chargeId);
    if (payment === null) return { kind: 'gone' };
    const { accountId, amountMicros, refundState, stars } = payment;
    if (refundState === 'waiting' || refundState === 'done') return { kind: refundState, payment };
    const availableMicros = ledger.balances(accountId).availableMicros;
    if (availableMicros < amountMicros) return { kind: 'spent', payment, availableMicros };
    const by = askedBy === null ? {} : { bookedBy: askedBy };
    const entry = { kind: 'refund', atMs: nowMs, note: inStars(stars), ...by } as const;
    const entryId = ledger.book(entry, aside(accountId, amountMicros));
    begin.run(nowMs, askedBy, entryId, chargeId);
    return { kind: 'waiting', payment: found(chargeId) };
  };

  /** What was set aside leaves, or goes back. */
  const decide = (row: PaymentRow, state: 'done' | 'refused', nowMs: number): void => {
    const { accountId, amountMicros, chargeId, stars } = toPayment(row);
    const aboutEntryId = Number(present(row.refund_entry_id, 'the entry of the refund'));
    const isDone = state === 'done';
    const reference = isDone ? { reference: `refund:${chargeId}` } : {};
    const kind = isDone ? 'refund_paid' : 'refund_refused';
    const entry = { kind, atMs: nowMs, aboutEntryId, note: inStars(stars), ...reference } as const;
    ledger.book(entry, decided(accountId, amountMicros, isDone));
  };

  /** The platform gave the stars back without being asked by us; what the wallet lacks is the service's loss. */
  const bookUnasked = ({ accountId, amountMicros, chargeId, stars }: StarPayment, nowMs: number): bigint => {
    const availableMicros = ledger.balances(accountId).availableMicros;
    const { lossMicros, lines } = unasked(accountId, amountMicros, availableMicros);
    const entry = { kind: 'refund_paid', atMs: nowMs, note: inStars(stars) } as const;
    ledger.book({ ...entry, reference: `refund:${chargeId}` }, lines);
    return lossMicros;
  };

  const endRefund = (
    chargeId: string,
    { state, note }: { state: 'done' | 'refused'; note: string },
    tell: (payment: StarPayment) => NewNotice[],
    nowMs: number,
  ): RefundEnd => {
    const row = byCharge.get(chargeId);
    if (row === undefined) {
      forgetTold.run(nowMs - TOLD_KEPT_MS);
      if (state === 'done') keepTold.run(chargeId, nowMs);
      return { isNew: false, payment: null, lossMicros: 0n };
    }
    const isWaiting = row.refund_state === 'waiting';
    // A refusal ends only what waits; once done, nothing changes any more.
    if (row.refund_state === 'done' || (!isWaiting && state === 'refused'))
      return { isNew: false, payment: toPayment(row), lossMicros: 0n };
    const lossMicros = isWaiting ? 0n : bookUnasked(toPayment(row), nowMs);
    if (isWaiting) decide(row, state, nowMs);
    end.run(state, note, chargeId);
    const payment = found(chargeId);
    notices.queue(tell(payment), nowMs);
    return { isNew: true, payment, lossMicros };
  };

  return {
    find: (paymentId) =>
      executor.ask(() => {
        const row = byId.get(paymentId);
        return row === undefined ? null : toPayment(row);
      }),
    byCharge: (chargeId) => executor.ask(() => find(chargeId)),
    ofAccount: (accountId, limit) =>
      executor.ask(() => ofAccount.all(accountId, boundedLimit(limit, MAX_PAGE)).map(toPayment)),
    beginRefund: (chargeId, askedBy, nowMs) =>
      executor.run('starPayments.beginRefund', () => beginRefund(chargeId, askedBy, nowMs), {
        durable: true,
      }),
    endRefund: (chargeId, ended, tell, nowMs) =>
      executor.run('starPayments.endRefund', () => endRefund(chargeId, ended, tell, nowMs), {
        durable: true,
      }),
    waitingRefunds: (beforeMs, limit) =>
      executor.ask(() => waiting.all(beforeMs, boundedLimit(limit, MAX_PAGE)).map(toPayment)),
  };
}
