/** An account between its row and the domain. */
import type { Account } from '../../core/ports/account-store.js';
import { flag, type RowOf, rowsOf } from './rows.js';

type KeptAccount = Omit<Account, 'wantsSummary'>;

export type AccountRow = RowOf<KeptAccount> & { summary_day: number | null };

const readAccount = rowsOf<KeptAccount>()(
  'account_id, first_name, username, language, is_blocked, is_trusted, time_zone, created_at_ms',
  { isBlocked: flag, isTrusted: flag },
);

export function toAccount(row: AccountRow): Account {
  return { ...readAccount(row), wantsSummary: row.summary_day !== null };
}
