/** What both databases have in common of what requests read of orders: the catalog of those that run, figures, and links. */
import { HOUR_MS } from '../../core/days.js';
import type { LinkAt, Order, OrderCounters } from '../../core/ports/order-store.js';
import type { Reader } from './database.js';
import { createSharedValues, type OrderRow, RUNNING_SQL, toKeptOrder } from './order-row.js';
import { type Query, statement } from './statement.js';

/** Orders read before other work has its turn: about 10 ms. */
const PAGE = 500;

/** Subscribers of the last hour are counted up to here: no order is paced faster. */
export const MAX_LAST_HOUR = 10_000;

/** The rate of subscribers per impression is that of these days. */
const RATE_DAYS = 7;

/** Impressions are counted, figures fade and hours pass without a word in the log: they are read again after this long. */
const REMEMBERED_MS = 1_000;

const running = statement<[orderId: number], OrderRow>(
  `SELECT * FROM orders WHERE ${RUNNING_SQL} AND order_id > $1 ORDER BY order_id LIMIT ${String(PAGE)}`,
);
/** A block moves all orders of an account to one version: a page may end in the middle of them. */
const changed = statement<[version: number, orderId: number], OrderRow>(
  `SELECT * FROM orders WHERE (catalog_version, order_id) > ($1, $2) ORDER BY catalog_version, order_id LIMIT ${String(PAGE)}`,
);

/** @param turn awaited between two pages */
export function createOrderPages({ read }: Reader, turn: () => Promise<unknown> = () => Promise.resolve()) {
  const shared = createSharedValues();
  const pages = async (next: (last: OrderRow | undefined) => Query<OrderRow[]>): Promise<Order[]> => {
    const orders: Order[] = [];
    for (let last: OrderRow | undefined; ;) {
      const rows = await read(next(last));
      for (const row of rows) orders.push(toKeptOrder(row, shared));
      if (rows.length < PAGE) return orders;
      last = rows.at(-1);
      await turn();
    }
  };
  return {
    running: () => pages((last) => running.all(last?.order_id ?? 0)),
    changedSince: (version: number) =>
      pages((last) =>
        changed.all(last?.catalog_version ?? version, last?.order_id ?? Number.MAX_SAFE_INTEGER),
      ),
  };
}

/** The figures of an order, and when they were so. */
export interface KnownCounters<Counters = OrderCounters> {
  day: number;
  atMs: number;
  counters: Counters;
}

/** Whether what was read then may be taken now. */
export const isStillSo = (known: KnownCounters<unknown>, day: number, nowMs: number): boolean =>
  known.day === day && Math.abs(nowMs - known.atMs) < REMEMBERED_MS;

/** One for questions that have one answer. */
export const momentKey = (day: number, nowMs: number): string =>
  `${String(day)}:${String(Math.floor(nowMs / REMEMBERED_MS))}`;

/** @returns the first of the days of the rate, and an hour ago */
export const countedFrom = (day: number, nowMs: number) => ({
  fromDay: day - RATE_DAYS + 1,
  hourAgoMs: nowMs - HOUR_MS,
});

/** Where there are no rows a sum is null; one that may be beyond what a double holds comes as text, or as bigint. */
export interface CounterRow {
  order_id: number | bigint;
  quantity_now: number | bigint;
  today: number | bigint | null;
  last_hour: number | bigint;
  balance_micros: string | bigint | null;
  impressions: number | bigint | null;
  subscribers: number | bigint | null;
  pending_impressions: number | null;
  overrun: number | bigint | null;
}

export function toCounters(row: CounterRow): OrderCounters {
  return {
    orderId: Number(row.order_id),
    quantityNow: Number(row.quantity_now),
    today: Number(row.today ?? 0),
    lastHour: Number(row.last_hour),
    balanceMicros: BigInt(row.balance_micros ?? 0),
    impressions: Number(row.impressions ?? 0),
    subscribers: Number(row.subscribers ?? 0),
    // Below zero only by rounding, and where a list was shown again without counting as a new impression.
    pendingImpressions: Math.max(0, row.pending_impressions ?? 0),
    overrun: Number(row.overrun ?? 0),
  };
}

export interface LinkRow {
  since_ms: number;
  link: string;
}

/** @param rows all links that the order ever had, the latest first */
export function linkAt(rows: readonly LinkRow[], atMs: number): LinkAt | undefined {
  const found = rows.find(({ since_ms: sinceMs }) => sinceMs <= atMs);
  return found && { link: found.link, isCurrent: found === rows[0] };
}
