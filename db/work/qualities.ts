/** What the quality of bots is read from: subscribers of one order after the other, each page a stretch of an index. */
import { insertAll } from './inserts.js';
import { botQualities } from '../schema/qualities.js';
import { hasField } from '../../core/kinds/index.js';
import type {
  QualityJoins,
  QualityOrder,
  QualityStore,
  QualitySubscriber,
} from '../../core/ports/quality-store.js';
import type { Parts } from './database.js';
import { ofKinds } from '../schema/kinds.js';
import { foundQualities } from './stored-json.js';
import { statement } from './statement.js';
import { CHARGE, toState } from './subscription-row.js';
import { flag, type RowOf, rowsOf } from './rows.js';

const toQualityOrder = rowsOf<QualityOrder>()('order_id, has_subscribers, is_watched', {
  hasSubscribers: flag,
  isWatched: flag,
});

type QualitySubscriberRow = RowOf<Omit<QualitySubscriber, 'state'>> & { state: number };

const toQualitySubscriber = (row: QualitySubscriberRow): QualitySubscriber => ({
  userId: row.user_id,
  botId: row.bot_id,
  isOwn: row.is_own === 1,
  atMs: row.at_ms,
  state: toState(row.state),
  changedAtMs: row.changed_at_ms,
  removedAtMs: row.removed_at_ms,
  shownAtMs: row.shown_at_ms,
});

const ORDERS_PAGE = 500;
const SUBSCRIBERS_PAGE = 1_000;
/** In place of a bot: the reading itself. */
const READING = 0;
const WATCHABLE_SQL = ofKinds((order) => hasField(order, 'trackUnsubscriptions'));

// (Not by EXISTS, for which PostgreSQL would read all subscriptions at once.)
const orders = statement<[afterOrderId: number, sinceMs: number], RowOf<QualityOrder>>(
  `SELECT order_id, coalesce((SELECT 1 FROM subscriptions WHERE subscriptions.order_id = orders.order_id
       AND charge > 0 AND at_ms >= $2 LIMIT 1), 0) AS has_subscribers,
     CASE WHEN ${WATCHABLE_SQL} AND track_unsubscriptions = 1 AND check_state = 'ok' THEN 1 ELSE 0 END AS is_watched
   FROM orders WHERE order_id > $1 ORDER BY order_id LIMIT ${String(ORDERS_PAGE)}`,
);
/**
 * The page is cut out first, as those of reports are, and what is kept by user is looked up for it alone. A charge that was taken
 * back from one who is there still was refused or fraud: their staying says nothing.
 */
const subscribers = statement<
  [orderId: number, afterMs: number, afterUserId: number, sinceMs: number],
  QualitySubscriberRow
>(
  `WITH page AS MATERIALIZED (SELECT * FROM subscriptions
       WHERE order_id = $1 AND charge > 0 AND NOT (charge = ${String(CHARGE.reversed)} AND changed_at_ms IS NULL)
         AND (at_ms, user_id) > ($2, $3) AND at_ms >= $4
       ORDER BY at_ms, user_id LIMIT ${String(SUBSCRIBERS_PAGE)}),
     shown AS MATERIALIZED (SELECT impressions.user_id, impressions.first_shown_at_ms FROM page
       CROSS JOIN impressions WHERE impressions.user_id = page.user_id AND impressions.order_id = page.order_id AND impressions.bot_id = page.bot_id),
     earliest AS (SELECT user_id, min(first_shown_at_ms) AS first_shown_at_ms FROM shown GROUP BY user_id)
   SELECT page.user_id, page.bot_id, page.at_ms, page.state, page.changed_at_ms, page.removed_at_ms,
     CASE WHEN bots.account_id <> orders.account_id THEN 0 ELSE 1 END AS is_own,
     earliest.first_shown_at_ms AS shown_at_ms
   FROM page JOIN orders ON orders.order_id = page.order_id LEFT JOIN bots ON bots.bot_id = page.bot_id
   LEFT JOIN earliest ON earliest.user_id = page.user_id ORDER BY page.at_ms, page.user_id`,
);
const paid = statement<[botIds: readonly number[], sinceDay: number], { bot_id: number; joins: number }>(
  `SELECT bot_id, sum(subscribers - own_subscribers) AS joins FROM bot_days
   WHERE bot_id = ANY($1::bigint[]) AND day >= $2 GROUP BY bot_id`,
);
const days = statement<
  [botIds: readonly number[], fromDay: number, toDay: number],
  { bot_id: number; day: number; joins: number }
