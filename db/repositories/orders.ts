import type {
  NewNotice,
  Order,
  OrderCreation,
  OrderDecision,
  OrderFields,
  OrderRevision,
  OrderStore,
} from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { VisitMarks } from '../visit-marks.js';
import type { InviteWrites } from './invite-links.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';
import { createOrderChecks } from './order-checks.js';
import { createChatLinks, createLinkReader } from './order-links.js';
import {
  columnsOf,
  comesToWait,
  endsOwnLinks,
  checkAfter,
  type OrderRow,
  pauseAfterApproval,
  toOrder,
} from './order-row.js';
import { statusConditions } from './order-status.js';
import type { OrderWrites } from './order-writes.js';
import type { Shortfalls } from './shortfalls.js';
import { boundedLimit, searchPattern, toFlag, present } from './values.js';

const MAX_PAGE = 1_000;

type ListValues = [accountId: number, inArchive: number, pattern: string];
type ModeratorDecision = Parameters<OrderStore['decide']>[2];

interface OrderStoreParts {
  notices: NoticeQueue;
  log: ModerationWrites;
  shortfalls: Shortfalls;
  marks: VisitMarks;
  invites: InviteWrites;
}

export function createOrderStore(
  parts: Parts,
  writes: OrderWrites,
  { notices, log, shortfalls, marks, invites }: OrderStoreParts,
): OrderStore {
  const { connection, executor } = parts;
  const linkIsBlocked = connection.prepare<[string]>('SELECT 1 FROM blocked_links WHERE link_key = ?');
  // What is there on this link: a rejected order stays an answer in the archive, others count while they can run.
  const conflicting = connection.prepare<
    [string, number],
    { order_id: number; with: 'rejected' | 'exist' | 'moderation' }
  >(
    `SELECT order_id, CASE decision WHEN 'rejected' THEN 'rejected' WHEN 'approved' THEN 'exist' ELSE 'moderation' END
       AS "with"
     FROM orders
     WHERE link_key = ? AND account_id = ? AND (decision = 'rejected' OR in_archive = 0)
       AND (decision <> 'approved' OR quantity_now < quantity_all)
     ORDER BY CASE decision WHEN 'rejected' THEN 0 WHEN 'approved' THEN 1 ELSE 2 END, order_id DESC LIMIT 1`,
  );
  const insertLink = connection.prepare<[number, number, string]>(
    `INSERT INTO order_links (order_id, since_ms, link) VALUES (?, ?, ?)
     ON CONFLICT (order_id, since_ms) DO UPDATE SET link = excluded.link`,
  );
  const linksOf = createLinkReader(parts, marks);
  const writeLink = (orderId: number, nowMs: number, link: string) => {
    insertLink.run(orderId, nowMs, link);
    marks.noteOrders();
  };
  const hasSubscribers = connection.prepare<[number]>(
    'SELECT 1 FROM subscriptions WHERE order_id = ? AND charge > 0 LIMIT 1',
  );
  const blockLink = connection.prepare<[string, number, number]>(
    'INSERT INTO blocked_links (link_key, moderator_id, at_ms) VALUES (?, ?, ?) ON CONFLICT (link_key) DO NOTHING',
  );
  const unblockLink = connection.prepare<[string]>('DELETE FROM blocked_links WHERE link_key = ?');
  const waiting = connection.prepare<[number, number], OrderRow>(
    `SELECT * FROM orders WHERE decision = 'waiting' AND in_archive = 0 ORDER BY order_id LIMIT ? OFFSET ?`,
  );
  const waitingOf = connection.prepare<[number, number], { count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM orders WHERE account_id = ? AND in_archive = 0 AND decision = 'waiting' LIMIT ?)`,
  );
  const countWaiting = connection.prepare<[], { total: number }>(
    `SELECT count(*) AS total FROM orders WHERE decision = 'waiting' AND in_archive = 0`,
  );
  const ofResource = connection.prepare<[string], OrderRow>(
    `SELECT * FROM orders WHERE resource_id = ? AND resource_id <> '' AND in_archive = 0 ORDER BY order_id LIMIT ${String(MAX_PAGE)}`,
  );
  const ofLinkKey = connection.prepare<[string], OrderRow>(
    `SELECT * FROM orders WHERE link_key = ? ORDER BY order_id LIMIT ${String(MAX_PAGE)}`,
  );

  const find = (orderId: number): Order | null => toNullableOrder(writes.row(orderId));

  const conflict = (accountId: number, linkKey: string): (OrderCreation & { kind: 'conflict' }) | null => {
    if (linkIsBlocked.get(linkKey) !== undefined)
      return { kind: 'conflict', with: 'rejected', orderId: null };
    const there = conflicting.get(linkKey, accountId);
    return there === undefined ? null : { kind: 'conflict', with: there.with, orderId: there.order_id };
  };

  /** Whether one more order of the account may wait for a moderator. */
  const hasRoom = (accountId: number, waitingMax: number | undefined): boolean =>
    waitingMax === undefined || (waitingOf.get(accountId, waitingMax)?.count ?? 0) < waitingMax;

  const create = (
    accountId: number,
    fields: OrderFields,
    options: Parameters<OrderStore['create']>[2],
    nowMs: number,
  ): OrderCreation => {
    const obstacle = options.allowSameLink ? null : conflict(accountId, fields.linkKey);
    if (obstacle !== null) return obstacle;
    if (fields.decision === 'waiting' && !hasRoom(accountId, options.waitingMax)) return { kind: 'too_many' };
    const order = writes.insert(accountId, columnsOf(fields), nowMs);
    writeLink(order.orderId, nowMs, order.link);
    notices.queue(options.notices(order), nowMs);
    return { kind: 'created', order };
  };

  const revise = (
    orderId: number,
    revision: number,
    fields: OrderFields,
    queued: NewNotice[],
    nowMs: number,
    waitingMax?: number,
  ): OrderRevision => {
    const row = writes.row(orderId);
    if (row?.revision !== revision) return { kind: 'stale' };
    const hasNewLink = fields.link !== row.link;
    const isFrozen =
      (hasNewLink || fields.adsType !== row.ads_type) && hasSubscribers.get(orderId) !== undefined;
    if (isFrozen) return { kind: 'frozen' };
    const isUpForModeration = row.decision !== 'waiting' && fields.decision === 'waiting';
    const needsFreeLink = fields.linkKey !== row.link_key || isUpForModeration;
    if (needsFreeLink && linkIsBlocked.get(fields.linkKey) !== undefined) return { kind: 'blocked' };
    if (comesToWait(row, fields) && !hasRoom(row.account_id, waitingMax)) return { kind: 'too_many' };
    const check = checkAfter(row, fields, nowMs);
    if (endsOwnLinks(row, fields)) invites.retire(orderId, nowMs);
    const order = writes.change(row, { ...columnsOf(fields), ...check, revision: revision + 1 });
    if (hasNewLink) writeLink(orderId, nowMs, fields.link);
    notices.queue(queued, nowMs);
    shortfalls.changed(present(writes.row(orderId), 'the order'), nowMs);
    return { kind: 'revised', order };
  };

  const decide = (
    orderId: number,
    revision: number,
    { decision, reason, moderatorId, theme }: ModeratorDecision,
    queued: NewNotice[],
    nowMs: number,
  ): OrderDecision => {
    const row = writes.row(orderId);
    if (row === undefined) return { kind: 'gone' };
    if (row.revision !== revision || row.decision !== 'waiting')
      return { kind: 'already', order: toOrder(row) };
    if (decision === 'approved' && linkIsBlocked.get(row.link_key) !== undefined)
      return { kind: 'blocked', order: toOrder(row) };
    const said = decision === 'rejected' ? reason : null;
    const pause = decision === 'approved' ? { pause_reason: pauseAfterApproval(row) } : {};
    const changes = { decision, reason: said, theme: theme ?? row.theme, ...pause, revision: revision + 1 };
    const order = writes.change(row, changes);
    log.note({ moderatorId, action: decision, orderId, linkKey: row.link_key, reason }, nowMs);
    notices.queue(queued, nowMs);
    shortfalls.changed(present(writes.row(orderId), 'the order'), nowMs);
    return { kind: 'decided', order };
  };

  return {
    ...createOrderChecks(parts, writes, { notices, invites }),
    ...createChatLinks(parts),
    create: (accountId, fields, options, nowMs) =>
      executor.run('orders.create', () => create(accountId, fields, options, nowMs), { durable: true }),
    find: (orderId) => executor.ask(() => find(orderId)),
    findMany: (orderIds) =>
      executor.ask(() => [...new Set(orderIds)].flatMap((orderId) => find(orderId) ?? [])),
    revise: (...revision) => executor.run('orders.revise', () => revise(...revision), { durable: true }),
    decide: (orderId, revision, decision, queued, nowMs) =>
      executor.run('orders.decide', () => decide(orderId, revision, decision, queued, nowMs), {
        durable: true,
      }),
    list: createLister(parts),
    waiting: ({ offset, limit }) =>
      executor.ask(() => ({
        orders: waiting.all(boundedLimit(limit, MAX_PAGE), offset).map(toOrder),
        total: countWaiting.get()?.total ?? 0,
      })),
    ofResource: (resourceId) => executor.ask(() => ofResource.all(resourceId).map(toOrder)),
    ofLinkKey: (linkKey) => executor.ask(() => ofLinkKey.all(linkKey).map(toOrder)),
    isLinkBlocked: (linkKey) => executor.ask(() => linkIsBlocked.get(linkKey) !== undefined),
    setLinkBlocked: (linkKey, isBlocked, moderatorId, nowMs) =>
      executor.run(
        'orders.setLinkBlocked',
        () => {
          const change = isBlocked ? blockLink.run(linkKey, moderatorId, nowMs) : unblockLink.run(linkKey);
          if (change.changes === 0) return false;
          log.note({ moderatorId, action: isBlocked ? 'link_blocked' : 'link_unblocked', linkKey }, nowMs);
          return true;
        },
        { durable: true },
      ),
    linksAt: (orderIds, atMs) => executor.ask(() => linksOf(orderIds, atMs)),
  };
}

/** Reads a page, by a page and a count for each state that a list may ask for. */
function createLister({ connection, executor }: Parts): OrderStore['list'] {
  const lists = new Map(
    Object.entries(statusConditions('?')).map(([status, condition]) => {
      const from = `FROM orders WHERE account_id = ? AND ${condition} AND search_text LIKE ? ESCAPE '\\'`;
      const page = connection.prepare<[...ListValues, limit: number, offset: number], OrderRow>(
        `SELECT * ${from} ORDER BY order_id DESC LIMIT ? OFFSET ?`,
      );
      return [
        status,
        {
          page,
          count: connection.prepare<ListValues, { total: number }>(`SELECT count(*) AS total ${from}`),
        },
      ];
    }),
  );
  return (accountId, { search, inArchive, status, offset, limit }) =>
    executor.ask(() => {
      const statements = lists.get(status ?? 'any');
      const values: ListValues = [accountId, toFlag(inArchive), searchPattern(search)];
      const orders = (statements?.page.all(...values, boundedLimit(limit, MAX_PAGE), offset) ?? []).map(
        toOrder,
      );
      return { orders, total: statements?.count.get(...values)?.total ?? 0 };
    });
}

function toNullableOrder(row: OrderRow | undefined): Order | null {
  return row === undefined ? null : toOrder(row);
}
