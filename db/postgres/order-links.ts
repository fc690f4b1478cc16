/**
 * The links that orders have had: a pinned list shows those it was made with, at every request. All of a list by one
 * statement (`db/sqlite/order-links.ts` remembers them).
 */
import { ofPostgres } from '../work/statement.js';

const linksAt = ofPostgres<[orderIds: number[], atMs: number], { order_id: number; link: string }>(
  `SELECT asked.order_id, link FROM unnest($1::bigint[]) AS asked (order_id)
   CROSS JOIN LATERAL (SELECT link FROM order_links WHERE order_links.order_id = asked.order_id AND since_ms <= $2
     ORDER BY since_ms DESC LIMIT 1) AS had`,
);

/** @returns the link that each of some orders had at a moment */
export function* readLinks(orderIds: readonly number[], atMs: number) {
  const rows = yield* linksAt.all([...orderIds], atMs);
  return new Map(rows.map((row) => [row.order_id, row.link]));
}
