/** The subscribers of an order, page by page, for reports and id files. */
import type { SubscriptionStore } from '../../core/ports/subscription-store.js';
import { CHARGE } from './subscription-status-row.js';
import {
  type SubscriberPageRow,
  subscriberTraits,
  toSubscriber,
  toTotals,
  type TotalsRow,
} from './subscriber-row.js';
import { boundedLimit } from './values.js';
import type { Reader } from './database.js';
import { statement } from './statement.js';

const MAX_PAGE = 10_000;

/** The page is cut out first, and its users looked up: whatever the planner knows of the tables, no more rows are read than that. */
const page = statement<
  [orderId: number, afterMs: number, afterUserId: number, fromMs: number, toMs: number, limit: number],
  SubscriberPageRow
>(
  `WITH page AS MATERIALIZED (SELECT * FROM subscriptions
       WHERE order_id = $1 AND charge > 0 AND (at_ms, user_id) > ($2, $3) AND at_ms >= $4 AND at_ms < $5
       ORDER BY at_ms, user_id LIMIT $6),
     person AS MATERIALIZED (SELECT users.user_id, users.is_premium, users.language_code
       FROM page JOIN users ON users.user_id = page.user_id),
     said AS MATERIALIZED (SELECT user_bots.user_id, user_bots.is_premium, user_bots.language_code
       FROM page JOIN user_bots ON user_bots.user_id = page.user_id AND user_bots.bot_id = page.bot_id)
   SELECT page.user_id, page.bot_id, bots.nickname, page.state, page.charge, page.price_micros, page.at_ms,
     ${subscriberTraits}
   FROM page LEFT JOIN bots ON bots.bot_id = page.bot_id
   LEFT JOIN person ON person.user_id = page.user_id LEFT JOIN said ON said.user_id = page.user_id
   ORDER BY page.at_ms, page.user_id`,
);
const totals = statement<[orderId: number, fromMs: number, toMs: number], TotalsRow>(
  `SELECT count(*) AS subscribers, count(*) FILTER (WHERE state = 1) AS left_again,
     count(*) FILTER (WHERE state = 2) AS came_back,
     CAST(sum(price_micros) FILTER (WHERE charge = ${String(CHARGE.counted)}) AS text) AS charged_micros
   FROM subscriptions WHERE order_id = $1 AND charge > 0 AND at_ms >= $2 AND at_ms < $3`,
);

export function createSubscriberPages(replica: Reader): Pick<SubscriptionStore, 'page' | 'totals'> {
  return {
    totals: async (orderId, { fromMs, toMs }) =>
      toTotals(await replica.read(totals.get(orderId, fromMs, toMs))),
    page: async (orderId, { fromMs, toMs }, cursor, limit) => {
      const { atMs, userId } = cursor ?? { atMs: fromMs - 1, userId: Number.MAX_SAFE_INTEGER };
      const place = [atMs, userId, fromMs, toMs, boundedLimit(limit, MAX_PAGE)] as const;
      const rows = await replica.read(page.all(orderId, ...place));
      return rows.map(toSubscriber);
    },
  };
}
