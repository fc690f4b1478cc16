import { setImmediate as turn } from 'node:timers/promises';
import { adjustmentBooking, depositBooking, unaskedRefundBooking } from '../../core/ledger/index.js';
import type { Booked, LedgerStore, NewDeposit } from '../../core/ports/ledger-store.js';
import type { RefundState } from '../../core/ports/star-payment-store.js';
import { durably, type Parts } from './database.js';
import { keepAnswer } from './kept-answers.js';
import { readHistory, readTurnover } from './ledger-history.js';
import type { LedgerWrites } from './ledger-writes.js';
import { queueNotifications } from './notifications.js';
import { exactStatement, statement, type Work } from './statement.js';

/** Entries added up before other work has its turn: about 5 ms. */
const CHECKED_AT_ONCE = 5_000;

const insertPayment = statement<
  [
    chargeId: string,
    accountId: number,
    stars: number,
    amountMicros: bigint,
    paidAtMs: number,
    state: RefundState,
  ]
>(
  `INSERT INTO star_payments (charge_id, account_id, stars, amount_micros, paid_at_ms, refund_state)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);
/** A concurrent refund waits for the key, then finds the payment. Below zero: no refund was reported. */
const holdRefundReported = statement<[chargeId: string], { reported_at_ms: number }>(
  `INSERT INTO refunds_reported (charge_id, reported_at_ms) VALUES ($1, -1)
   ON CONFLICT (charge_id) DO UPDATE SET reported_at_ms = refunds_reported.reported_at_ms RETURNING reported_at_ms`,
);
const forgetRefundReported = statement<[chargeId: string]>(
  'DELETE FROM refunds_reported WHERE charge_id = $1',
);
const balances = exactStatement<[], { sum: bigint | null }>(
  'SELECT sum(balance_micros) AS sum FROM ledger_accounts',
);
const reserves = statement<[], { count: number }>(
  `SELECT count(*) AS count FROM (SELECT owner_id FROM (
       SELECT owner_id, balance_micros AS micros FROM ledger_accounts WHERE kind = 'reserve'
       UNION ALL SELECT account_id, -amount_micros FROM withdrawals WHERE state IN ('waiting', 'paying', 'sending')
       UNION ALL SELECT account_id, -amount_micros FROM star_payments WHERE refund_state = 'waiting') AS part
     GROUP BY owner_id HAVING sum(micros) <> 0) AS off`,
);
const lastEntry = statement<[], { entry_id: number | null }>(
  'SELECT max(entry_id) AS entry_id FROM ledger_entries',
);
const sums = exactStatement<[after: number, to: number], { sum: bigint | null; wrong: bigint }>(
  `SELECT sum(amount) AS sum, count(*) FILTER (WHERE amount <> 0) AS wrong FROM
     (SELECT sum(amount_micros) AS amount FROM postings WHERE entry_id > $1 AND entry_id <= $2 GROUP BY entry_id) AS entry`,
);

type Stars = NonNullable<NewDeposit['stars']>;

export function createLedgerStore({ db, replica }: Parts, writes: LedgerWrites): LedgerStore {
  /** Books a payment; where its refund was reported first, books the refund too. */
  function* notePayment(
    { accountId, amountMicros, note }: { accountId: number; amountMicros: bigint; note: string },
    { chargeId, count: stars }: Stars,
    nowMs: number,
  ): Work<void> {
    const isBack = ((yield* holdRefundReported.get(chargeId))?.reported_at_ms ?? -1) >= 0;
    yield* insertPayment.run(chargeId, accountId, stars, amountMicros, nowMs, isBack ? 'done' : 'none');
    yield* forgetRefundReported.run(chargeId);
    if (!isBack) return;
    const payment = { accountId, amountMicros, chargeId, stars };
    yield* writes.book(unaskedRefundBooking(payment, amountMicros, nowMs, note).booking);
  }

  function* deposit(accountId: number, amountMicros: bigint, given: NewDeposit, nowMs: number): Work<Booked> {
    const { note, stars } = given;
    const isNew = (yield* writes.bookOnce(depositBooking(accountId, amountMicros, given, nowMs))) !== null;
    if (isNew && stars !== undefined) yield* notePayment({ accountId, amountMicros, note }, stars, nowMs);
    return { kind: isNew ? 'booked' : 'already', balance: yield* writes.balances(accountId) };
  }

  function* adjust(
    ...[accountId, amountMicros, given, toQueue, nowMs, keeping]: Parameters<LedgerStore['adjust']>
  ): Work<Booked> {
    const isNew = (yield* writes.bookOnce(adjustmentBooking(accountId, amountMicros, given, nowMs))) !== null;
    if (isNew) yield* queueNotifications(toQueue, nowMs);
    const booked: Booked = {
      kind: isNew ? 'booked' : 'already',
      balance: yield* writes.balances(accountId),
    };
    yield* keepAnswer(keeping, booked, nowMs);
    return booked;
  }

  return {
    adjust: (...given) => durably(db, 'ledger.adjust', () => adjust(...given)),
    balance: (accountId) => db.read(() => writes.balances(accountId), { apart: true }),
    deposit: (accountId, amountMicros, booking, nowMs) =>
      durably(db, 'ledger.deposit', () => deposit(accountId, amountMicros, booking, nowMs)),
    history: (accountId, page) => db.read(() => readHistory(accountId, page)),
    turnover: (accountId, range) => db.read(() => readTurnover(accountId, range)),
    check: async () => {
      const { last, balancesMicros, reservesOff } = await replica.read(function* () {
        return {
          last: (yield* lastEntry.get())?.entry_id ?? 0,
          balancesMicros: (yield* balances.get())?.sum ?? 0n,
          reservesOff: (yield* reserves.get())?.count ?? 0,
        };
      });
      let postingsMicros = 0n;
      let entriesOutOfBalance = 0;
      for (let after = 0; after < last; after += CHECKED_AT_ONCE) {
        // Postings are never changed, so those of the first entries can be added up while later ones come.
        const part = await replica.read(sums.get(after, Math.min(after + CHECKED_AT_ONCE, last)));
        postingsMicros += part?.sum ?? 0n;
        entriesOutOfBalance += Number(part?.wrong ?? 0n);
        await turn();
      }
      return { postingsMicros, balancesMicros, entriesOutOfBalance, reservesOff };
    },
  };
}
