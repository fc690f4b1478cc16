/** Holds postings to zero, and balances to their postings. */
import { exactStatement, statement, together, type Work } from '../work/statement.js';
import { type Booked, type Findings, Sums } from './findings.js';
import { endOf, type Pace, ROWS_AT_ONCE, walk } from './pages.js';

type Range = [after: number, to: number];

const lastEntry = statement<[], { entry_id: number | null }>(
  'SELECT max(entry_id) AS entry_id FROM ledger_entries',
);
const kinds = exactStatement<Range, { charges: bigint; reversals: bigint; entries: bigint }>(
  `SELECT count(*) AS entries, count(*) FILTER (WHERE kind = 'charge') AS charges,
     count(*) FILTER (WHERE kind IN ('reversal', 'fraud_reversal')) AS reversals
   FROM ledger_entries WHERE entry_id > $1 AND entry_id <= $2`,
);
const byEntry = exactStatement<Range, { entry_id: bigint; amount: bigint }>(
  `SELECT entry_id, sum(amount_micros) AS amount FROM postings WHERE entry_id > $1 AND entry_id <= $2
   GROUP BY entry_id HAVING sum(amount_micros) <> 0 ORDER BY entry_id`,
);
const byAccount = exactStatement<Range, { account_id: bigint; amount: bigint }>(
  `SELECT ledger_account_id AS account_id, sum(amount_micros) AS amount FROM postings
   WHERE entry_id > $1 AND entry_id <= $2 GROUP BY ledger_account_id`,
);
const accounts = exactStatement<[after: number], { account_id: bigint; balance: bigint }>(
  `SELECT ledger_account_id AS account_id, balance_micros AS balance FROM ledger_accounts
   WHERE ledger_account_id > $1 ORDER BY ledger_account_id LIMIT ${String(ROWS_AT_ONCE)}`,
);

export function* checkLedger(findings: Findings, pace: Pace): Work<Booked> {
  const booked = { charges: 0n, reversals: 0n };
  const sums = new Sums();
  const last = (yield* lastEntry.get())?.entry_id ?? 0;
  for (let after = 0; after < last; after += pace.entries) {
    const range: Range = [after, Math.min(after + pace.entries, last)];
    const [kind, unbalanced, moved] = yield* together(
      kinds.get(...range),
      byEntry.all(...range),
      byAccount.all(...range),
    );
    booked.charges += kind?.charges ?? 0n;
    booked.reversals += kind?.reversals ?? 0n;
    findings.outcome.entries += Number(kind?.entries ?? 0n);
    for (const row of unbalanced) findings.expect('entry', { entryId: Number(row.entry_id) }, 0n, row.amount);
    for (const row of moved) sums.add(String(row.account_id), row.amount);
  }
  const balances = yield* readBalances();
  findings.expectSums('account', sums, balances, (id) => ({ ledgerAccountId: Number(id) }));
  findings.expect('postings', {}, 0n, sums.total());
  findings.expect('balances', {}, 0n, balances.total());
  return booked;
}

function* readBalances(): Work<Sums> {
  const balances = new Sums();
  yield* walk(0, function* (after) {
    const rows = yield* accounts.all(after);
    for (const row of rows) balances.add(String(row.account_id), row.balance);
    return endOf(rows, (row) => Number(row.account_id));
  });
  return balances;
}
