/** That a bot showed an order to a user. */
import { type NewShow, requirePrice } from '../../repositories/show-row.js';
import { statement, type Transaction } from '../statement.js';

/**
 * Writes shows from what is named `asked`. Of two requests that cross, the one that came later in time says how it was
 * last.
 * @param asked gives order ids and prices
 */
export function writeShowsSql(
  asked: string,
  { userId, botId, nowMs }: { userId: string; botId: string; nowMs: string },
): string {
  return `INSERT INTO shows (user_id, order_id, bot_id, first_shown_at_ms, shown_at_ms, price_micros)
    SELECT ${userId}::bigint, order_id, ${botId}::bigint, ${nowMs}::bigint, ${nowMs}::bigint, price_micros
    FROM ${asked} ORDER BY order_id
    ON CONFLICT (user_id, order_id, bot_id) DO UPDATE SET shown_at_ms = excluded.shown_at_ms,
      price_micros = excluded.price_micros WHERE shows.shown_at_ms <= excluded.shown_at_ms`;
}

const put = statement<[userId: number, botId: number, nowMs: number, orderId: number, priceMicros: bigint]>(
  writeShowsSql('(SELECT $4::bigint AS order_id, $5::bigint AS price_micros) AS asked', {
    userId: '$1',
    botId: '$2',
    nowMs: '$3',
  }),
);

export async function writeShow(
  transaction: Transaction,
  { userId, botId, orderId, priceMicros, nowMs }: NewShow,
): Promise<void> {
  requirePrice(priceMicros);
  await put.run(transaction, userId, botId, nowMs, orderId, priceMicros);
}
