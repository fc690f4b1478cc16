/**
 * How bots are judged, as it stands in the database: what moderators made of those without a token, and whose money waits
 * for that; the quality that was read of them.
 */
import type { Audit } from './audit.js';
import type { BotModel } from './model.js';

export function openTrust(database: Audit) {
  const usersOf = (text: string, ...values: number[]): number[] =>
    database.all<{ user_id: number }>(text, ...values).map((row) => row.user_id);
  const sumOf = (text: string, ownerId: number): bigint =>
    database.all<{ micros: string }>(text, ownerId).reduce((sum, { micros }) => sum + BigInt(micros), 0n);
  return {
    hasPayingFactor: (botId: number, fromMs: number): boolean =>
      database.all(
        'SELECT 1 AS found FROM paying_factors WHERE bot_id = ? AND from_ms = ?',
        botId,
        fromMs,
      )[0] !== undefined,
    /** Null where nothing is known. */
    qualityOf: (botId: number): { factor: number; atMs: number } | null => {
      const [row] = database.all<{ factor: number; at_ms: number }>(
        'SELECT factor, at_ms FROM bot_qualities WHERE bot_id = ?',
        botId,
      );
      return row === undefined ? null : { factor: row.factor, atMs: row.at_ms };
    },
    /** What its bots brought by orders of others, less what is on hold. */
    earned: (accountId: number): bigint =>
      sumOf(
        'SELECT CAST(profit_micros - profit_own_orders_micros AS TEXT) AS micros FROM bots WHERE account_id = ?',
        accountId,
      ) -
      sumOf(
        `SELECT CAST(balance_micros AS TEXT) AS micros FROM ledger_accounts WHERE owner_id = ? AND kind = 'hold'`,
        accountId,
      ),
    /** Users whose charge through this bot is on hold for a time; one of each charge. */
    heldForTime: (botId: number): number[] =>
      usersOf(
        'SELECT user_id FROM subscriptions WHERE bot_id = ? AND hold_until_ms IS NOT NULL ORDER BY user_id',
        botId,
      ),
    trustOf: (botId: number): BotModel['trust'] =>
      database.all<{ trust: BotModel['trust'] }>('SELECT trust FROM bots WHERE bot_id = ?', botId)[0]
        ?.trust ?? 'unknown',
    /** Users whose charge waits for a word that was spoken; one of each charge. */
    heldDecided: (): number[] =>
      usersOf(
        `SELECT user_id FROM subscriptions JOIN bots ON bots.bot_id = subscriptions.bot_id
         WHERE held_for_trust = 1 AND trust <> 'unknown' ORDER BY user_id`,
      ),
  };
}
