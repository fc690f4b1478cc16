/** How often each order was shown, by day, and by bot and day: for the rate of subscribers per show. */
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { createGathered } from '../gathered.js';

/** The best orders are shown over and over: in this time most shows are of the same few. */
const REST_MS = 100;

interface Counts {
  orderId: number;
  botId: number;
  day: number;
  shows: number;
}

export interface ShowCounts {
  /** After the commit of the show. */
  count(orderId: number, botId: number, day: number): void;
  flush(): Promise<void>;
}

export function createShowCounts(connection: Connection, executor: Executor): ShowCounts {
  const ofOrder = connection.prepare<[number, number, number]>(
    `INSERT INTO order_days (order_id, day, shows) VALUES (?, ?, ?)
     ON CONFLICT (order_id, day) DO UPDATE SET shows = shows + excluded.shows`,
  );
  const ofPair = connection.prepare<[number, number, number, number]>(
    `INSERT INTO pair_days (order_id, day, bot_id, shows) VALUES (?, ?, ?, ?)
     ON CONFLICT (order_id, day, bot_id) DO UPDATE SET shows = shows + excluded.shows`,
  );
  const gathered = createGathered<Counts>(executor, {
    name: 'statistics.shows',
    restMs: REST_MS,
    make: (key) => {
      const [orderId = 0, botId = 0, day = 0] = key.split(':').map(Number);
      return { orderId, botId, day, shows: 0 };
    },
    write: ({ orderId, botId, day, shows }) => {
      ofOrder.run(orderId, day, shows);
      ofPair.run(orderId, day, botId, shows);
    },
  });
  return {
    count: (orderId, botId, day) => {
      gathered.of(`${String(orderId)}:${String(botId)}:${String(day)}`).shows += 1;
    },
    flush: () => gathered.flush(),
  };
}
