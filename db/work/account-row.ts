/** An account between its row and the domain. */
import type { Account } from '../../core/ports/account-store.js';

export interface AccountRow {
  account_id: number;
  first_name: string;
  username: string;
  language: string;
  is_blocked: number;
  created_at_ms: number;
  summary_day: number | null;
  is_trusted: number;
  time_zone: string | null;
}

export function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    firstName: row.first_name,
    username: row.username,
    language: row.language,
    isBlocked: row.is_blocked === 1,
    wantsSummary: row.summary_day !== null,
    isTrusted: row.is_trusted === 1,
    timeZone: row.time_zone,
    createdAtMs: row.created_at_ms,
  };
}
