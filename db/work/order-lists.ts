/** Reading orders, outside commands. */
import { isChat } from '../../core/kinds/index.js';
import type { OrderStatus, OrderStore } from '../../core/ports/order-store.js';
import { ofKinds } from '../schema/kinds.js';
import { type OrderRow, toOrder } from './order-row.js';
import { boundedLimit, searchPattern, toFlag } from './values.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

/**
 * `core/orders/status.ts` as conditions; a contract test holds the two equal.
 * @param inArchive the placeholder of whether orders in the archive are asked for, which each condition has once
 */
function statusConditions(inArchive: string): Readonly<Record<OrderStatus | 'any', string>> {
  const infrastructure = `in_archive = ${inArchive} AND in_archive = 0`;
  const unfinished = `${infrastructure} AND decision = 'approved' AND quantity_now < quantity_all`;
  return {
    any: `in_archive = ${inArchive}`,
    Archived: `in_archive = 1 AND ${inArchive} IS NOT NULL`,
    Rejected: `${infrastructure} AND decision = 'rejected'`,
    Moderation: `${infrastructure} AND decision = 'waiting'`,
    Finished: `${infrastructure} AND decision = 'approved' AND quantity_now >= quantity_all`,
    Processing: `${unfinished} AND is_on = 1`,
    Stopped: `${unfinished} AND is_on = 0`,
  };
}

const MAX_PAGE = 1_000;

type ListValues = [accountId: number, inArchive: number, pattern: string, orderId: number];

export const linkIsBlocked = statement<[string], { one: number }>(
  'SELECT 1 AS one FROM blocked_links WHERE link_key = $1',
);
const byIds = statement<[number[]], OrderRow>('SELECT * FROM orders WHERE order_id = ANY ($1::bigint[])');
const waiting = statement<[number, number], OrderRow>(
  `SELECT * FROM orders WHERE decision = 'waiting' AND in_archive = 0 ORDER BY order_id LIMIT $1 OFFSET $2`,
);
const countWaiting = statement<[], { total: number }>(
  `SELECT count(*) AS total FROM orders WHERE decision = 'waiting' AND in_archive = 0`,
);
const ofResource = statement<[string], OrderRow>(
  `SELECT * FROM orders WHERE resource_id = $1 AND resource_id <> '' AND in_archive = 0
   ORDER BY order_id LIMIT ${String(MAX_PAGE)}`,
);
const ofLinkKey = statement<[string], OrderRow>(
  `SELECT * FROM orders WHERE link_key = $1 ORDER BY order_id LIMIT ${String(MAX_PAGE)}`,
);
const withoutChat = statement<[accountId: number, limit: number], OrderRow>(
  `SELECT * FROM orders WHERE account_id = $1 AND in_archive = 0 AND ${ofKinds(isChat)} AND resource_id = ''
   ORDER BY order_id LIMIT $2`,
);
const lists = new Map(
  Object.entries(statusConditions('$2::bigint')).map(([status, condition]) => {
    const from = `FROM orders WHERE account_id = $1 AND ${condition}
      AND (search_text LIKE $3 ESCAPE '\\' OR order_id = $4)`;
    const page = statement<[...ListValues, limit: number, offset: number], OrderRow>(
      `SELECT * ${from} ORDER BY order_id DESC LIMIT $5 OFFSET $6`,
    );
    return [
      status,
      { page, count: statement<ListValues, { total: number }>(`SELECT count(*) AS total ${from}`) },
    ];
  }),
);

/** The order's number, as people write it; 0: it is none. */
function numberIn(search: string): number {
  return Number(/^#?(\d{1,15})$/.exec(search.trim())?.[1] ?? 0);
}

export function createOrderLists({ db }: Parts) {
  const findMany: OrderStore['findMany'] = async (orderIds) => {
    const asked = [...new Set(orderIds)];
    if (asked.length === 0) return [];
    const rows = await db.read(byIds.all(asked));
    const found = new Map(rows.map((row) => [row.order_id, row]));
    return asked.flatMap((orderId) => {
      const row = found.get(orderId);
      return row === undefined ? [] : [toOrder(row)];
    });
  };

  const list: OrderStore['list'] = (accountId, { search, inArchive, status, offset, limit }) =>
    db.read(function* () {
      const statements = lists.get(status ?? 'any');
      if (statements === undefined) return { orders: [], total: 0 };
      const values: ListValues = [accountId, toFlag(inArchive), searchPattern(search), numberIn(search)];
      const rows = yield* statements.page.all(...values, boundedLimit(limit, MAX_PAGE), offset);
      return {
        orders: rows.map(toOrder),
        total: (yield* statements.count.get(...values))?.total ?? 0,
      };
    });

  return {
    findMany,
    list,
    find: async (orderId) => (await findMany([orderId]))[0] ?? null,
    waiting: ({ offset, limit }) =>
      db.read(function* () {
        return {
          orders: (yield* waiting.all(boundedLimit(limit, MAX_PAGE), offset)).map(toOrder),
          total: (yield* countWaiting.get())?.total ?? 0,
        };
      }),
    ofResource: async (resourceId) => (await db.read(ofResource.all(resourceId))).map(toOrder),
    ofLinkKey: async (linkKey) => (await db.read(ofLinkKey.all(linkKey))).map(toOrder),
    withoutChat: async (accountId, limit) =>
      (await db.read(withoutChat.all(accountId, boundedLimit(limit, MAX_PAGE)))).map(toOrder),
    isLinkBlocked: async (linkKey) => (await db.read(linkIsBlocked.get(linkKey))) !== undefined,
  } satisfies Partial<OrderStore>;
}
