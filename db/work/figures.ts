/**
 * The figures that a subscriber moves: of the order, of the bot, of their day and of the user's language. All in one trip:
 * while it is under way, others who bring a subscriber to the same order or bot wait.
 */
import { insertInto } from './inserts.js';
import { botDays, pairDays } from '../schema/counters.js';
import { ADD_PENDING_IMPRESSIONS_SQL } from './impressions.js';
import { statement, together, touchOrders } from './statement.js';
import { present } from './values.js';

/** What is left out is nothing. */
export interface Figures {
  orderId: number;
  botId: number;
  day: number;
  nowMs: number;
  /** Whether the advertiser's own bot brought them. */
  isOwn?: boolean;
  lost?: number;
  /** 1 for a new subscriber that the bot took over (`core/evidence/taken-over.ts`). */
  takenOver?: number;
  paidMicros?: bigint;
  earnedMicros?: bigint;
  /** Who earns it, where the bot may have another owner by now; left out: its owner. */
  payeeId?: number | undefined;
  /** What is left of the show that brought a subscriber. */
  closedImpressions?: number;
  /** Places of the order that are taken, or free again. */
  places?: number;
  /** A new subscriber, with the language they are known by, `''` if none. */
  subscriber?: { userId: number; language: string; quantityDay: number | null };
}

/**
 * Changes nothing where the day would have more than `most` subscribers. SQLite takes half as long again to return a row
 * that it has written.
 */
const orderDay = statement<
  [
    orderId: number,
    day: number,
    subscribers: number,
    lost: number,
    paidMicros: bigint,
    pendingImpressions: number,
    nowMs: number,
    most: number,
  ]
>(
  `INSERT INTO order_days (order_id, day, subscribers, lost, value_micros, pending_impressions, pending_at_ms)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (order_id, day) DO UPDATE SET subscribers = order_days.subscribers + excluded.subscribers,
     lost = order_days.lost + excluded.lost, value_micros = order_days.value_micros + excluded.value_micros,
     ${ADD_PENDING_IMPRESSIONS_SQL}
   WHERE order_days.subscribers + excluded.subscribers <= $8`,
);
/** Changes nothing where the order has none left. */
const takePlaces = statement<[places: number, orderId: number]>(
  'UPDATE orders SET quantity_now = quantity_now + $1 WHERE order_id = $2 AND quantity_now + $1 <= quantity_all',
);
const freePlaces = statement<
  [places: number, orderId: number],
  { quantity_now: number; quantity_all: number }
>(
  'UPDATE orders SET quantity_now = quantity_now - $1 WHERE order_id = $2 RETURNING quantity_now, quantity_all',
);
/** Without a known language, the one counts that the paid bot claims for the user. */
const languageDay = statement<
  [orderId: number, day: number, language: string, userId: number, botId: number]
>(
  `INSERT INTO language_days (order_id, day, language, subscribers)
   SELECT $1::bigint, $2::bigint, coalesce(nullif($3::text, ''),
     (SELECT language_code FROM user_bots WHERE user_id = $4 AND bot_id = $5), ''), 1 WHERE true
   ON CONFLICT (order_id, day, language) DO UPDATE SET subscribers = language_days.subscribers + 1`,
);
const pairDay = insertInto(pairDays, 'orderId, day, botId, subscribers, lost, paidMicros, earnedMicros', {
  there: { adds: 'subscribers, lost, paid_micros, earned_micros' },
});
const botDay = insertInto(
  botDays,
  'botId, day, subscribers, lost, valueMicros, ownSubscribers, ownValueMicros, takenOver',
  { there: { adds: 'subscribers, lost, value_micros, own_subscribers, own_value_micros, taken_over' } },
);
const bot = statement<
  [botId: number, subscribers: number, earnedMicros: bigint, ownMicros: bigint, payeeId: number | null]
>(
  `UPDATE bots SET followers = followers + $2, profit_micros = profit_micros + $3,
     profit_own_orders_micros = profit_own_orders_micros + $4,
     profit_before_micros = profit_before_micros + CASE WHEN account_id = coalesce($5, account_id) THEN 0 ELSE $3 - $4 END
   WHERE bot_id = $1`,
);

function* countLanguage({ orderId, day, botId, subscriber }: Figures) {
  if (subscriber === undefined) return;
  yield* languageDay.run(orderId, day, subscriber.language, subscriber.userId, botId);
}

/** @returns the order's row where places are freed; else how many rows changed */
function* movePlaces({ orderId, places = 0 }: Figures) {
  if (places < 0) return yield* freePlaces.get(-places, orderId);
  return places === 0 ? 1 : yield* takePlaces.run(places, orderId);
}

/**
 * @returns what the order has now where places were freed; else null
 * @throws RangeError where the order would pass its quantity, or its daily limit
 */
export function* countFigures(figures: Figures) {
  const { orderId, botId, day, nowMs, isOwn, subscriber } = figures;
  const { lost = 0, takenOver = 0, closedImpressions = 0, paidMicros = 0n, earnedMicros = 0n } = figures;
  const subscribers = subscriber === undefined ? 0 : 1;
  const most = subscriber?.quantityDay ?? Number.MAX_SAFE_INTEGER;
  const [ownSubscribers, ownValueMicros] = isOwn === true ? [subscribers, earnedMicros] : [0, 0n];
  yield* touchOrders();
  // The order's row is locked by this work already; the bot's figures are waited for last, and so held shortest.
  const [counted, moved] = yield* together(
    orderDay.run(orderId, day, subscribers, lost, paidMicros, -closedImpressions, nowMs, most),
    movePlaces(figures),
    countLanguage(figures),
    // Field by field: a copy with some more takes thirty times as long, and each subscriber has both.
    pairDay.run({ orderId, day, botId, subscribers, lost, paidMicros, earnedMicros }),
    botDay.run({
      botId,
      day,
      subscribers,
      lost,
      valueMicros: earnedMicros,
      ownSubscribers,
      ownValueMicros,
      takenOver,
    }),
    bot.run(botId, subscribers, earnedMicros, ownValueMicros, figures.payeeId ?? null),
  );
  // The first of a day conflicts with no row.
  if (counted === 0 || subscribers > most) throw new RangeError('an order would pass its daily limit');
  if (moved === 0) throw new RangeError('an order would pass its quantity');
  if (typeof moved === 'number') return null;
  const order = present(moved, 'the order');
  return { quantityNow: order.quantity_now, quantityAll: order.quantity_all };
}
