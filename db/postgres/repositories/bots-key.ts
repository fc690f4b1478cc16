/**
 * The bots of a publisher as a key for sums about them: a bot may come to another account, which then has its history.
 * Null when there are none.
 */
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';

const botsOf = statement<[publisherId: number], { bots: string | null }>(
  "SELECT string_agg(bot_id::text, ',' ORDER BY bot_id) AS bots FROM bots WHERE account_id = $1",
);

export function prepareBotsKey({ reading }: Parts): (publisherId: number) => Promise<string | null> {
  return async (publisherId) =>
    (await reading.askOnce((transaction) => botsOf.get(transaction, publisherId)))?.bots ?? null;
}
