/** That a bot showed an order to a user. */
import type { Connection } from '../connection.js';
import { type NewShow, requirePrice } from './show-row.js';

export function createShowWrites(connection: Connection) {
  const again = connection.prepare<[number, bigint, number, number, number]>(
    'UPDATE shows SET shown_at_ms = ?, price_micros = ? WHERE user_id = ? AND order_id = ? AND bot_id = ?',
  );
  const insert = connection.prepare<[number, number, number, number, number, bigint]>(
    `INSERT INTO shows (user_id, order_id, bot_id, first_shown_at_ms, shown_at_ms, price_micros)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, order_id, bot_id) DO NOTHING`,
  );
  return {
    /** Inside a deed. Answers whether it is the first of its kind. */
    write: ({ userId, botId, orderId, priceMicros, nowMs }: NewShow): boolean => {
      requirePrice(priceMicros);
      if (insert.run(userId, orderId, botId, nowMs, nowMs, priceMicros).changes > 0) return true;
      again.run(nowMs, priceMicros, userId, orderId, botId);
      return false;
    },
  };
}
