/** That a bot showed an order to a user, and how often that happened. */
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
  day: number;
  /** A new list counts as a show again; the same list seen again does not. */
  isNewList: boolean;
}

export function createShowWrites(connection: Connection) {
  const again = connection.prepare<[number, bigint, number, number, number]>(
    'UPDATE shows SET shown_at_ms = ?, price_micros = ? WHERE user_id = ? AND order_id = ? AND bot_id = ?',
  );
  const insert = connection.prepare<[number, number, number, number, number, bigint]>(
    `INSERT INTO shows (user_id, order_id, bot_id, first_shown_at_ms, shown_at_ms, price_micros)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const countOfOrder = connection.prepare<[number, number]>(
    `INSERT INTO order_days (order_id, day, shows) VALUES (?, ?, 1)
     ON CONFLICT (order_id, day) DO UPDATE SET shows = shows + 1`,
  );
  const countOfPair = connection.prepare<[number, number, number]>(
    `INSERT INTO pair_days (order_id, day, bot_id, shows) VALUES (?, ?, ?, 1)
     ON CONFLICT (order_id, day, bot_id) DO UPDATE SET shows = shows + 1`,
  );
  return {
    /** Inside a deed. */
    write: ({ userId, botId, orderId, priceMicros, nowMs, day, isNewList }: NewShow): void => {
      if (priceMicros < 0n || priceMicros > MAX_MICROS)
        throw new RangeError('a price lies between 0 and the largest amount');
      const isKnown = again.run(nowMs, priceMicros, userId, orderId, botId).changes > 0;
      if (!isKnown) insert.run(userId, orderId, botId, nowMs, nowMs, priceMicros);
      if (isKnown && !isNewList) return;
      countOfOrder.run(orderId, day);
      countOfPair.run(orderId, day, botId);
    },
  };
}
