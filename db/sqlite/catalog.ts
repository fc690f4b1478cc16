/** What requests read of orders: the catalog of those that run, their counters, and their links. */
import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogStore, LinkAt, Order, OrderCounters } from '../../core/ports/order-store.js';
import type { Parts } from './parts.js';
import { createSharedValues, type OrderRow, RUNNING_SQL, toKeptOrder } from '../work/order-row.js';
import type { Connection } from './connection.js';
import type { InvalidationLog } from './invalidation-log.js';
import { OVERRUN_SQL } from '../work/unpaid.js';
import { pendingImpressionsSql } from '../work/impressions.js';
import { sqliteText } from '../work/sqlite-text.js';

/** Orders read before other work has its turn: about 10 ms. */
const PAGE = 500;

const HOUR_MS = 3_600_000;

/** Subscribers of the last hour are counted up to here: no order is paced faster. */
const MAX_LAST_HOUR = 10_000;

/** The rate of subscribers per impression is that of these days. */
const RATE_DAYS = 7;

/** Impressions are counted, figures fade and hours pass without a mark: they are read again after this long. */
const REMEMBERED_MS = 1_000;
/** Then all are forgotten, which costs one read each. */
const REMEMBERED_ORDERS = 20_000;

interface CounterRow {
  quantity_now: bigint;
  today: bigint | null;
  last_hour: bigint;
  balance_micros: bigint | null;
  impressions: bigint | null;
  subscribers: bigint | null;
  pending_impressions: number | null;
  overrun: bigint | null;
}

export function createCatalogStore(
  { connection, executor, versions }: Parts,
  marks: InvalidationLog,
): CatalogStore {
  const running = connection.prepare<[number], OrderRow>(
    `SELECT * FROM orders WHERE ${RUNNING_SQL} AND order_id > ? ORDER BY order_id LIMIT ${String(PAGE)}`,
  );
  // A block moves all orders of an account to one version: a page may end in the middle of them.
  const changed = connection.prepare<[version: number, orderId: number], OrderRow>(
    `SELECT * FROM orders WHERE (catalog_version, order_id) > (?, ?) ORDER BY catalog_version, order_id LIMIT ${String(PAGE)}`,
  );
  const counters = connection.prepareExact<
    { orderId: number; day: number; fromDay: number; hourAgoMs: number; nowMs: number }[],
    CounterRow
  >(
    `SELECT quantity_now,
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

  const remembered = createRemembered<{ day: number; atMs: number; counters: OrderCounters | null }>(marks);

  const readCounters = (orderId: number, day: number, nowMs: number) => {
    const range = { day, fromDay: day - RATE_DAYS + 1, hourAgoMs: nowMs - HOUR_MS, nowMs };
    const row = counters.get({ orderId, ...range });
    return { day, atMs: nowMs, counters: row === undefined ? null : toCounters(orderId, row) };
  };

  const countersOf = (orderId: number, day: number, nowMs: number): OrderCounters | null => {
    const known = remembered(orderId, () => readCounters(orderId, day, nowMs));
    const isYoung = known.day === day && Math.abs(nowMs - known.atMs) < REMEMBERED_MS;
    if (isYoung) return known.counters;
    Object.assign(known, readCounters(orderId, day, nowMs));
    return known.counters;
  };

  const version = versions.of('catalog');
  const shared = createSharedValues();
  const pages = async (next: (last: OrderRow | undefined) => OrderRow[]): Promise<Order[]> => {
    const orders: Order[] = [];
    for (let last: OrderRow | undefined; ;) {
      const rows = await executor.ask(() => next(last));
      for (const row of rows) orders.push(toKeptOrder(row, shared));
      if (rows.length < PAGE) return orders;
      last = rows.at(-1);
      await turn();
    }
  };

  const toCounters = (orderId: number, row: CounterRow): OrderCounters => ({
    orderId,
    quantityNow: Number(row.quantity_now),
    today: Number(row.today ?? 0n),
    lastHour: Number(row.last_hour),
    balanceMicros: row.balance_micros ?? 0n,
    impressions: Number(row.impressions ?? 0n),
    subscribers: Number(row.subscribers ?? 0n),
    // Below zero only by rounding, and where a list was shown again without counting as a new impression.
    pendingImpressions: Math.max(0, row.pending_impressions ?? 0),
    overrun: Number(row.overrun ?? 0n),
  });

  return {
    version,
    changedSince: async (since) => {
      // Before the orders: what changes while they are read is delivered again with the next call.
      const now = await version();
      if (since >= now) return { version: now, orders: [] };
      const orders =
        since === 0
          ? await pages((last) => running.all(last?.order_id ?? 0))
          : await pages((last) =>
              changed.all(last?.catalog_version ?? since, last?.order_id ?? Number.MAX_SAFE_INTEGER),
            );
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

interface LinkRow {
  since_ms: number;
  link: string;
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
      const found = rows.find(({ since_ms: sinceMs }) => sinceMs <= atMs);
      if (found !== undefined) links.set(orderId, { link: found.link, isCurrent: found === rows[0] });
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
