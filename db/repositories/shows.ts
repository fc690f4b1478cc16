/** That a bot showed an order to a user. */
import { MAX_MICROS } from '../../core/money.js';
import type { Show } from '../../core/ports.js';
import type { Connection } from '../connection.js';

export interface ShowRow {
  order_id: number;
  bot_id: number;
  first_shown_at_ms: number;
  shown_at_ms: number;
  /** At most `MAX_MICROS`, which a double holds exactly. */
  price_micros: number;
}

export function toShow(row: ShowRow): Show {
  return {
    orderId: row.order_id,
    botId: row.bot_id,
    firstShownAtMs: row.first_shown_at_ms,
    shownAtMs: row.shown_at_ms,
    priceMicros: BigInt(row.price_micros),
  };
}

export interface NewShow {
  userId: number;
  botId: number;
  orderId: number;
  priceMicros: bigint;
  nowMs: number;
}

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
      if (priceMicros < 0n || priceMicros > MAX_MICROS) {
        throw new RangeError('a price lies between 0 and the largest amount');
      }
      if (insert.run(userId, orderId, botId, nowMs, nowMs, priceMicros).changes > 0) return true;
      again.run(nowMs, priceMicros, userId, orderId, botId);
      return false;
    },
  };
}
