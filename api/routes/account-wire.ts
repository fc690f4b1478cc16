/** An account as moderators and administrators see it. */
import { z } from 'zod';
import type { Account } from '../../core/ports/account-store.js';
import type { Wire } from '../route.js';
import { isoTime, whole, moment } from './wire.js';

export const accountSchema = z.strictObject({
  account_id: whole,
  first_name: z.string(),
  username: z.string(),
  is_blocked: z.boolean(),
  is_trusted: z.boolean(),
  created_at: moment,
});

export function toWireAccount(account: Account): Wire<z.output<typeof accountSchema>> {
  return {
    account_id: account.accountId,
    first_name: account.firstName,
    username: account.username,
    is_blocked: account.isBlocked,
    is_trusted: account.isTrusted,
    created_at: isoTime(account.createdAtMs),
  };
}
