/** What happened to one person's accounts, a page at a time; a page costs the same however long the history is. */
import type { LedgerLine } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import { type LedgerLineRow, toLedgerLine } from './ledger-line-row.js';
import { boundedLimit } from './values.js';

const MAX_PAGE = 1_000;

/** No ledger account has this id: nothing was ever booked on it. */
const NONE = -1n;

interface Place {
  wallet: bigint;
  hold: bigint;
  reserve: bigint;
  before: number;
  limit: number;
}

export interface LedgerHistory {
  /** Inside a query or deed. */
  read(accountId: number, page: { beforeEntryId: number | null; limit: number }): LedgerLine[];
}

export function createLedgerHistory(connection: Connection): LedgerHistory {
  const accounts = connection.prepareExact<[number], { kind: string; ledger_account_id: bigint }>(
    'SELECT kind, ledger_account_id FROM ledger_accounts WHERE owner_id = ?',
  );
  const latestOf = (account: keyof Place) =>
    `SELECT * FROM (SELECT entry_id FROM postings WHERE ledger_account_id = @${account} AND entry_id < @before
       ORDER BY entry_id DESC LIMIT @limit)`;
  const amountOn = (account: keyof Place) =>
    `coalesce((SELECT amount_micros FROM postings WHERE postings.entry_id = touched.entry_id
       AND ledger_account_id = @${account}), 0)`;
  const lines = connection.prepareExact<[Place], LedgerLineRow>(
    `SELECT touched.entry_id, kind, at_ms, ${amountOn('wallet')} AS wallet_micros, ${amountOn('hold')} AS held_micros,
       ${amountOn('reserve')} AS reserved_micros,
       coalesce((SELECT balance_micros FROM postings WHERE ledger_account_id = @wallet
         AND postings.entry_id <= touched.entry_id ORDER BY postings.entry_id DESC LIMIT 1), 0) AS balance_micros,
       order_id, bot_id, note
     FROM (${latestOf('wallet')} UNION ${latestOf('hold')} UNION ${latestOf('reserve')}
       ORDER BY entry_id DESC LIMIT @limit) AS touched
     JOIN ledger_entries ON ledger_entries.entry_id = touched.entry_id ORDER BY touched.entry_id DESC`,
  );

  return {
    read: (accountId, { beforeEntryId, limit }) => {
      const ids = new Map(accounts.all(accountId).map((row) => [row.kind, row.ledger_account_id]));
      const place = {
        wallet: ids.get('wallet') ?? NONE,
        hold: ids.get('hold') ?? NONE,
        reserve: ids.get('reserve') ?? NONE,
        before: beforeEntryId ?? Number.MAX_SAFE_INTEGER,
        limit: boundedLimit(limit, MAX_PAGE),
      };
      return lines.all(place).map(toLedgerLine);
    },
  };
}
