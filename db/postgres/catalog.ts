/** What requests read of orders: the catalog of those that run, their counters, and their links. */
import type { CatalogStore, LinkAt, Order, OrderCounters } from '../../core/ports/order-store.js';
import { createSharedValues, type OrderRow, RUNNING_SQL, toKeptOrder } from '../work/order-row.js';
import { OVERRUN_SQL } from '../work/unpaid.js';
import { pendingImpressionsSql } from '../work/impressions.js';
import { ofPostgres, type Query } from '../work/statement.js';
import { seenVersion } from './invalidation-log.js';
import type { AsOf } from '../../core/ports/as-of.js';
import type { Parts } from './parts.js';
import { createRememberedByOrder } from './remembered-by-order.js';
import { perform } from './perform.js';
import { hotStatement } from './statement.js';

const PAGE = 500;

const HOUR_MS = 3_600_000;

/** Subscribers of the last hour are counted up to here: no order is paced faster. */
const MAX_LAST_HOUR = 10_000;

/** The rate of subscribers per impression is that of these days. */
const RATE_DAYS = 7;

/** Impressions are counted, figures fade and hours pass without a word in the log: they are read again after this long. */
const REMEMBERED_MS = 1_000;

interface CounterRow {
  order_id: number;
  quantity_now: number;
  today: number | null;
  last_hour: number;
  /** As text: a sum may be beyond what a double holds. */
  balance: string | null;
  impressions: number | null;
  subscribers: number | null;
  pending_impressions: number | null;
  overrun: number;
}

const running = ofPostgres<[number], OrderRow>(
  `SELECT * FROM orders WHERE ${RUNNING_SQL} AND order_id > $1 ORDER BY order_id LIMIT ${String(PAGE)}`,
);
/** A block moves all orders of an account to one version: a page may end in the middle of them. */
const changed = ofPostgres<[version: number, orderId: number], OrderRow>(
  `SELECT * FROM orders WHERE (catalog_version, order_id) > ($1, $2) ORDER BY catalog_version, order_id LIMIT ${String(PAGE)}`,
);
/** Of all that are asked for at once. `$2` the day, `$3` the first of the days of the rate, `$4` an hour ago, `$5` now. */
const counters = hotStatement<
  [orderIds: readonly number[], day: number, fromDay: number, hourAgoMs: number, nowMs: number],
  CounterRow
>(
  `SELECT orders.order_id, orders.quantity_now, days.today, days.impressions, days.subscribers, days.pending_impressions,
     hour.last_hour, beyond.overrun, wallets.balance_micros::text AS balance
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

/** The figures of an order, and when they were so. */
interface Known {
  day: number;
  atMs: number;
  counters: OrderCounters;
}

export function createCatalogStore({ commands, db, log, versions }: Parts): CatalogStore {
  const version = versions.of('catalog');
  const shared = createSharedValues();
  const pages = async (next: (last: OrderRow | undefined) => Query<OrderRow[]>): Promise<Order[]> => {
    const orders: Order[] = [];
    for (let last: OrderRow | undefined; ;) {
      const rows = await db.read(next(last));
      for (const row of rows) orders.push(toKeptOrder(row, shared));
      if (rows.length < PAGE) return orders;
      last = rows.at(-1);
    }
  };

  const remembered = createRememberedByOrder<Known, Omit<Known, 'counters'>>(log, {
    read: async (orderIds, { day, atMs }) => {
      const range = [day, day - RATE_DAYS + 1, atMs - HOUR_MS, atMs] as const;
      const rows = await commands.hot.askOnce((transaction) =>
        perform(transaction, counters.all(orderIds, ...range)),
      );
      return new Map(rows.map((row) => [row.order_id, { day, atMs, counters: toCounters(row) }]));
    },
    keyOf: ({ day, atMs }) => `${String(day)}:${String(Math.floor(atMs / REMEMBERED_MS))}`,
    isStill: (known, { day, atMs }) => known.day === day && Math.abs(atMs - known.atMs) < REMEMBERED_MS,
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
        return { version: now, orders: await pages((last) => running.all(last?.order_id ?? 0)), isAll: true };
      const next = (last: OrderRow | undefined) =>
        changed.all(last?.catalog_version ?? value, last?.order_id ?? Number.MAX_SAFE_INTEGER);
      return { version: now, orders: await pages(next) };
    },
    counters: async (orderIds, day, nowMs, asOf) => {
      if (orderIds.length === 0) return new Map();
      const found = await remembered(orderIds, { day, atMs: nowMs }, asOf);
      return new Map([...found].map(([orderId, known]) => [orderId, known.counters]));
    },
  };
}

function toCounters(row: CounterRow): OrderCounters {
  return {
    orderId: row.order_id,
    quantityNow: row.quantity_now,
    today: row.today ?? 0,
    lastHour: row.last_hour,
    balanceMicros: BigInt(row.balance ?? '0'),
    impressions: row.impressions ?? 0,
    subscribers: row.subscribers ?? 0,
    // Below zero only by rounding, and where a list was shown again without counting as a new impression.
    pendingImpressions: Math.max(0, row.pending_impressions ?? 0),
    overrun: row.overrun,
  };
}

interface LinkRow {
  order_id: number;
  since_ms: number;
  link: string;
}

const linksOf = hotStatement<[orderIds: readonly number[]], LinkRow>(
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
      const found = rows.find(({ since_ms: sinceMs }) => sinceMs <= atMs);
      if (found !== undefined) links.set(orderId, { link: found.link, isCurrent: found === rows[0] });
    }
    return links;
  };
}
