/** Holds what is reserved to the withdrawals and refunds that wait. */
import type { Findings } from '../../check/findings.js';
import type { Transaction } from '../statement.js';
import { exactStatement } from './exact.js';

/** Only what differs is answered; the tables are an account's few rows each. */
const differing = exactStatement<[], { account_id: bigint; waiting: bigint; reserved: bigint }>(
  `SELECT account_id, coalesce(waiting, 0)::text AS waiting, coalesce(reserved, 0)::text AS reserved
   FROM (SELECT account_id, sum(amount_micros) AS waiting
       FROM (SELECT account_id, amount_micros FROM withdrawals WHERE state = 'waiting'
         UNION ALL SELECT account_id, amount_micros FROM star_payments WHERE refund_state = 'waiting') AS each
       GROUP BY account_id) AS wished
     FULL JOIN (SELECT owner_id AS account_id, sum(balance_micros) AS reserved FROM ledger_accounts
       WHERE kind = 'reserve' GROUP BY owner_id) AS kept USING (account_id)
   WHERE coalesce(waiting, 0) <> coalesce(reserved, 0) ORDER BY account_id`,
);

export async function checkReserves(transaction: Transaction, findings: Findings): Promise<void> {
  for (const row of await differing.all(transaction))
    findings.expect('reserve', { accountId: Number(row.account_id) }, row.waiting, row.reserved);
}
