/**
 * The links that orders have had: a pinned list shows those it was made with, at every request. They are remembered while
 * no link or balance changes, and read for many requests at once (`db/sqlite/order-links.ts` has them at hand).
 */
import type { AsOf } from '../../core/ports/as-of.js';
import type { LinkAt } from '../../core/ports/order-store.js';
import type { Parts } from './parts.js';
import { createRememberedByOrder } from './remembered-by-order.js';
import { perform } from './perform.js';
import { hotStatement } from './statement.js';

interface LinkRow {
  order_id: number;
  since_ms: number;
  link: string;
}

const linksOf = hotStatement<[orderIds: readonly number[]], LinkRow>(
  `SELECT order_id, since_ms, link FROM order_links WHERE order_id = ANY ($1::bigint[])
   ORDER BY order_id, since_ms DESC`,
);

/** @returns a reader of the link that each of some orders had at a moment */
export function createLinkReader({ commands, log }: Pick<Parts, 'commands' | 'log'>) {
  const remembered = createRememberedByOrder<LinkRow[], null>(log, {
    read: async (orderIds) => {
      const rows = await commands.hot.askOnce((transaction) => perform(transaction, linksOf.all(orderIds)));
      const links = new Map<number, LinkRow[]>(orderIds.map((orderId) => [orderId, []]));
      for (const row of rows) links.get(row.order_id)?.push(row);
      return links;
    },
    // All that it ever had are read.
    keyOf: () => '',
    isStill: () => true,
  });

  return async (orderIds: readonly number[], atMs: number, asOf?: AsOf): Promise<Map<number, LinkAt>> => {
    const links = new Map<number, LinkAt>();
    for (const [orderId, rows] of await remembered(orderIds, null, asOf)) {
      const found = rows.find(({ since_ms: sinceMs }) => sinceMs <= atMs);
      if (found !== undefined) links.set(orderId, { link: found.link, isCurrent: found === rows[0] });
    }
    return links;
  };
}
