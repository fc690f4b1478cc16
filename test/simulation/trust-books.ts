/** What moderators made of bots without a token, and whose money waits for that, as it stands in the database. */
import type { Audit } from './audit.js';
import type { BotModel } from './model.js';

export function openTrust(database: Audit) {
  const trust = database.prepare<[number], { trust: BotModel['trust'] }>(
    'SELECT trust FROM bots WHERE bot_id = ?',
  );
  const decided = database.prepare<[], { user_id: number }>(
    `SELECT user_id FROM subscriptions JOIN bots ON bots.bot_id = subscriptions.bot_id
     WHERE held_for_trust = 1 AND trust <> 'unknown' ORDER BY user_id`,
  );
  return {
    trustOf: (botId: number): BotModel['trust'] => trust.get(botId)?.trust ?? 'unknown',
    /** Users whose charge waits for a word that was spoken; one of each charge. */
    heldDecided: (): number[] => decided.all().map((row) => row.user_id),
  };
}
