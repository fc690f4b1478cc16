/** Holds postings to zero, and balances to their postings. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { type Booked, type Findings, ROWS_AT_ONCE, Sums } from './findings.js';

/** Entries added up before other work has its turn: a few milliseconds. */
const ENTRIES_AT_ONCE = 1_000;

export function createLedgerWalk(connection: Connection) {
  const lastEntry = connection.prepare<[], { entry_id: number | null }>(
    'SELECT max(entry_id) AS entry_id FROM ledger_entries',
  );
  const kinds = connection.prepareExact<
    [number, number],
    { charges: bigint; reversals: bigint; entries: bigint }
  >(
    `SELECT count(*) AS entries, count(*) FILTER (WHERE kind = 'charge') AS charges,
       count(*) FILTER (WHERE kind = 'reversal') AS reversals
     FROM ledger_entries WHERE entry_id > ? AND entry_id <= ?`,
  );
  const byEntry = connection.prepareExact<[number, number], { entry_id: bigint; amount: bigint }>(
    `SELECT entry_id, sum(amount_micros) AS amount FROM postings WHERE entry_id > ? AND entry_id <= ?
     GROUP BY entry_id HAVING sum(amount_micros) <> 0`,
  );
  const byAccount = connection.prepareExact<[number, number], { account_id: bigint; amount: bigint }>(
    `SELECT ledger_account_id AS account_id, sum(amount_micros) AS amount FROM postings
     WHERE entry_id > ? AND entry_id <= ? GROUP BY ledger_account_id`,
  );
  const accounts = connection.prepareExact<[number], { account_id: bigint; balance: bigint }>(
    `SELECT ledger_account_id AS account_id, balance_micros AS balance FROM ledger_accounts
     WHERE ledger_account_id > ? ORDER BY ledger_account_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );

  return async (findings: Findings): Promise<Booked> => {
    const booked = { charges: 0n, reversals: 0n };
    const sums = new Sums();
    const last = lastEntry.get()?.entry_id ?? 0;
    for (let from = 0; from < last; from += ENTRIES_AT_ONCE) {
      const to = Math.min(from + ENTRIES_AT_ONCE, last);
      const kind = kinds.get(from, to);
      booked.charges += kind?.charges ?? 0n;
      booked.reversals += kind?.reversals ?? 0n;
      findings.outcome.entries += Number(kind?.entries ?? 0n);
      for (const row of byEntry.all(from, to))
        findings.expect('entry', { entryId: Number(row.entry_id) }, 0n, row.amount);
      for (const row of byAccount.all(from, to)) sums.add(String(row.account_id), row.amount);
      await turn();
    }
    const balances = new Sums();
    for (let after = 0; ;) {
      const rows = accounts.all(after);
      for (const row of rows) balances.add(String(row.account_id), row.balance);
      if (rows.length < ROWS_AT_ONCE) break;
      after = Number(rows.at(-1)?.account_id ?? 0n);
      await turn();
    }
    findings.expectSums('account', sums, balances, (id) => ({ ledgerAccountId: Number(id) }));
    findings.expect('postings', {}, 0n, sums.total());
    findings.expect('balances', {}, 0n, balances.total());
    return booked;
  };
}
