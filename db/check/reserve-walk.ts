/** Holds all balances to zero, and what is reserved to the withdrawals and refunds that wait, or are being paid. */
import { allBalances } from '../work/ledger.js';
import { exactStatement, type Work } from '../work/statement.js';
import { Sums } from './findings.js';
import { endOf, ROWS_AT_ONCE, walk, type Walking } from './walking.js';

type Row = Record<'id' | 'account_id' | 'amount', bigint>;

const withdrawals = exactStatement<[after: number], Row>(
  `SELECT withdrawal_id AS id, account_id, amount_micros AS amount FROM withdrawals
   WHERE state IN ('waiting', 'paying', 'sending') AND withdrawal_id > $1 ORDER BY withdrawal_id LIMIT ${String(ROWS_AT_ONCE)}`,
);
const refunds = exactStatement<[askedAtMs: number, paymentId: number], Row & { asked_at_ms: bigint }>(
  `SELECT payment_id AS id, account_id, amount_micros AS amount, refund_asked_at_ms AS asked_at_ms FROM star_payments
   WHERE refund_state = 'waiting' AND (refund_asked_at_ms, payment_id) > ($1, $2)
   ORDER BY refund_asked_at_ms, payment_id LIMIT ${String(ROWS_AT_ONCE)}`,
);
const reserves = exactStatement<[after: number], Row & { kind: string }>(
  `SELECT ledger_account_id AS id, owner_id AS account_id, kind, balance_micros AS amount FROM ledger_accounts
   WHERE ledger_account_id > $1 ORDER BY ledger_account_id LIMIT ${String(ROWS_AT_ONCE)}`,
);
/** At one moment: as many rows as there are accounts, and requests that wait. */
export function* checkReserves({ findings }: Walking): Work<null> {
  findings.expect('balances', {}, 0n, (yield* allBalances.get())?.sum ?? 0n);
  const [waiting, reserved] = [new Sums<'reserve'>(), new Sums<'reserve'>()];
  const add = (sums: Sums<'reserve'>, row: Row) => sums.add(`reserve:${String(row.account_id)}`, row.amount);
  yield* walk(0, function* (after) {
    const rows = yield* withdrawals.all(after);
    for (const row of rows) add(waiting, row);
    return endOf(rows, (row) => Number(row.id));
  });
  const first: readonly [askedAtMs: number, paymentId: number] = [0, 0];
  yield* walk(first, function* (after) {
    const rows = yield* refunds.all(...after);
    for (const row of rows) add(waiting, row);
    return endOf(rows, (row) => [Number(row.asked_at_ms), Number(row.id)] as const);
  });
  yield* walk(0, function* (after) {
    const rows = yield* reserves.all(after);
    for (const row of rows) if (row.kind === 'reserve') add(reserved, row);
    return endOf(rows, (row) => Number(row.id));
  });
  findings.expectSums(waiting, reserved, (id) => ({ accountId: Number(id) }));
  return null;
}
