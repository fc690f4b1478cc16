import { HOUR_MS } from '../../core/days.js';
import type { BotSums, LearningStore, TrafficHour } from '../../core/ports/learning-store.js';
import type { Parts } from './database.js';
import type { RowOf } from './rows.js';
import { statement } from './statement.js';
import { sumsOf } from './sums.js';

/** Most orders read of a bot; those beyond, with the fewest impressions, add next to no information. */
const MAX_ORDERS = 10_000;

interface OrderRow {
  order_id: number;
  impressions: number | bigint;
  subscribers: number | bigint;
}

const ofBot = statement<[botId: number, fromDay: number, toDay: number], OrderRow>(
  `SELECT order_id, sum(impressions) AS impressions, sum(subscribers) AS subscribers FROM pair_days
   WHERE bot_id = $1 AND day BETWEEN $2 AND $3 GROUP BY order_id
   ORDER BY impressions DESC, order_id LIMIT ${String(MAX_ORDERS)}`,
);

/** Read at a time: each is a stretch of an index. */
const BOTS_PAGE = 500;

interface BotRow {
  bot_id: number;
  impressions: number | bigint | null;
  subscribers: number | bigint | null;
  /** As text: a sum may be beyond what a double holds. */
  paid: string | null;
}

const inBot = (column: string, type: string) =>
  `(SELECT CAST(sum(${column}) AS ${type}) FROM pair_days WHERE pair_days.bot_id = bots.bot_id
     AND day BETWEEN $2 AND $3)`;
const byBot = statement<[afterBotId: number, fromDay: number, toDay: number], BotRow>(
  `SELECT bot_id, ${inBot('impressions', 'BIGINT')} AS impressions, ${inBot('subscribers', 'BIGINT')} AS subscribers,
     ${inBot('paid_micros', 'TEXT')} AS paid
   FROM bots WHERE bot_id > $1 ORDER BY bot_id LIMIT ${String(BOTS_PAGE)}`,
);

const toBotSums = (row: BotRow): BotSums => ({
  botId: row.bot_id,
  impressions: Number(row.impressions ?? 0),
  subscribers: Number(row.subscribers ?? 0),
  paidMicros: BigInt(row.paid ?? '0'),
});

const trafficSums = sumsOf('traffic_hours', ['lists', 'places', 'filled']);
const traffic = statement<[fromHour: number, toHour: number], RowOf<TrafficHour>>(
  `SELECT hour, language_id, lists, places, filled FROM traffic_hours
   WHERE hour BETWEEN $1 AND $2 ORDER BY hour, language_id`,
);

export function createLearningStore({
  replica,
  createCounters,
}: Pick<Parts, 'replica' | 'createCounters'>): LearningStore {
  const hours = trafficSums.behind(createCounters, { name: 'learning.traffic' });
  return {
    countList: ({ languageId, places, filled }, atMs) => {
      const counts = hours.of(Math.floor(atMs / HOUR_MS), languageId);
      counts.lists += 1;
      counts.places += places;
      counts.filled += filled;
    },
    traffic: async (fromHour, toHour) => {
      const rows = await replica.read(traffic.all(fromHour, toHour));
      return rows.map(({ language_id: languageId, ...row }) => ({ ...row, languageId }));
    },
    byBot: async (afterBotId, fromDay, toDay) =>
      (await replica.read(byBot.all(afterBotId, fromDay, toDay))).map(toBotSums),
    ofBot: async (botId, fromDay, toDay) => {
      const rows = await replica.read(ofBot.all(botId, fromDay, toDay));
      return rows.map((row) => ({
        orderId: row.order_id,
        impressions: Number(row.impressions),
        subscribers: Number(row.subscribers),
      }));
    },
  };
}
