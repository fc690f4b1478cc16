/** What bots say of users, as it is written. */
import type { Claims } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import { claimColumnNames, type ClaimValues, toClaimValues } from './claim-row.js';

export interface ClaimWrites {
  /** Inside a deed: what is present changes, and the bot knows the user from now on. */
  write(userId: number, botId: number, claims: Claims, nowMs: number): void;
}

export function createClaimWrites(connection: Connection): ClaimWrites {
  const save = connection.prepare<[number, number, number, ...ClaimValues]>(
    `INSERT INTO user_bots (user_id, bot_id, claimed_at_ms, ${claimColumnNames.join(', ')})
     VALUES (?, ?, ?, ${claimColumnNames.map(() => '?').join(', ')})
     ON CONFLICT (user_id, bot_id) DO UPDATE SET claimed_at_ms = excluded.claimed_at_ms,
       ${claimColumnNames.map((name) => `${name} = coalesce(excluded.${name}, ${name})`).join(', ')}`,
  );
  return {
    write: (userId, botId, claims, nowMs) => void save.run(userId, botId, nowMs, ...toClaimValues(claims)),
  };
}
