/**
 * The links that orders have had: a pinned list shows those it was made with, at every request. They are remembered while
 * no link changes (`db/postgres/order-links.ts` asks).
 */
import type { LinkAt } from '../../core/ports/order-store.js';
import type { Connection } from './connection.js';
import { createUnchanged } from '../work/unchanged.js';
import type { InvalidationLog } from './invalidation-log.js';

interface LinkRow {
  since_ms: number;
  link: string;
}

const REMEMBERED_ORDERS = 20_000;

/** @returns a reader of the link that each of some orders had at a moment */
export function createLinkReader(connection: Connection, marks: InvalidationLog) {
  const history = connection.prepare<[number], LinkRow>(
    'SELECT since_ms, link FROM order_links WHERE order_id = ? ORDER BY since_ms DESC',
  );
  const remembered = createUnchanged<number, LinkRow[]>(() => marks.orders(), REMEMBERED_ORDERS);

  return (orderIds: readonly number[], atMs: number): Map<number, LinkAt> => {
    const links = new Map<number, LinkAt>();
    for (const orderId of orderIds) {
      const rows = remembered.get(orderId, () => history.all(orderId));
      const found = rows.find(({ since_ms: sinceMs }) => sinceMs <= atMs);
      if (found !== undefined) links.set(orderId, { link: found.link, isCurrent: found === rows[0] });
    }
    return links;
  };
}
