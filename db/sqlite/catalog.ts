/** What requests read of orders: the catalog of those that run, their counters, and their links. */
import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogStore, LinkAt, OrderCounters } from '../../core/ports/order-store.js';
import {
  type CounterRow,
  countedFrom,
  createOrderPages,
  isStillSo,
  type KnownCounters,
  linkAt,
  type LinkRow,
  MAX_LAST_HOUR,
  toCounters,
} from '../work/catalog.js';
import type { Parts } from './parts.js';
import type { Connection } from './connection.js';
import type { InvalidationLog } from './invalidation-log.js';
import { OVERRUN_SQL } from '../work/unpaid.js';
import { pendingImpressionsSql } from '../work/impressions.js';
import { sqliteText } from '../work/sqlite-text.js';

/** Then all are forgotten, which costs one read each. */
const REMEMBERED_ORDERS = 20_000;

export function createCatalogStore(
  { connection, executor, db, versions }: Parts,
  marks: InvalidationLog,
): CatalogStore {
  const counters = connection.prepareExact<
    { orderId: number; day: number; fromDay: number; hourAgoMs: number; nowMs: number }[],
    CounterRow
  >(
    `SELECT order_id, quantity_now,
       (SELECT subscribers FROM order_days WHERE order_id = @orderId AND day = @day) AS today,
       (SELECT count(*) FROM (SELECT 1 FROM subscriptions
          WHERE orders.is_lite = 1 AND order_id = @orderId AND charge > 0 AND at_ms > @hourAgoMs LIMIT ${String(MAX_LAST_HOUR)})) AS last_hour,
       (SELECT balance_micros FROM ledger_accounts WHERE owner_id = orders.account_id AND kind = 'wallet')
         AS balance_micros,
       (SELECT sum(impressions) FROM order_days WHERE order_id = @orderId AND day BETWEEN @fromDay AND @day) AS impressions,
       (SELECT sum(subscribers) FROM order_days WHERE order_id = @orderId AND day BETWEEN @fromDay AND @day)
         AS subscribers,
       (SELECT ${sqliteText(pendingImpressionsSql('@nowMs'))} FROM order_days WHERE order_id = @orderId AND day BETWEEN @fromDay AND @day)
         AS pending_impressions,
       (SELECT sum(joins) FROM unpaid_days WHERE order_id = @orderId AND day = @day AND reason IN (${OVERRUN_SQL}))
         AS overrun
     FROM orders WHERE order_id = @orderId`,
  );

  const remembered = createRemembered<KnownCounters<OrderCounters | null>>(marks);

  const readCounters = (orderId: number, day: number, nowMs: number) => {
    const row = counters.get({ orderId, day, ...countedFrom(day, nowMs), nowMs });
    return { day, atMs: nowMs, counters: row === undefined ? null : toCounters(row) };
  };

  const countersOf = (orderId: number, day: number, nowMs: number): OrderCounters | null => {
    const known = remembered(orderId, () => readCounters(orderId, day, nowMs));
    if (!isStillSo(known, day, nowMs)) Object.assign(known, readCounters(orderId, day, nowMs));
    return known.counters;
  };

  const version = versions.of('catalog');
  const pages = createOrderPages(db, turn);

  return {
    version,
    changedSince: async (since) => {
      // Before the orders: what changes while they are read is delivered again with the next call.
      const now = await version();
      if (since >= now) return { version: now, orders: [] };
      const orders = await (since === 0 ? pages.running() : pages.changedSince(since));
      return { version: now, orders };
    },
    counters: (orderIds, day, nowMs) =>
      executor.ask(() => {
        const found = new Map<number, OrderCounters>();
        for (const orderId of orderIds) {
          const figures = countersOf(orderId, day, nowMs);
          if (figures !== null) found.set(orderId, figures);
        }
        return found;
      }),
  };
}

/**
 * @returns a reader of the link that each of some orders had at a moment: a pinned list shows those it was made with, at every
 *   request. They are remembered while no link changes
 */
export function createLinkReader(connection: Connection, marks: InvalidationLog) {
  const history = connection.prepare<[number], LinkRow>(
    'SELECT since_ms, link FROM order_links WHERE order_id = ? ORDER BY since_ms DESC',
  );
  const remembered = createRemembered<LinkRow[]>(marks);

  return (orderIds: readonly number[], atMs: number): Map<number, LinkAt> => {
    const links = new Map<number, LinkAt>();
    for (const orderId of orderIds) {
      const rows = remembered(orderId, () => history.all(orderId));
      const link = linkAt(rows, atMs);
      if (link !== undefined) links.set(orderId, link);
    }
    return links;
  };
}

/** What was read of an order is remembered while no order's figures, links or money move. Not for use inside a command. */
function createRemembered<Value>(marks: InvalidationLog) {
  const values = new Map<number, Value>();
  let knownMark = -1;
  return (orderId: number, read: () => Value): Value => {
    // Looked at before reading: what is written between the two is read again the next time.
    const mark = marks.orders();
    if (mark !== knownMark) {
      values.clear();
      knownMark = mark;
    }
    const known = values.get(orderId);
    if (known !== undefined) return known;
    const value = read();
    if (values.size >= REMEMBERED_ORDERS) values.clear();
    values.set(orderId, value);
    return value;
  };
}
