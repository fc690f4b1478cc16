import type { LearningStore } from '../../core/ports.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

/** Beyond so many orders of a bot, those that were shown least tell next to nothing. */
const MAX_ORDERS = 10_000;

interface OrderRow {
  order_id: number;
  shows: number | bigint;
  subscribers: number | bigint;
}

const ofBot = statement<[botId: number, fromDay: number, toDay: number], OrderRow>(
  `SELECT order_id, sum(shows) AS shows, sum(subscribers) AS subscribers FROM pair_days
   WHERE bot_id = $1 AND day BETWEEN $2 AND $3 GROUP BY order_id
   ORDER BY shows DESC, order_id LIMIT ${String(MAX_ORDERS)}`,
);

export function createLearningStore({ replica }: Pick<Parts, 'replica'>): LearningStore {
  return {
    ofBot: async (botId, fromDay, toDay) => {
      const rows = await replica.read(ofBot.all(botId, fromDay, toDay));
      return rows.map((row) => ({
        orderId: row.order_id,
        shows: Number(row.shows),
        subscribers: Number(row.subscribers),
      }));
    },
  };
}
