/** How often each order was shown, by day, and by bot and day: for the rate of subscribers per show. */
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { createGathered } from '../gathered.js';
import { ADD_OPEN_SHOWS_SQL } from './open-shows.js';

/** The best orders are shown over and over: in this time most shows are of the same few. */
const REST_MS = 100;

interface Counts {
  orderId: number;
  botId: number;
  day: number;
  shows: number;
  /** Of the last of them. */
  shownAtMs: number;
}

export interface ShowCounts {
  /** After the commit of the show. */
  count(orderId: number, botId: number, day: number, shownAtMs: number): void;
  flush(): Promise<void>;
}

export function createShowCounts(connection: Connection, executor: Executor): ShowCounts {
  const ofOrder = connection.prepare<[number, number, number, number, number]>(
    `INSERT INTO order_days (order_id, day, shows, open_shows, open_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (order_id, day) DO UPDATE SET shows = shows + excluded.shows, ${ADD_OPEN_SHOWS_SQL}`,
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
      return { orderId, botId, day, shows: 0, shownAtMs: 0 };
    },
    write: ({ orderId, botId, day, shows, shownAtMs }) => {
      ofOrder.run(orderId, day, shows, shows, shownAtMs);
      ofPair.run(orderId, day, botId, shows);
    },
  });
  return {
    count: (orderId, botId, day, shownAtMs) => {
      const count = gathered.of(`${String(orderId)}:${String(botId)}:${String(day)}`);
      count.shows += 1;
      count.shownAtMs = Math.max(count.shownAtMs, shownAtMs);
    },
    flush: () => gathered.flush(),
  };
}
