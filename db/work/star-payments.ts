import type {
  NewNotice,
  RefundBeginning,
  RefundState,
  StarPayment,
  StarPaymentStore,
} from '../../core/ports.js';
import { aside, decided } from '../../core/ledger/index.js';
import { boundedLimit, present } from './values.js';
import type { Parts } from './database.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { NoticeQueue } from './notice-queue.js';
import { inStars, type PaymentRow, toPayment, unasked } from './payment-row.js';
import { exactStatement, statement, type Work } from './statement.js';

const MAX_PAGE = 100;
/** How long a refund of an unknown payment is remembered; the platform keeps what it has to tell for a day. */
const TOLD_KEPT_MS = 30 * 86_400_000;

const columns = `payment_id, charge_id, account_id, stars, amount_micros, paid_at_ms, refund_state,
  refund_entry_id, refund_note`;

const byId = exactStatement<[paymentId: number], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE payment_id = $1`,
);
const byCharge = exactStatement<[chargeId: string], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE charge_id = $1`,
);
/** Who else would refund it waits. */
const lockByCharge = exactStatement<[chargeId: string], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE charge_id = $1 FOR UPDATE`,
);
const ofAccount = exactStatement<[accountId: number, limit: number], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE account_id = $1 ORDER BY payment_id DESC LIMIT $2`,
);
const waiting = exactStatement<[beforeMs: number, limit: number], PaymentRow>(
  `SELECT ${columns} FROM star_payments WHERE refund_state = 'waiting' AND refund_asked_at_ms < $1
   ORDER BY refund_asked_at_ms, payment_id LIMIT $2`,
);
const begin = exactStatement<
  [askedAtMs: number, askedBy: number | null, entryId: number, chargeId: string],
  PaymentRow
>(
  `UPDATE star_payments SET refund_state = 'waiting', refund_asked_at_ms = $1, refund_asked_by = $2,
     refund_entry_id = $3, refund_note = '' WHERE charge_id = $4 RETURNING ${columns}`,
);
const end = exactStatement<[state: RefundState, note: string, chargeId: string], PaymentRow>(
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
  { db }: Pick<Parts, 'db'>,
  ledger: LedgerWrites,
  notices: NoticeQueue,
): StarPaymentStore {
  function* beginRefund(chargeId: string, askedBy: number | null, nowMs: number): Work<RefundBeginning> {
    const known = yield* lockByCharge.get(chargeId);
    if (known === undefined) return { kind: 'gone' };
    const payment = toPayment(known);
    const { accountId, amountMicros, refundState, stars } = payment;
    if (refundState === 'waiting' || refundState === 'done') return { kind: refundState, payment };
    const { availableMicros } = (yield* ledger.lock([accountId]))(accountId);
    if (availableMicros < amountMicros) return { kind: 'spent', payment, availableMicros };
    const by = askedBy === null ? {} : { bookedBy: askedBy };
    const entry = { kind: 'refund', atMs: nowMs, note: inStars(stars), ...by } as const;
    const entryId = yield* ledger.book(entry, aside(accountId, amountMicros));
    const row = yield* begin.get(nowMs, askedBy, entryId, chargeId);
    return { kind: 'waiting', payment: toPayment(present(row, 'the payment')) };
  }

  /** What was set aside leaves, or goes back. */
  function* decide(row: PaymentRow, state: 'done' | 'refused', nowMs: number): Work<void> {
    const { accountId, amountMicros, chargeId, stars } = toPayment(row);
    const aboutEntryId = Number(present(row.refund_entry_id, 'the entry of the refund'));
    const isDone = state === 'done';
    const reference = isDone ? { reference: `refund:${chargeId}` } : {};
    const kind = isDone ? 'refund_paid' : 'refund_refused';
    const entry = { kind, atMs: nowMs, aboutEntryId, note: inStars(stars), ...reference } as const;
    yield* ledger.book(entry, decided(accountId, amountMicros, isDone));
  }

  /** The platform gave the stars back without being asked by us; returns the service's loss. */
  function* bookUnasked(
    { accountId, amountMicros, chargeId, stars }: StarPayment,
    nowMs: number,
  ): Work<bigint> {
    const { availableMicros } = (yield* ledger.lock([accountId]))(accountId);
    const { lossMicros, lines } = unasked(accountId, amountMicros, availableMicros);
    const entry = { kind: 'refund_paid', atMs: nowMs, note: inStars(stars) } as const;
    yield* ledger.book({ ...entry, reference: `refund:${chargeId}` }, lines);
    return lossMicros;
  }

  /** A refund of a payment that is not known: remembered, unless the payment came to be known just now. */
  function* remember(chargeId: string, nowMs: number): Work<PaymentRow | undefined> {
    yield* forgetOld.run(nowMs - TOLD_KEPT_MS);
    yield* keepTold.run(chargeId, nowMs);
    const row = yield* lockByCharge.get(chargeId);
    if (row !== undefined) yield* forgetTold.run(chargeId);
    return row;
  }

  function* endRefund(
    chargeId: string,
    { state, note }: { state: 'done' | 'refused'; note: string },
    tell: (payment: StarPayment) => NewNotice[],
    nowMs: number,
  ): Work<RefundEnd> {
    let row = yield* lockByCharge.get(chargeId);
    if (row === undefined && state === 'done') row = yield* remember(chargeId, nowMs);
    if (row === undefined) return { isNew: false, payment: null, lossMicros: 0n };
    const isWaiting = row.refund_state === 'waiting';
    // A refusal ends only what waits; once done, nothing changes any more.
    if (row.refund_state === 'done' || (!isWaiting && state === 'refused'))
      return { isNew: false, payment: toPayment(row), lossMicros: 0n };
    const lossMicros = isWaiting ? 0n : yield* bookUnasked(toPayment(row), nowMs);
    if (isWaiting) yield* decide(row, state, nowMs);
    const ended = yield* end.get(state, note, chargeId);
    const payment = toPayment(present(ended, 'the payment'));
    yield* notices.queue(tell(payment), nowMs);
    return { isNew: true, payment, lossMicros };
  }

  return {
    find: async (paymentId) => {
      const row = await db.read(byId.get(paymentId));
      return row === undefined ? null : toPayment(row);
    },
    byCharge: async (chargeId) => {
      const row = await db.read(byCharge.get(chargeId));
      return row === undefined ? null : toPayment(row);
    },
    ofAccount: async (accountId, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await db.read(ofAccount.all(accountId, most));
      return rows.map(toPayment);
    },
    beginRefund: (chargeId, askedBy, nowMs) =>
      db.run('starPayments.beginRefund', () => beginRefund(chargeId, askedBy, nowMs), { durable: true }),
    endRefund: (chargeId, ended, tell, nowMs) =>
      db.run('starPayments.endRefund', () => endRefund(chargeId, ended, tell, nowMs), { durable: true }),
    waitingRefunds: async (beforeMs, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await db.read(waiting.all(beforeMs, most));
      return rows.map(toPayment);
    },
  };
}
