import type { OrderCreation, OrderFields, OrderStatus, OrderStore } from '../../core/ports/order-store.js';
import {
  checkAfterRevision,
  decisionHindrance,
  endsOwnLinks,
  pauseAfterApproval,
  revisionHindrance,
  revisionNeeds,
} from '../../core/orders/index.js';
import { checkColumns, columnsOf, type OrderRow, toCheck, toOrder } from './order-row.js';
import { durableCommands, type Parts } from './database.js';
import { holdAccount } from './accounts.js';
import { lock, statement, touchOrders, type Work } from './statement.js';
import { keepFormerPlace } from './former-places.js';
import { retireLinks } from './invite-links.js';
import { keepAnswer } from './kept-answers.js';
import { noteModeration } from './moderation-log.js';
import { queueNotifications } from './notifications.js';
import { createOrderChecks } from './order-checks.js';
import { changeOrder, holdOrder, insertOrder } from './order-writes.js';
import { orderChanged } from './shortfalls.js';
import { isChat } from '../../core/kinds/index.js';
import { ofKinds } from '../schema/kinds.js';
import { blockedLinks, orderLinks } from '../schema/orders.js';
import { insertInto } from './inserts.js';
import { boundedLimit, searchPattern, toFlag } from './values.js';

type Conflict = OrderCreation & { kind: 'conflict' };

/**
 * While some order is being made no link is blocked, and the other way round: a command that blocks one finds, after
 * it, every order that was made on it before. The row stands for all links, those that are not blocked having none;
 * makers share it with each other, and with the commands that move the version itself.
 */
const keepLinks = lock("SELECT 1 FROM versions WHERE name = 'catalog' FOR KEY SHARE");
const holdLinks = lock("SELECT 1 FROM versions WHERE name = 'catalog' FOR UPDATE");
/**
 * What a new order meets of its owner's on the same link: a rejected one stays an answer in the archive, others count while
 * they can run. Of several of a kind, the latest. In SQL, since an owner may have any number of orders on a link.
 */
const conflicting = statement<
  [string, number],
  { order_id: number; with: 'rejected' | 'exist' | 'moderation' }
>(
  `SELECT order_id, CASE decision WHEN 'rejected' THEN 'rejected' WHEN 'approved' THEN 'exist' ELSE 'moderation' END
     AS "with"
   FROM orders
   WHERE link_key = $1 AND account_id = $2 AND (decision = 'rejected' OR in_archive = 0)
     AND (decision <> 'approved' OR quantity_now < quantity_all)
   ORDER BY CASE decision WHEN 'rejected' THEN 0 WHEN 'approved' THEN 1 ELSE 2 END, order_id DESC LIMIT 1`,
);
const insertLink = insertInto(orderLinks, 'orderId, sinceMs, link', { there: 'replaced' });
const waitingOf = statement<[accountId: number, most: number], { count: number }>(
  `SELECT count(*) AS count FROM
     (SELECT FROM orders WHERE account_id = $1 AND in_archive = 0 AND decision = 'waiting' LIMIT $2) AS own`,
);
const hasSubscribers = statement<[number], { one: number }>(
  'SELECT 1 AS one FROM subscriptions WHERE order_id = $1 AND charge > 0 LIMIT 1',
);
const blockLink = insertInto(blockedLinks, 'linkKey, moderatorId, atMs', { there: 'stays' });
const unblockLink = statement<[string]>('DELETE FROM blocked_links WHERE link_key = $1');

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