>(
  `SELECT bot_id, day, subscribers - own_subscribers AS joins FROM bot_days
   WHERE bot_id = ANY($1::bigint[]) AND day BETWEEN $2 AND $3 AND subscribers > own_subscribers
   ORDER BY bot_id, day`,
);
const unpaid = statement<
  [botIds: readonly number[], sinceDay: number],
  { bot_id: number; reason: string; joins: number }
>(
  `SELECT bot_id, reason, sum(joins) AS joins FROM unpaid_days
   WHERE bot_id = ANY($1::bigint[]) AND day >= $2 AND reason IN ('suspicious', 'shared_address', 'came_back')
   GROUP BY bot_id, reason`,
);
const put = insertAll(botQualities, 'botId, atMs, factor, found', { there: 'replaced' });
const forget = statement<[beforeMs: number]>('DELETE FROM bot_qualities WHERE at_ms < $1');
const find = statement<[botId: number], { at_ms: number; factor: number; found: string }>(
  'SELECT at_ms, factor, found FROM bot_qualities WHERE bot_id = $1',
);
const announced = statement<[botIds: readonly number[]], { bot_id: number; found: string }>(
  'SELECT bot_id, found FROM bot_qualities WHERE bot_id = ANY($1::bigint[])',
);
const factor = statement<[botId: number], { factor: number }>(
  'SELECT factor FROM bot_qualities WHERE bot_id = $1',
);

export function createQualityStore({ db, replica }: Pick<Parts, 'db' | 'replica'>): QualityStore {
  return {
    lastReadAtMs: async () => (await db.read(find.get(READING)))?.at_ms ?? null,
    orders: async (afterOrderId, sinceMs) =>
      (await replica.read(orders.all(afterOrderId, sinceMs))).map(toQualityOrder),
    subscribers: async (orderId, sinceMs, cursor) => {
      const { atMs, userId } = cursor ?? { atMs: sinceMs - 1, userId: Number.MAX_SAFE_INTEGER };
      const rows = await replica.read(subscribers.all(orderId, atMs, userId, sinceMs));
      return rows.map(toQualitySubscriber);
    },
    joins: async (botIds, sinceDay) => {
      const known = new Map<number, QualityJoins>();
      const of = (botId: number): QualityJoins => {
        const one = known.get(botId) ?? { botId, paid: 0, suspicious: 0, sharedAddress: 0, cameBack: 0 };
        known.set(botId, one);
        return one;
      };
      for (const row of await replica.read(paid.all(botIds, sinceDay))) of(row.bot_id).paid = row.joins;
      for (const { bot_id: botId, reason, joins } of await replica.read(unpaid.all(botIds, sinceDay))) {
        if (reason === 'suspicious') of(botId).suspicious = joins;
        else if (reason === 'shared_address') of(botId).sharedAddress = joins;
        else of(botId).cameBack = joins;
      }
      return [...known.values()];
    },
    days: async (botIds, { fromDay, toDay }) =>
      (await replica.read(days.all(botIds, fromDay, toDay))).map(({ bot_id: botId, day, joins }) => ({
        botId,
        day,
        joins,
      })),
    notifiedDays: async (botIds) =>
      (await db.read(announced.all(botIds))).flatMap(({ bot_id: botId, found }) => {
        const { toldDay: day } = foundQualities.read(found);
        return day == null ? [] : [{ botId, day }];
      }),
    save: async (qualities, atMs) => {
      const rows = qualities.map(({ botId, factor, causes, joins, curve, notifiedDay = null }) => {
        const found = foundQualities.write({ causes, joins, curve, toldDay: notifiedDay });
        return { botId, atMs, factor, found };
      });
      await db.run('quality.save', put.run(rows));
    },
    finish: (atMs) =>
      db.run('quality.finish', function* () {
        yield* forget.run(atMs);
        yield* put.run([{ botId: READING, atMs, factor: 1, found: '{}' }]);
      }),
    find: async (botId) => {
      const row = await db.read(find.get(botId));
      if (row === undefined) return null;
      const { causes, joins, curve } = foundQualities.read(row.found);
      return { factor: row.factor, causes, joins, curve, readAtMs: row.at_ms };
    },
    factor: async (botId) => (await db.read(factor.get(botId)))?.factor ?? 1,
  };
}
