/** What happened to one person's accounts, a page at a time; a page costs the same however long the history is. */
import type { LedgerAccountKind, LedgerLine } from '../../core/ports/ledger-store.js';
import { boundedLimit } from './values.js';
import { type LedgerLineRow, toLedgerLine } from './ledger-line-row.js';
import { exactStatement, statement, type Work } from './statement.js';

const MAX_PAGE = 1_000;

/** No ledger account has this id: nothing was ever booked on it. */
const NONE = -1;

/** Where the ids of the accounts stand among the parameters. */
type Place = '$1' | '$2' | '$3';
const [WALLET, HOLD, RESERVE] = ['$1', '$2', '$3'] as const;

const accountsOf = statement<[ownerId: number], { kind: LedgerAccountKind; ledger_account_id: number }>(
  'SELECT kind, ledger_account_id FROM ledger_accounts WHERE owner_id = $1',
);

const latestOf = (account: Place) =>
  `SELECT * FROM (SELECT entry_id FROM postings WHERE ledger_account_id = ${account} AND entry_id < $4
     ORDER BY entry_id DESC LIMIT $5) AS latest`;
const amountOn = (account: Place) =>
  `coalesce((SELECT amount_micros FROM postings WHERE postings.entry_id = touched.entry_id
     AND ledger_account_id = ${account}), 0)`;
const lines = exactStatement<
  [wallet: number, hold: number, reserve: number, before: number, limit: number],
  LedgerLineRow
>(
  `SELECT touched.entry_id, kind, at_ms, ${amountOn(WALLET)} AS wallet_micros, ${amountOn(HOLD)} AS held_micros,
     ${amountOn(RESERVE)} AS reserved_micros,
     coalesce((SELECT balance_micros FROM postings WHERE ledger_account_id = ${WALLET}
       AND postings.entry_id <= touched.entry_id ORDER BY postings.entry_id DESC LIMIT 1), 0) AS balance_micros,
     order_id, bot_id, user_id, note
   FROM (${latestOf(WALLET)} UNION ${latestOf(HOLD)} UNION ${latestOf(RESERVE)}
     ORDER BY entry_id DESC LIMIT $5) AS touched
   JOIN ledger_entries ON ledger_entries.entry_id = touched.entry_id ORDER BY touched.entry_id DESC`,
);

/** At one moment. */
export function* readHistory(
  accountId: number,
  { beforeEntryId, limit }: { beforeEntryId: number | null; limit: number },
): Work<LedgerLine[]> {
  const accounts = yield* accountsOf.all(accountId);
  const idOf = (kind: LedgerAccountKind) =>
    accounts.find((row) => row.kind === kind)?.ledger_account_id ?? NONE;
  const rows = yield* lines.all(
    idOf('wallet'),
    idOf('hold'),
    idOf('reserve'),
    beforeEntryId ?? Number.MAX_SAFE_INTEGER,
    boundedLimit(limit, MAX_PAGE),
  );
  return rows.map(toLedgerLine);
}
