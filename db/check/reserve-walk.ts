/** Holds what is reserved to the withdrawals and refunds that wait, or are being paid. */
import { exactStatement, type Statement, type Work } from '../work/statement.js';
import { type Findings, Sums } from './findings.js';
import { endOf, ROWS_AT_ONCE, walk } from './pages.js';

interface Row {
  id: bigint;
  account_id: bigint;
  kind: string;
  amount: bigint;
}

const rowsOf = (table: string, id: string, columns: string) =>
  exactStatement<[after: number], Row>(
    `SELECT ${id} AS id, ${columns} FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT ${String(ROWS_AT_ONCE)}`,
  );
const withdrawals = exactStatement<[after: number], Row>(
  `SELECT withdrawal_id AS id, account_id, 'waiting' AS kind, amount_micros AS amount FROM withdrawals
   WHERE state IN ('waiting', 'paying', 'sending') AND withdrawal_id > $1 ORDER BY withdrawal_id LIMIT ${String(ROWS_AT_ONCE)}`,
);
const refunds = rowsOf(
  'star_payments',
  'payment_id',
  'account_id, refund_state AS kind, amount_micros AS amount',
);
const reserves = rowsOf(
  'ledger_accounts',
  'ledger_account_id',
  'owner_id AS account_id, kind, balance_micros AS amount',
);

export function* checkReserves(findings: Findings): Work<void> {
  const waiting = new Sums();
  const reserved = new Sums();
  yield* addUp(waiting, withdrawals, 'waiting');
  yield* addUp(waiting, refunds, 'waiting');
  yield* addUp(reserved, reserves, 'reserve');
  findings.expectSums('reserve', waiting, reserved, (id) => ({ accountId: Number(id) }));
}

/** By account, what is of this kind. */
function addUp(sums: Sums, statement: Statement<[after: number], Row>, kind: string): Work<void> {
  return walk(0, function* (after) {
    const rows = yield* statement.all(after);
    for (const row of rows) if (row.kind === kind) sums.add(String(row.account_id), row.amount);
    return endOf(rows, (row) => Number(row.id));
  });
}
