/** The figures one by one: SQLite has no statement that writes several tables (`db/postgres/figures.ts` has). */
import type { Figures } from '../work/figures.js';
import { ADD_OPEN_SHOWS_SQL } from '../work/open-shows.js';
import { sqliteText } from '../work/sqlite-text.js';
import { ofSqlite, touchOrders, type Value } from '../work/statement.js';
import { present } from '../repositories/values.js';

const orderDay = ofSqlite<Value[], { subscribers: number }>(
  `INSERT INTO order_days (order_id, day, subscribers, lost, value_micros, open_shows, open_at_ms)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (order_id, day) DO UPDATE SET subscribers = subscribers + excluded.subscribers,
     lost = lost + excluded.lost, value_micros = value_micros + excluded.value_micros,
     ${sqliteText(ADD_OPEN_SHOWS_SQL)}
   RETURNING subscribers`,
);
const botDay = ofSqlite<Value[]>(
  `INSERT INTO bot_days (bot_id, day, subscribers, lost, value_micros, own_subscribers, own_value_micros,
     taken_over)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT (bot_id, day) DO UPDATE SET subscribers = subscribers + excluded.subscribers,
     lost = lost + excluded.lost, value_micros = value_micros + excluded.value_micros,
     own_subscribers = own_subscribers + excluded.own_subscribers,
     own_value_micros = own_value_micros + excluded.own_value_micros,
     taken_over = taken_over + excluded.taken_over`,
);
const pairDay = ofSqlite<Value[]>(
  `INSERT INTO pair_days (order_id, day, bot_id, subscribers, lost, paid_micros, earned_micros)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (order_id, day, bot_id) DO UPDATE SET subscribers = subscribers + excluded.subscribers,
     lost = lost + excluded.lost, paid_micros = paid_micros + excluded.paid_micros,
     earned_micros = earned_micros + excluded.earned_micros`,
);
const languageDay = ofSqlite<[orderId: number, day: number, language: string, userId: number, botId: number]>(
  `INSERT INTO language_days (order_id, day, language, subscribers) VALUES ($1, $2, coalesce(nullif($3, ''),
     (SELECT language_code FROM user_bots WHERE user_id = $4 AND bot_id = $5), ''), 1)
   ON CONFLICT (order_id, day, language) DO UPDATE SET subscribers = subscribers + 1`,
);
const botTotals = ofSqlite<[followers: number, micros: bigint, ownMicros: bigint, botId: number]>(
  `UPDATE bots SET followers = followers + $1, profit_micros = profit_micros + $2,
     profit_own_orders_micros = profit_own_orders_micros + $3 WHERE bot_id = $4`,
);
const place = ofSqlite<[places: number, orderId: number], { quantity_now: number; quantity_all: number }>(
  `UPDATE orders SET quantity_now = quantity_now + $1 WHERE order_id = $2
   RETURNING quantity_now, quantity_all`,
);

export function* countFigures(figures: Figures) {
  const { orderId, botId, day, isOwn, subscribers, lost, paidMicros, earnedMicros, places } = figures;
  yield* touchOrders();
  const [ownSubscribers, ownMicros] = isOwn ? [subscribers, earnedMicros] : [0, 0n];
  const own = [ownSubscribers, ownMicros] as const;
  yield* botDay.run(botId, day, subscribers, lost, earnedMicros, ...own, figures.takenOver);
  yield* pairDay.run(orderId, day, botId, subscribers, lost, paidMicros, earnedMicros);
  yield* botTotals.run(subscribers, earnedMicros, ownMicros, botId);
  const open = [-figures.closedShows, figures.nowMs] as const;
  const counted = yield* orderDay.get(orderId, day, subscribers, lost, paidMicros, ...open);
  if (figures.subscriber !== null)
    yield* languageDay.run(orderId, day, figures.subscriber.language, figures.subscriber.userId, botId);
  const today = present(counted, 'the day').subscribers;
  if (places === 0) return { today, order: null };
  const row = present(yield* place.get(places, orderId), 'the order');
  return { today, order: { quantityNow: row.quantity_now, quantityAll: row.quantity_all } };
}
