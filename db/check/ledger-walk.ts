/** Holds each entry to zero, each posting to the one before it on its account, and each charge to its subscriber. */
import { exactStatement, statement, together, type Work } from '../work/statement.js';
import { chargesIn, checkCharges } from './charges.js';
import { endOf, firstMsOf, type Place, ROWS_AT_ONCE, type Walking } from './walking.js';

type Range = [after: number, to: number];

type LinkRow = Record<'entry_id' | 'account_id' | 'expected' | 'found', bigint>;

const counted = statement<[...Range, opensMs: number], { entries: number; opens: number | null }>(
  `SELECT count(*) AS entries, min(CASE WHEN at_ms >= $3 THEN entry_id END) AS opens
   FROM ledger_entries WHERE entry_id > $1 AND entry_id <= $2`,
);
const byEntry = exactStatement<Range, { entry_id: bigint; amount: bigint }>(
  `SELECT entry_id, sum(amount_micros) AS amount FROM postings WHERE entry_id > $1 AND entry_id <= $2
   GROUP BY entry_id HAVING sum(amount_micros) <> 0 ORDER BY entry_id`,
);
/** Postings whose balance is not that of the posting before them with their own amount. */
const broken = exactStatement<Range, LinkRow>(
  `SELECT * FROM (SELECT entry_id, ledger_account_id AS account_id, balance_micros AS found,
       amount_micros + CASE WHEN lag(entry_id) OVER of_account IS NOT NULL THEN lag(balance_micros) OVER of_account
         ELSE coalesce((SELECT balance_micros FROM postings AS earlier WHERE earlier.ledger_account_id = page.ledger_account_id
           AND earlier.entry_id <= $1 ORDER BY earlier.entry_id DESC LIMIT 1), 0) END AS expected
     FROM postings AS page WHERE entry_id > $1 AND entry_id <= $2
     WINDOW of_account AS (PARTITION BY ledger_account_id ORDER BY entry_id)) AS link
   WHERE expected <> found ORDER BY entry_id`,
);
const balances = exactStatement<[after: number], LinkRow>(
  `SELECT ledger_account_id AS account_id, balance_micros AS found, coalesce((SELECT balance_micros FROM postings
     WHERE postings.ledger_account_id = ledger_accounts.ledger_account_id ORDER BY entry_id DESC LIMIT 1), 0) AS expected
   FROM ledger_accounts WHERE ledger_account_id > $1 ORDER BY ledger_account_id LIMIT ${String(ROWS_AT_ONCE)}`,
);

export function* checkEntries(walking: Walking, place: Place): Work<Place> {
  const { pass, findings, dayOf, pace } = walking;
  const [after = pass.since?.entryId ?? 0] = place ?? [];
  const to = Math.min(after + pace.entries, pass.to.entryId);
  const range: Range = [after, to];
  const [count, unbalanced, links, charges] = yield* together(
    counted.get(...range, firstMsOf(pass.to.day + 1, dayOf)),
    byEntry.all(...range),
    broken.all(...range),
    chargesIn.all(...range),
  );
  findings.outcome.entries += count?.entries ?? 0;
  pass.openEntryId ??= count?.opens ?? null;
  for (const row of unbalanced) findings.expect('entry', { entryId: Number(row.entry_id) }, 0n, row.amount);
  for (const { entry_id: entryId, account_id: id, expected, found } of links)
    findings.expect('account', { entryId: Number(entryId), ledgerAccountId: Number(id) }, expected, found);
  yield* checkCharges(walking, charges);
  return to < pass.to.entryId ? [to] : null;
}

/** A statement has one moment: balances move along with their postings. */
export function* checkAccounts({ findings }: Walking, place: Place): Work<Place> {
  const rows = yield* balances.all(place?.[0] ?? 0);
  for (const { account_id: id, expected, found } of rows)
    findings.expect('account', { ledgerAccountId: Number(id) }, expected, found);
  return endOf(rows, (row) => [Number(row.account_id)]);
}
