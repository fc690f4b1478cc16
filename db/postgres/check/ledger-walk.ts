/** Holds postings to zero, and balances to their postings. */
import { type Booked, type Findings, Sums } from '../../check/findings.js';
import type { Transaction } from '../statement.js';
import { exactStatement } from './exact.js';

/** Entries that one statement adds up: a few tens of milliseconds of the database. */
const ENTRIES_AT_ONCE = 10_000;
const ACCOUNTS_AT_ONCE = 1_000;

type Range = [after: bigint, to: bigint];

const lastEntry = exactStatement<[], { entry_id: bigint | null }>(
  'SELECT max(entry_id) AS entry_id FROM ledger_entries',
);
const kinds = exactStatement<Range, { charges: bigint; reversals: bigint; entries: bigint }>(
  `SELECT count(*) AS entries, count(*) FILTER (WHERE kind = 'charge') AS charges,
     count(*) FILTER (WHERE kind = 'reversal') AS reversals
   FROM ledger_entries WHERE entry_id > $1 AND entry_id <= $2`,
);
const byEntry = exactStatement<Range, { entry_id: bigint; amount: bigint }>(
  `SELECT entry_id, sum(amount_micros)::text AS amount FROM postings WHERE entry_id > $1 AND entry_id <= $2
   GROUP BY entry_id HAVING sum(amount_micros) <> 0 ORDER BY entry_id`,
);
const byAccount = exactStatement<Range, { account_id: bigint; amount: bigint }>(
  `SELECT ledger_account_id AS account_id, sum(amount_micros)::text AS amount FROM postings
   WHERE entry_id > $1 AND entry_id <= $2 GROUP BY ledger_account_id`,
);
const accounts = exactStatement<[after: bigint], { account_id: bigint; balance: bigint }>(
  `SELECT ledger_account_id AS account_id, balance_micros::text AS balance FROM ledger_accounts
   WHERE ledger_account_id > $1 ORDER BY ledger_account_id LIMIT ${String(ACCOUNTS_AT_ONCE)}`,
);

export async function checkLedger(transaction: Transaction, findings: Findings): Promise<Booked> {
  const booked = { charges: 0n, reversals: 0n };
  const sums = new Sums();
  const last = (await lastEntry.get(transaction))?.entry_id ?? 0n;
  for (let from = 0n; from < last; from += BigInt(ENTRIES_AT_ONCE)) {
    const range: Range = [from, from + BigInt(ENTRIES_AT_ONCE)];
    const kind = await kinds.get(transaction, ...range);
    booked.charges += kind?.charges ?? 0n;
    booked.reversals += kind?.reversals ?? 0n;
    findings.outcome.entries += Number(kind?.entries ?? 0n);
    for (const row of await byEntry.all(transaction, ...range))
      findings.expect('entry', { entryId: Number(row.entry_id) }, 0n, row.amount);
    for (const row of await byAccount.all(transaction, ...range))
      sums.add(String(row.account_id), row.amount);
  }
  const balances = new Sums();
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const rows: { account_id: bigint; balance: bigint }[] = await accounts.all(transaction, after);
    for (const row of rows) balances.add(String(row.account_id), row.balance);
    after = rows.length < ACCOUNTS_AT_ONCE ? undefined : rows.at(-1)?.account_id;
  }
  findings.expectSums('account', sums, balances, (id) => ({ ledgerAccountId: Number(id) }));
  findings.expect('postings', {}, 0n, sums.total());
  findings.expect('balances', {}, 0n, balances.total());
  return booked;
}