const linkIsBlocked = statement<[string], { one: number }>(
  'SELECT 1 AS one FROM blocked_links WHERE link_key = $1',
);
export const ordersById = statement<[number[]], OrderRow>(
  'SELECT * FROM orders WHERE order_id = ANY ($1::bigint[])',
);
const waiting = statement<[number, number], OrderRow>(
  `SELECT * FROM orders WHERE decision = 'waiting' AND in_archive = 0 ORDER BY order_id LIMIT $1 OFFSET $2`,
);
const countWaiting = statement<[], { total: number }>(
  `SELECT count(*) AS total FROM orders WHERE decision = 'waiting' AND in_archive = 0`,
);
const ofResource = statement<[string], OrderRow>(
  `SELECT * FROM orders WHERE resource_id = $1 AND resource_id <> '' AND in_archive = 0
   ORDER BY order_id DESC LIMIT ${String(MAX_PAGE)}`,
);
const ofLinkKey = statement<[string], OrderRow>(
  `SELECT * FROM orders WHERE link_key = $1 ORDER BY order_id DESC LIMIT ${String(MAX_PAGE)}`,
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

/** Reading orders, outside commands. */
function createOrderLists({ db }: Parts) {
  const findMany: OrderStore['findMany'] = async (orderIds) => {
    const asked = [...new Set(orderIds)];
    if (asked.length === 0) return [];
    const rows = await db.read(ordersById.all(asked));
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

/** Whether one more order of the account may wait for a moderator; locks the account until the work ends. */
function* hasRoom(accountId: number, waitingMax: number | undefined) {
  if (waitingMax === undefined) return true;
  yield* holdAccount.get(accountId);
  return ((yield* waitingOf.get(accountId, waitingMax))?.count ?? 0) < waitingMax;
}

/** A block of the account waits for this work and then stops what it made, or came before, and is found here. */
const keepAccount = statement<[accountId: number], { is_blocked: number }>(
  'SELECT is_blocked FROM accounts WHERE account_id = $1 FOR SHARE',
);

/** Whether the order is on: what a blocked account had under way stays off. */
function* isStarted(accountId: number, isOn: boolean) {
  return isOn && (yield* keepAccount.get(accountId))?.is_blocked !== 1;
}

/** Whether moderators blocked a link; keeps an unblocked one so until the work ends. */
function* isBlocked(linkKey: string) {
  yield* keepLinks.get();
  return (yield* linkIsBlocked.get(linkKey)) !== undefined;
}

function* conflict(accountId: number, linkKey: string): Work<Conflict | null> {
  if (yield* isBlocked(linkKey)) return { kind: 'conflict', with: 'rejected', orderId: null };
  const there = yield* conflicting.get(linkKey, accountId);
  return there === undefined ? null : { kind: 'conflict', with: there.with, orderId: there.order_id };
}

/** Whether another link, kind or way of checking makes it another target. */
function isLedElsewhere(
  before: Pick<OrderFields, 'link' | 'adsType' | 'toBotMember'>,
  after: Pick<OrderFields, 'link' | 'adsType' | 'toBotMember'>,
): boolean {
  const { link, adsType, toBotMember } = before;
  return link !== after.link || adsType !== after.adsType || toBotMember !== after.toBotMember;
}

export function createOrderStore(parts: Parts, linksAt: OrderStore['linksAt']): OrderStore {
  return {
    ...createOrderChecks(parts),
    ...createOrderLists(parts),
    linksAt,
    ...durableCommands<OrderStore>()(parts.db, 'orders', {
      *create(accountId, fields, options, nowMs) {
        const { waitingMax } = options;
        const isOneMore = waitingMax !== undefined && fields.decision === 'waiting';
        if (isOneMore || !options.allowSameLink) yield* holdAccount.get(accountId);
        const obstacle = options.allowSameLink ? null : yield* conflict(accountId, fields.linkKey);
        if (obstacle !== null) return obstacle;
        if (isOneMore && !(yield* hasRoom(accountId, waitingMax))) return { kind: 'too_many' };
        const isOn = yield* isStarted(accountId, fields.isOn);
        const columns = columnsOf({ ...fields, isOn });
        const order = yield* insertOrder(accountId, columns, options.pauseReason ?? null, nowMs);
        yield* insertLink.run({ orderId: order.orderId, sinceMs: nowMs, link: order.link });
        yield* touchOrders();
        yield* queueNotifications(options.notifications(order), nowMs);
        yield* keepAnswer(options.keeping, order, nowMs);
        return { kind: 'created', order };
      },
      *revise(orderId, revision, fields, queued, nowMs, waitingMax) {
        const row = yield* holdOrder(orderId);
        if (row?.revision !== revision) return { kind: 'stale' };
        const order = toOrder(row);
        const needs = revisionNeeds(order, fields);
        const hindrance = revisionHindrance(needs, {
          // Settling a subscriber locks the order's row too: nothing happens between this look and the change.
          hasSubscribers: needs.unfrozen && (yield* hasSubscribers.get(orderId)) !== undefined,
          isBlocked: needs.freeLink && (yield* isBlocked(fields.linkKey)),
          hasRoom: !needs.room || (yield* hasRoom(order.accountId, waitingMax)),
        });
        if (hindrance !== null) return hindrance;
        const check = checkAfterRevision(order, toCheck(row), fields, nowMs);
        if (endsOwnLinks(order, fields)) yield* retireLinks(orderId, nowMs);
        if (isLedElsewhere(order, fields)) {
          yield* insertLink.run({ orderId, sinceMs: nowMs, link: fields.link });
          yield* touchOrders();
        }
        yield* keepFormerPlace(row, fields, nowMs);
        yield* queueNotifications(queued, nowMs);
        const isOn = order.isOn ? fields.isOn : yield* isStarted(order.accountId, fields.isOn);
        const changes = { ...columnsOf({ ...fields, isOn }), ...checkColumns(check), revision: revision + 1 };
        yield* orderChanged({ ...row, ...changes }, nowMs);
        return { kind: 'revised', order: yield* changeOrder(row, changes) };
      },
      *decide(orderId, revision, made, queued, nowMs) {
        const { decision, reason, moderatorId, theme } = made;
        const row = yield* holdOrder(orderId);
        if (row === undefined) return { kind: 'gone' };
        const order = toOrder(row);
        const isLinkBlocked = decision === 'approved' && (yield* isBlocked(order.linkKey));
        const hindrance = decisionHindrance(order, revision, decision, isLinkBlocked);
        if (hindrance !== null) return { kind: hindrance, order };
        const { link_key: linkKey, account_id: accountId } = row;
        yield* noteModeration({ moderatorId, action: decision, orderId, accountId, linkKey, reason }, nowMs);
        yield* queueNotifications(queued, nowMs);
        const said = decision === 'rejected' ? reason : null;
        const pause = decision === 'approved' ? { pause_reason: pauseAfterApproval(row.pause_reason) } : {};
        const changes = {
          decision,
          reason: said,
          theme: theme ?? row.theme,
          ...pause,
          revision: revision + 1,
        };
        yield* orderChanged({ ...row, ...changes }, nowMs);
        return { kind: 'decided', order: yield* changeOrder(row, changes) };
      },
      *setLinkBlocked(linkKey, isBlocked, moderatorId, nowMs) {
        if (isBlocked) yield* holdLinks.get();
        const changed = isBlocked
          ? yield* blockLink.run({ linkKey, moderatorId, atMs: nowMs })
          : yield* unblockLink.run(linkKey);
        if (changed === 0) return false;
        const action = isBlocked ? 'link_blocked' : 'link_unblocked';
        yield* noteModeration({ moderatorId, action, linkKey }, nowMs);
        return true;
      },
    }),
  };
}
