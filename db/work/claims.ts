/** What bots say of users, as it is written. */
import type { Claims } from '../../core/ports/audience-store.js';
import { claimColumnNames, type ClaimValues, toClaimValues } from './claim-row.js';
import { statement } from './statement.js';

const save = statement<[userId: number, botId: number, nowMs: number, ...ClaimValues]>(
  `INSERT INTO user_bots (user_id, bot_id, claimed_at_ms, ${claimColumnNames.join(', ')})
   VALUES ($1, $2, $3, ${claimColumnNames.map((_, index) => `$${String(index + 4)}`).join(', ')})
   ON CONFLICT (user_id, bot_id) DO UPDATE SET claimed_at_ms = excluded.claimed_at_ms,
     ${claimColumnNames.map((name) => `${name} = coalesce(excluded.${name}, user_bots.${name})`).join(', ')}`,
);

/** What is present changes, and the bot knows the user from now on. */
export const writeClaims = (userId: number, botId: number, claims: Claims, nowMs: number) =>
  save.run(userId, botId, nowMs, ...toClaimValues(claims));
