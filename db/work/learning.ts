import { HOUR_MS } from '../../core/days.js';
import type { BotSums, LearningStore, OrderInBot, TrafficHour } from '../../core/ports/learning-store.js';
import type { Parts } from './database.js';
import { money, type RowOf, rowsOf } from './rows.js';
import { statement } from './statement.js';
import { sumsOf } from './sums.js';

/** Most orders read of a bot; those beyond, with the fewest impressions, add next to no information. */
const MAX_ORDERS = 10_000;

const ofBot = statement<[botId: number, fromDay: number, toDay: number], RowOf<OrderInBot>>(
  `SELECT order_id, sum(impressions) AS impressions, sum(subscribers) AS subscribers FROM pair_days
   WHERE bot_id = $1 AND day BETWEEN $2 AND $3 GROUP BY order_id
   ORDER BY impressions DESC, order_id LIMIT ${String(MAX_ORDERS)}`,
);

/** Read at a time: each is a stretch of an index. */
const BOTS_PAGE = 500;

const inBot = (column: string, type: string) =>
  `(SELECT CAST(coalesce(sum(${column}), 0) AS ${type}) FROM pair_days WHERE pair_days.bot_id = bots.bot_id
     AND day BETWEEN $2 AND $3)`;
const byBot = statement<[afterBotId: number, fromDay: number, toDay: number], RowOf<BotSums>>(
  `SELECT bot_id, ${inBot('impressions', 'BIGINT')} AS impressions, ${inBot('subscribers', 'BIGINT')} AS subscribers,
     ${inBot('paid_micros', 'TEXT')} AS paid_micros
   FROM bots WHERE bot_id > $1 ORDER BY bot_id LIMIT ${String(BOTS_PAGE)}`,
);

const toBotSums = rowsOf<BotSums>()('bot_id, impressions, subscribers, paid_micros', { paidMicros: money });

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
      return rows.map(({ order_id: orderId, ...sums }) => ({ orderId, ...sums }));
    },
  };
}
