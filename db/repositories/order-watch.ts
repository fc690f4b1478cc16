import type { OrderWatchStore, PauseReason } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';
import { type OrderRow, toOrder } from './order-row.js';
import type { OrderWrites } from './order-writes.js';
import { boundedLimit } from './values.js';

export const MAX_RESOLVED = 1_000;
export const MAX_UNSEEN = 100;
export const MAX_UNSEEN_USERS = 500;
export const MAX_WINDOW = 100_000;

/** The index `orders_to_resolve` has the same words. */
export const RESOLVABLE_SQL = `decision = 'approved' AND in_archive = 0 AND ads_type = 'channel'`;

/** Of those, the orders whose name has to be looked at: the others wait for another round. */
export const RESOLVED_SQL = `link_key LIKE '@%' AND resource_id <> ''
  AND (pause_reason = 'link_moved' OR (is_on = 1 AND quantity_now < quantity_all))`;

export function createOrderWatchStore(
  { connection, executor }: Parts,
  writes: OrderWrites,
  { notices, log }: { notices: NoticeQueue; log: ModerationWrites },
): OrderWatchStore {
  const resolvable = connection.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM orders WHERE ${RESOLVABLE_SQL}`,
  );
  const isDue = connection.prepare<[number]>(
    `SELECT 1 FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms <= ? LIMIT 1`,
  );
  const claim = connection.prepare<[number, number, number, number], OrderRow>(
    `UPDATE orders SET resolved_at_ms = CASE WHEN ${RESOLVED_SQL} THEN ? ELSE ? END
     WHERE order_id IN (SELECT order_id FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms <= ?
       ORDER BY resolved_at_ms LIMIT ?)
     RETURNING *`,
  );
  const resolved = connection.prepare<[number, number]>(
    'UPDATE orders SET resolved_at_ms = ? WHERE order_id = ?',
  );
  const unseen = connection.prepare<[number], OrderRow & { unseen_since_ms: number }>(
    `SELECT * FROM orders WHERE unseen_since_ms IS NOT NULL AND check_state = 'ok' ORDER BY order_id LIMIT ?`,
  );
  const windowEnd = connection.prepare<[number, number], { user_id: number }>(
    'SELECT user_id FROM shows WHERE user_id > ? ORDER BY user_id LIMIT 1 OFFSET ?',
  );
  const pending = connection.prepare<[number, number, number, number, number], { user_id: number }>(
    `SELECT DISTINCT user_id FROM shows WHERE user_id > ? AND user_id <= ? AND order_id = ? AND seen_at_ms >= ?
       AND NOT EXISTS (SELECT 1 FROM subscriptions
         WHERE subscriptions.user_id = shows.user_id AND subscriptions.order_id = shows.order_id)
     ORDER BY user_id LIMIT ?`,
  );
  const walked = connection.prepare<[number | null, number | null, number, number]>(
    `UPDATE orders SET unseen_cursor = coalesce(?, 0), unseen_since_ms = CASE WHEN ? IS NULL THEN NULL ELSE unseen_since_ms END
     WHERE order_id = ? AND revision = ?`,
  );

  const noteLink: OrderWatchStore['noteLink'] = ({ orderId, linkKey, resource }, isThere, tell, nowMs) =>
    executor.run(
      'orderWatch.noteLink',
      () => {
        const row = writes.row(orderId);
        if (row?.link_key !== linkKey || row.resource_id !== resource.resourceId) return false;
        const reason = linkPause(row.pause_reason, isThere);
        if (reason === row.pause_reason) {
          resolved.run(nowMs, orderId);
          return false;
        }
        const changes = { pause_reason: reason, resolved_at_ms: nowMs, revision: row.revision + 1 };
        notices.queue(tell(writes.change(row, changes), 'link_moved'), nowMs);
        return true;
      },
      { durable: true },
    );

  const resume: OrderWatchStore['resume'] = (orderId, moderatorId, tell, nowMs) =>
    executor.run(
      'orderWatch.resume',
      () => {
        const row = writes.row(orderId);
        if (row === undefined || row.pause_reason === null) return false;
        const changes = { pause_reason: null, resolved_at_ms: 0, revision: row.revision + 1 };
        const order = writes.change(row, changes);
        const { link_key: linkKey, pause_reason: reason } = row;
        log.note({ moderatorId, action: 'order_resumed', orderId, linkKey, reason }, nowMs);
        notices.queue(tell(order, reason), nowMs);
        return true;
      },
      { durable: true },
    );

  return {
    resolvable: () => executor.ask(() => resolvable.get()?.count ?? 0),
    claimToResolve: async (limit, { dueBeforeMs, leaseMs, nowMs }) => {
      if ((await executor.ask(() => isDue.get(dueBeforeMs))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_RESOLVED);
      const rows = await executor.run('orderWatch.claim', () =>
        claim.all(leaseMs, nowMs, dueBeforeMs, bound),
      );
      return rows.filter((row) => row.resolved_at_ms === leaseMs).map(toOrder);
    },
    noteResolved: (orderId, resolvedAtMs) =>
      executor.run('orderWatch.noteResolved', () => void resolved.run(resolvedAtMs, orderId)),
    noteLink,
    resume,
    unseen: (limit) =>
      executor.ask(() =>
        unseen.all(boundedLimit(limit, MAX_UNSEEN)).map((row) => ({
          order: toOrder(row),
          sinceMs: row.unseen_since_ms,
          cursor: row.unseen_cursor,
        })),
      ),
    unseenUsers: (orderId, { cursor, seenSinceMs, window, limit }) =>
      executor.ask(() => {
        const end = windowEnd.get(cursor, boundedLimit(window, MAX_WINDOW) - 1)?.user_id ?? null;
        const bound = boundedLimit(limit, MAX_UNSEEN_USERS);
        const rows = pending.all(cursor, end ?? Number.MAX_SAFE_INTEGER, orderId, seenSinceMs, bound);
        return unseenStep(
          rows.map((row) => row.user_id),
          bound,
          end,
        );
      }),
    noteUnseen: ({ orderId, revision }, cursor) =>
      executor.run('orderWatch.noteUnseen', () => void walked.run(cursor, cursor, orderId, revision)),
  };
}

/** `link_moved` begins only where there is no other pause, and ends no other. */
export function linkPause(before: PauseReason | null, isThere: boolean): PauseReason | null {
  if (isThere) return before === 'link_moved' ? null : before;
  return before ?? 'link_moved';
}

/** Where the next step goes on: after the last user of a full page, or after the window; null at the end of all. */
export function unseenStep(
  userIds: number[],
  limit: number,
  windowEnd: number | null,
): { userIds: number[]; nextCursor: number | null } {
  const isFull = userIds.length >= limit;
  return { userIds, nextCursor: isFull ? (userIds.at(-1) ?? windowEnd) : windowEnd };
}
