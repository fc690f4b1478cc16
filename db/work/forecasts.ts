/** What an estimate of a new order's pace is made of. Both walk through much, and are asked once in minutes (`forecast.ts`). */
import type { ForecastStore } from '../../core/ports.js';
import type { Parts } from './database.js';
import { exactStatement } from './statement.js';

const PRICES_MAX = 20_000;

// (A cross join, so that SQLite seeks each bot's days rather than walking through all days there ever were.)
const traffic = exactStatement<
  [fromDay: number, toDay: number],
  { lists: bigint | null; subscribers: bigint | null }
>(
  `SELECT sum(requests_sponsors + requests_no_sponsors) AS lists, sum(subscribers - own_subscribers) AS subscribers
   FROM bots CROSS JOIN bot_days WHERE bot_days.bot_id = bots.bot_id AND day BETWEEN $1 AND $2`,
);
const trafficOfQuality = exactStatement<
  [fromDay: number, toDay: number, least: number],
  { lists: bigint | null; subscribers: bigint | null }
>(
  `SELECT sum(requests_sponsors + requests_no_sponsors) AS lists, sum(subscribers - own_subscribers) AS subscribers
   FROM bots CROSS JOIN bot_days LEFT JOIN bot_qualities ON bot_qualities.bot_id = bots.bot_id
   WHERE bot_days.bot_id = bots.bot_id AND day BETWEEN $1 AND $2 AND coalesce(factor, 1) >= $3`,
);
const runningPrices = exactStatement<[], { micros: bigint }>(
  `SELECT real_price_micros AS micros FROM orders
   WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all
   ORDER BY real_price_micros DESC LIMIT ${String(PRICES_MAX)}`,
);

export function createForecastStore({ replica }: Pick<Parts, 'replica'>): ForecastStore {
  return {
    traffic: async ({ fromDay, toDay }, least = 0) => {
      const asked = least === 0 ? traffic.get(fromDay, toDay) : trafficOfQuality.get(fromDay, toDay, least);
      const row = await replica.read(asked);
      return { lists: Number(row?.lists ?? 0), subscribers: Number(row?.subscribers ?? 0) };
    },
    runningPrices: async () => (await replica.read(runningPrices.all())).map(({ micros }) => micros),
  };
}
