/** What requests read of orders: the catalog of those that run, their counters, and their links. */
import type { CatalogStore, LinkAt } from '../../core/ports/order-store.js';
import {
  type CounterRow,
  countedFrom,
  createOrderPages,
  isStillSo,
  type KnownCounters,
  linkAt,
  type LinkRow,
  MAX_LAST_HOUR,
  momentKey,
  toCounters,
} from '../work/catalog.js';
import { OVERRUN_SQL } from '../work/unpaid.js';
import { pendingImpressionsSql } from '../work/impressions.js';
import { seenVersion } from './invalidation-log.js';
import type { AsOf } from '../../core/ports/as-of.js';
import type { Parts } from './parts.js';
import { createRememberedByOrder } from './remembered-by-order.js';
import { perform } from './perform.js';
import { hotStatement } from './statement.js';

/** Of all that are asked for at once. `$2` the day, `$3` the first of the days of the rate, `$4` an hour ago, `$5` now. */
const counters = hotStatement<
  [orderIds: readonly number[], day: number, fromDay: number, hourAgoMs: number, nowMs: number],
  CounterRow & { order_id: number }
>(
  `SELECT orders.order_id, orders.quantity_now, days.today, days.impressions, days.subscribers, days.pending_impressions,
     hour.last_hour, beyond.overrun, wallets.balance_micros::text AS balance_micros
   FROM orders
   CROSS JOIN LATERAL (SELECT count(*) AS last_hour FROM (SELECT 1 FROM subscriptions
       WHERE orders.is_lite = 1 AND subscriptions.order_id = orders.order_id AND charge > 0 AND at_ms > $4
       LIMIT ${String(MAX_LAST_HOUR)}) AS counted) AS hour
   CROSS JOIN LATERAL (SELECT sum(subscribers) FILTER (WHERE day = $2) AS today, sum(impressions) AS impressions,
       sum(subscribers) AS subscribers, ${pendingImpressionsSql('$5::bigint')} AS pending_impressions
     FROM order_days WHERE order_days.order_id = orders.order_id AND day BETWEEN $3 AND $2) AS days
   CROSS JOIN LATERAL (SELECT coalesce(sum(joins), 0) AS overrun FROM unpaid_days
       WHERE unpaid_days.order_id = orders.order_id AND day = $2 AND reason IN (${OVERRUN_SQL})) AS beyond
   LEFT JOIN ledger_accounts AS wallets ON wallets.owner_id = orders.account_id AND wallets.kind = 'wallet'
   WHERE orders.order_id = ANY ($1::bigint[])`,
);

export function createCatalogStore({ commands, db, log, versions }: Parts): CatalogStore {
  const version = versions.of('catalog');
  const pages = createOrderPages(db);

  const remembered = createRememberedByOrder<KnownCounters, Omit<KnownCounters, 'counters'>>(log, {
    read: async (orderIds, { day, atMs }) => {
      const { fromDay, hourAgoMs } = countedFrom(day, atMs);
      const rows = await commands.hot.askOnce((transaction) =>
        perform(transaction, counters.all(orderIds, day, fromDay, hourAgoMs, atMs)),
      );
      return new Map(rows.map((row) => [row.order_id, { day, atMs, counters: toCounters(row) }]));
    },
    keyOf: ({ day, atMs }) => momentKey(day, atMs),
    isStill: (known, { day, atMs }) => isStillSo(known, day, atMs),
  });

  return {
    version,
    changedSince: async (since) => {
      // Before the orders: what changes while they are read is delivered again with the next call. A command that moves
      // the version holds it until all it changed can be seen, so nothing of this or an earlier version comes later.
      const now = await version();
      if (since >= now) return { version: now, orders: [] };
      const { takeovers, value } = seenVersion(since);
      if (since === 0 || takeovers !== seenVersion(now).takeovers)
        return { version: now, orders: await pages.running(), isAll: true };
      return { version: now, orders: await pages.changedSince(value) };
    },
    counters: async (orderIds, day, nowMs, asOf) => {
      if (orderIds.length === 0) return new Map();
      const found = await remembered(orderIds, { day, atMs: nowMs }, asOf);
      return new Map([...found].map(([orderId, known]) => [orderId, known.counters]));
    },
  };
}

const linksOf = hotStatement<[orderIds: readonly number[]], LinkRow & { order_id: number }>(
  `SELECT order_id, since_ms, link FROM order_links WHERE order_id = ANY ($1::bigint[])
   ORDER BY order_id, since_ms DESC`,
);

/**
 * @returns a reader of the link that each of some orders had at a moment: a pinned list shows those it was made with, at every
 *   request. They are remembered while no link or balance changes, and read for many requests at once
 */
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
      const link = linkAt(rows, atMs);
      if (link !== undefined) links.set(orderId, link);
    }
    return links;
  };
}
