/** The figures that a subscriber moves: of the order, of the bot, of their day and of the user's language. */
import type { Connection } from '../connection.js';
import type { VisitMarks } from '../visit-marks.js';
import { ADD_OPEN_SHOWS_SQL } from './open-shows.js';
import { present } from './values.js';

interface DayChange {
  orderId: number;
  botId: number;
  day: number;
  isOwn: boolean;
  subscribers: number;
  lost: number;
  /** Of the subscribers, those whom the bot took over (`core/evidence/taken-over.ts`). */
  takenOver: number;
  paidMicros: bigint;
  earnedMicros: bigint;
  /** What is left of the show that brought a subscriber. */
  closedShows: number;
  nowMs: number;
}

interface FigureWrites {
  /** Inside a deed. Returns the order's subscribers of the day. */
  count(change: DayChange): number;
  /** Inside a deed: one more subscriber. Where nobody knows their language, the word of the bot that is paid counts. */
  countLanguage(about: {
    orderId: number;
    day: number;
    botId: number;
    userId: number;
    language: string;
  }): void;
}

export function createFigures(connection: Connection, marks: VisitMarks): FigureWrites {
  const orderDay = connection.prepare<(number | bigint)[], { subscribers: number }>(
    `INSERT INTO order_days (order_id, day, subscribers, lost, value_micros, open_shows, open_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (order_id, day) DO UPDATE SET subscribers = subscribers + excluded.subscribers,
       lost = lost + excluded.lost, value_micros = value_micros + excluded.value_micros, ${ADD_OPEN_SHOWS_SQL}
     RETURNING subscribers`,
  );
  const botDay = connection.prepare<(number | bigint)[]>(
    `INSERT INTO bot_days (bot_id, day, subscribers, lost, value_micros, own_subscribers, own_value_micros,
       taken_over)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, day) DO UPDATE SET subscribers = subscribers + excluded.subscribers,
       lost = lost + excluded.lost, value_micros = value_micros + excluded.value_micros,
       own_subscribers = own_subscribers + excluded.own_subscribers,
       own_value_micros = own_value_micros + excluded.own_value_micros,
       taken_over = taken_over + excluded.taken_over`,
  );
  const pairDay = connection.prepare<(number | bigint)[]>(
    `INSERT INTO pair_days (order_id, day, bot_id, subscribers, lost, paid_micros, earned_micros)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (order_id, day, bot_id) DO UPDATE SET subscribers = subscribers + excluded.subscribers,
       lost = lost + excluded.lost, paid_micros = paid_micros + excluded.paid_micros,
       earned_micros = earned_micros + excluded.earned_micros`,
  );
  const languageDay = connection.prepare<[number, number, string, number, number]>(
    `INSERT INTO language_days (order_id, day, language, subscribers) VALUES (?, ?, coalesce(nullif(?, ''),
       (SELECT language_code FROM user_bots WHERE user_id = ? AND bot_id = ?), ''), 1)
     ON CONFLICT (order_id, day, language) DO UPDATE SET subscribers = subscribers + 1`,
  );
  const botTotals = connection.prepare<[number, bigint, bigint, number]>(
    `UPDATE bots SET followers = followers + ?, profit_micros = profit_micros + ?,
       profit_own_orders_micros = profit_own_orders_micros + ? WHERE bot_id = ?`,
  );

  const count = (change: DayChange): number => {
    const { orderId, botId, day, isOwn, subscribers, lost, takenOver, paidMicros, earnedMicros } = change;
    const { closedShows, nowMs } = change;
    marks.noteOrders();
    const [ownSubscribers, ownMicros] = isOwn ? [subscribers, earnedMicros] : [0, 0n];
    botDay.run(botId, day, subscribers, lost, earnedMicros, ownSubscribers, ownMicros, takenOver);
    pairDay.run(orderId, day, botId, subscribers, lost, paidMicros, earnedMicros);
    botTotals.run(subscribers, earnedMicros, ownMicros, botId);
    const row = orderDay.get(orderId, day, subscribers, lost, paidMicros, -closedShows, nowMs);
    return present(row, 'the day').subscribers;
  };

  return {
    count,
    countLanguage: ({ orderId, day, botId, userId, language }) => {
      languageDay.run(orderId, day, language, userId, botId);
    },
  };
}
