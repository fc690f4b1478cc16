import type { OrderWatchStore } from '../../../core/ports.js';
import { type OrderRow, toOrder } from '../../repositories/order-row.js';
import {
  linkPause,
  MAX_RESOLVED,
  MAX_UNSEEN,
  MAX_UNSEEN_USERS,
  MAX_WINDOW,
  RESOLVABLE_SQL,
  RESOLVED_SQL,
  unseenStep,
} from '../../repositories/order-watch.js';
import { boundedLimit } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';
import type { OrderWrites } from './order-writes.js';

const resolvable = statement<[], { count: number }>(
  `SELECT count(*) AS count FROM orders WHERE ${RESOLVABLE_SQL}`,
);
const isDue = statement<[dueBeforeMs: number]>(
  `SELECT 1 FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms <= $1 LIMIT 1`,
);
const claim = statement<[leaseMs: number, nowMs: number, dueBeforeMs: number, limit: number], OrderRow>(
  `UPDATE orders SET resolved_at_ms = CASE WHEN ${RESOLVED_SQL} THEN $1::bigint ELSE $2::bigint END
   WHERE order_id IN (SELECT order_id FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms <= $3
     ORDER BY resolved_at_ms LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)
   RETURNING *`,
);
const resolved = statement<[resolvedAtMs: number, orderId: number]>(
  'UPDATE orders SET resolved_at_ms = $1 WHERE order_id = $2',
);
const unseen = statement<[limit: number], OrderRow & { unseen_since_ms: number }>(
  `SELECT * FROM orders WHERE unseen_since_ms IS NOT NULL AND check_state = 'ok' ORDER BY order_id LIMIT $1`,
);
const windowEnd = statement<[cursor: number, offset: number], { user_id: number }>(
  'SELECT user_id FROM shows WHERE user_id > $1 ORDER BY user_id LIMIT 1 OFFSET $2',
);
const pending = statement<
  [cursor: number, end: number, orderId: number, seenSinceMs: number, limit: number],
  { user_id: number }
>(
  `SELECT DISTINCT user_id FROM shows WHERE user_id > $1 AND user_id <= $2 AND order_id = $3 AND seen_at_ms >= $4
     AND NOT EXISTS (SELECT 1 FROM subscriptions
       WHERE subscriptions.user_id = shows.user_id AND subscriptions.order_id = shows.order_id)
   ORDER BY user_id LIMIT $5`,
);
const walked = statement<[cursor: number | null, orderId: number, revision: number]>(
  `UPDATE orders SET unseen_cursor = coalesce($1::bigint, 0),
     unseen_since_ms = CASE WHEN $1::bigint IS NULL THEN NULL ELSE unseen_since_ms END
   WHERE order_id = $2 AND revision = $3`,
);

export function createOrderWatchStore(
  { deeds }: Parts,
  writes: OrderWrites,
  { notices, log }: { notices: NoticeQueue; log: ModerationWrites },
): OrderWatchStore {
  const noteLink: OrderWatchStore['noteLink'] = ({ orderId, linkKey, resource }, isThere, tell, nowMs) =>
    deeds.run(
      'orderWatch.noteLink',
      async (transaction) => {
        const row = await writes.hold(transaction, orderId);
        if (row?.link_key !== linkKey || row.resource_id !== resource.resourceId) return false;
        const reason = linkPause(row.pause_reason, isThere);
        if (reason === row.pause_reason) {
          await resolved.run(transaction, nowMs, orderId);
          return false;
        }
        const changes = { pause_reason: reason, resolved_at_ms: nowMs, revision: row.revision + 1 };
        await notices.queue(transaction, tell(toOrder({ ...row, ...changes }), 'link_moved'), nowMs);
        await writes.change(transaction, row, changes);
        return true;
      },
      { durable: true },
    );

  const resume: OrderWatchStore['resume'] = (orderId, moderatorId, tell, nowMs) =>
    deeds.run(
      'orderWatch.resume',
      async (transaction) => {
        const row = await writes.hold(transaction, orderId);
        if (row === undefined || row.pause_reason === null) return false;
        const { link_key: linkKey, pause_reason: reason } = row;
        const changes = { pause_reason: null, resolved_at_ms: 0, revision: row.revision + 1 };
        const made = { moderatorId, action: 'order_resumed', orderId, linkKey, reason } as const;
        await log.note(transaction, made, nowMs);
        await notices.queue(transaction, tell(toOrder({ ...row, ...changes }), reason), nowMs);
        await writes.change(transaction, row, changes);
        return true;
      },
      { durable: true },
    );

  const claimToResolve: OrderWatchStore['claimToResolve'] = async (
    limit,
    { dueBeforeMs, leaseMs, nowMs },
  ) => {
    if ((await deeds.askOnce((transaction) => isDue.get(transaction, dueBeforeMs))) === undefined) return [];
    const bound = boundedLimit(limit, MAX_RESOLVED);
    const rows = await deeds.run('orderWatch.claim', (transaction) =>
      claim.all(transaction, leaseMs, nowMs, dueBeforeMs, bound),
    );
    return rows.filter((row) => row.resolved_at_ms === leaseMs).map(toOrder);
  };

  const unseenUsers: OrderWatchStore['unseenUsers'] = (orderId, { cursor, seenSinceMs, window, limit }) =>
    deeds.ask(async (transaction) => {
      const offset = boundedLimit(window, MAX_WINDOW) - 1;
      const end = (await windowEnd.get(transaction, cursor, offset))?.user_id ?? null;
      const bound = boundedLimit(limit, MAX_UNSEEN_USERS);
      const last = end ?? Number.MAX_SAFE_INTEGER;
      const rows = await pending.all(transaction, cursor, last, orderId, seenSinceMs, bound);
      return unseenStep(
        rows.map((row) => row.user_id),
        bound,
        end,
      );
    });

  return {
    resolvable: async () => (await deeds.askOnce((transaction) => resolvable.get(transaction)))?.count ?? 0,
    claimToResolve,
    noteResolved: async (orderId, resolvedAtMs) => {
      await deeds.runOnce('orderWatch.noteResolved', (transaction) =>
        resolved.run(transaction, resolvedAtMs, orderId),
      );
    },
    noteLink,
    resume,
    unseen: async (limit) => {
      const bound = boundedLimit(limit, MAX_UNSEEN);
      const rows = await deeds.askOnce((transaction) => unseen.all(transaction, bound));
      return rows.map((row) => ({
        order: toOrder(row),
        sinceMs: row.unseen_since_ms,
        cursor: row.unseen_cursor,
      }));
    },
    unseenUsers,
    noteUnseen: async ({ orderId, revision }, cursor) => {
      await deeds.runOnce('orderWatch.noteUnseen', (transaction) =>
        walked.run(transaction, cursor, orderId, revision),
      );
    },
  };
}
