/**
 * All figures in one statement: while it is under way, others who bring a subscriber to the same order or bot wait
 * (`db/sqlite/figures.ts` writes them one by one: SQLite has no statement that writes several tables).
 */
import type { Figures } from '../work/figures.js';
import { ADD_OPEN_SHOWS_SQL } from '../work/open-shows.js';
import { ofPostgres } from '../work/statement.js';

/** The order's row is locked by then; the bot's figures are waited for last, and so held shortest. */
const count = ofPostgres<
  [
    orderId: number,
    botId: number,
    day: number,
    subscribers: number,
    lost: number,
    paidMicros: bigint,
    earnedMicros: bigint,
    ownSubscribers: number,
    ownMicros: bigint,
    openShows: number,
    nowMs: number,
    places: number,
    language: string | null,
    userId: number | null,
    takenOver: number,
  ],
  { today: number; quantity_now: number | null; quantity_all: number | null }
>(
  `WITH bot AS (
     UPDATE bots SET followers = followers + $4, profit_micros = profit_micros + $7,
       profit_own_orders_micros = profit_own_orders_micros + $9 WHERE bot_id = $2),
   bot_day AS (
     INSERT INTO bot_days (bot_id, day, subscribers, lost, value_micros, own_subscribers, own_value_micros,
       taken_over)
     VALUES ($2, $3, $4, $5, $7, $8, $9, $15)
     ON CONFLICT (bot_id, day) DO UPDATE SET subscribers = bot_days.subscribers + excluded.subscribers,
       lost = bot_days.lost + excluded.lost, value_micros = bot_days.value_micros + excluded.value_micros,
       own_subscribers = bot_days.own_subscribers + excluded.own_subscribers,
       own_value_micros = bot_days.own_value_micros + excluded.own_value_micros,
       taken_over = bot_days.taken_over + excluded.taken_over),
   pair_day AS (
     INSERT INTO pair_days (order_id, day, bot_id, subscribers, lost, paid_micros, earned_micros)
     VALUES ($1, $3, $2, $4, $5, $6, $7)
     ON CONFLICT (order_id, day, bot_id) DO UPDATE SET subscribers = pair_days.subscribers + excluded.subscribers,
       lost = pair_days.lost + excluded.lost, paid_micros = pair_days.paid_micros + excluded.paid_micros,
       earned_micros = pair_days.earned_micros + excluded.earned_micros),
   language_day AS (
     INSERT INTO language_days (order_id, day, language, subscribers)
     SELECT $1, $3, coalesce(nullif($13::text, ''), (SELECT language_code FROM user_bots
       WHERE user_id = $14::bigint AND bot_id = $2), ''), 1 WHERE $13::text IS NOT NULL
     ON CONFLICT (order_id, day, language) DO UPDATE SET subscribers = language_days.subscribers + 1),
   placed AS (
     UPDATE orders SET quantity_now = quantity_now + $12 WHERE order_id = $1 AND $12 <> 0
     RETURNING quantity_now, quantity_all),
   order_day AS (
     INSERT INTO order_days (order_id, day, subscribers, lost, value_micros, open_shows, open_at_ms)
     VALUES ($1, $3, $4, $5, $6, $10, $11)
     ON CONFLICT (order_id, day) DO UPDATE SET subscribers = order_days.subscribers + excluded.subscribers,
       lost = order_days.lost + excluded.lost, value_micros = order_days.value_micros + excluded.value_micros,
       ${ADD_OPEN_SHOWS_SQL}
     RETURNING subscribers)
   SELECT subscribers AS today, quantity_now, quantity_all FROM order_day LEFT JOIN placed ON true`,
);

export function* countFigures(figures: Figures) {
  const { orderId, botId, day, nowMs, isOwn, subscribers, lost, paidMicros, earnedMicros } = figures;
  const [ownSubscribers, ownMicros] = isOwn ? [subscribers, earnedMicros] : [0, 0n];
  const row = yield* count.get(
    orderId,
    botId,
    day,
    subscribers,
    lost,
    paidMicros,
    earnedMicros,
    ownSubscribers,
    ownMicros,
    -figures.closedShows,
    nowMs,
    figures.places,
    figures.subscriber?.language ?? null,
    figures.subscriber?.userId ?? null,
    figures.takenOver,
  );
  if (row === undefined) throw new RangeError('the day is not there');
  const { today, quantity_now: quantityNow, quantity_all: quantityAll } = row;
  const isPlaced = quantityNow !== null && quantityAll !== null;
  if (figures.places !== 0 && !isPlaced) throw new RangeError('the order is not there');
  return { today, order: isPlaced ? { quantityNow, quantityAll } : null };
}
