import { isChat } from '../../core/kinds/index.js';
import { isByModerator, pauseAfterLook, pausedElse, readPause } from '../../core/orders/index.js';
import type { OrderWatchStore } from '../../core/ports/order-watch-store.js';
import { ofKinds } from '../schema/kinds.js';
import { type OrderRow, toOrder } from './order-row.js';
import { boundedLimit, type ResourceKey, toResourceKey } from './values.js';
import { durableCommands, type Parts } from './database.js';
import { statement, together } from './statement.js';
import { noteModeration } from './moderation-log.js';
import { updatesBeat } from '../../core/checkers/index.js';
import { CHECKED_SQL } from './order-checks.js';
import { noteUnheard, unheardSpansOf } from './unheard-spans.js';
import { formerPlaceWalked, lookAtFormerPlaces, toFormerPlace, unseenFormerPlaces } from './former-places.js';
import { queueNotifications } from './notifications.js';
import { changeOrder, holdOrder } from './order-writes.js';
import { ordersById } from './orders.js';

const MAX_RESOLVED = 1_000;
const MAX_UNSEEN = 100;
const MAX_UNSEEN_USERS = 500;
const MAX_WINDOW = 100_000;

/** The index `orders_to_resolve` has the same words. */
const RESOLVABLE_SQL = `decision = 'approved' AND in_archive = 0 AND ${ofKinds(isChat)}`;

/** Of those, the orders whose link has to be looked at: the others wait for another round. */
const RESOLVED_SQL = `resource_id <> ''
  AND (pause_reason IN ('link_moved', 'link_dead') OR (is_on = 1 AND quantity_now < quantity_all))`;

const resolvable = statement<[], { count: number }>(
  `SELECT count(*) AS count FROM orders WHERE ${RESOLVABLE_SQL}`,
);
const isDue = statement<[dueBeforeMs: number]>(
  `SELECT 1 FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms <= $1 LIMIT 1`,
);
const isAhead = statement<[afterMs: number]>(
  `SELECT 1 FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms > $1 LIMIT 1`,
);
const takeBack = statement<[afterMs: number, limit: number]>(
  `UPDATE orders SET resolved_at_ms = 0 WHERE order_id IN
     (SELECT order_id FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms > $1 LIMIT $2)`,
);
const claim = statement<[leaseMs: number, nowMs: number, dueBeforeMs: number, limit: number], OrderRow>(
  `WITH due AS MATERIALIZED (SELECT order_id FROM orders WHERE ${RESOLVABLE_SQL} AND resolved_at_ms <= $3
     ORDER BY resolved_at_ms LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)
   UPDATE orders SET resolved_at_ms = CASE WHEN ${RESOLVED_SQL} THEN $1::bigint ELSE $2::bigint END
   WHERE order_id IN (SELECT order_id FROM due)
   RETURNING *`,
);
const resolved = statement<[resolvedAtMs: number, orderId: number]>(
  'UPDATE orders SET resolved_at_ms = $1 WHERE order_id = $2',
);
/** The index `orders_of_checker` has the same words. */
const LOOK_SQL = `UPDATE orders SET unseen_since_ms = coalesce(unseen_since_ms, $1), unseen_cursor = 0 WHERE ${CHECKED_SQL}`;
const lookFor = statement<[sinceMs: number, checkerBotId: number]>(`${LOOK_SQL} AND checker_bot_id = $2`);
const lookForOwn = statement<[sinceMs: number]>(`${LOOK_SQL} AND checker_bot_id IS NULL`);
const unseen = statement<[limit: number], OrderRow & { unseen_since_ms: number }>(
  `SELECT * FROM orders WHERE unseen_since_ms IS NOT NULL AND check_state = 'ok' ORDER BY order_id LIMIT $1`,
);
const windowEnd = statement<[cursor: number, offset: number], { user_id: number }>(
  'SELECT user_id FROM impressions WHERE user_id > $1 ORDER BY user_id LIMIT 1 OFFSET $2',
);
type Pending = [cursor: number, end: number, orderId: number, seenSinceMs: number, limit: number];
const pendingSql = (where: string) =>
  `WITH shown AS MATERIALIZED (SELECT DISTINCT user_id FROM impressions
     WHERE user_id > $1 AND user_id <= $2 AND order_id = $3 AND seen_at_ms >= $4 ${where})
   SELECT user_id FROM shown WHERE NOT EXISTS (SELECT 1 FROM subscriptions
     WHERE subscriptions.user_id = shown.user_id AND subscriptions.order_id = $3)
   ORDER BY user_id LIMIT $5`;
const pending = statement<Pending, { user_id: number }>(pendingSql(''));
const pendingAt = statement<[...Pending, target: ResourceKey], { user_id: number }>(
  pendingSql('AND target = $6'),
);
const walked = statement<[cursor: number | null, orderId: number, revision: number]>(
  `UPDATE orders SET unseen_cursor = coalesce($1::bigint, 0),
     unseen_since_ms = CASE WHEN $1::bigint IS NULL THEN NULL ELSE unseen_since_ms END
   WHERE order_id = $2 AND revision = $3`,
);

export function createOrderWatchStore({ db }: Parts): OrderWatchStore {
  const claimToResolve: OrderWatchStore['claimToResolve'] = async (
    limit,
    { dueBeforeMs, leaseMs, nowMs },
  ) => {
    const bound = boundedLimit(limit, MAX_RESOLVED);
    // A round ahead or more: by a clock that was ahead, until which they would have no turn.
    const aheadMs = nowMs + (nowMs - dueBeforeMs);
    if ((await db.read(isAhead.get(aheadMs))) !== undefined)
      await db.run('orderWatch.takeBack', takeBack.do(aheadMs, bound));
    if ((await db.read(isDue.get(dueBeforeMs))) === undefined) return [];
    const rows = await db.run('orderWatch.claim', claim.all(leaseMs, nowMs, dueBeforeMs, bound));
    return rows.filter((row) => row.resolved_at_ms === leaseMs).map(toOrder);
  };

  const unseenUsers: OrderWatchStore['unseenUsers'] = (
    { order: { orderId }, place, cursor },
    { seenSinceMs, window, limit },
  ) =>
    db.read(function* () {
      const offset = boundedLimit(window, MAX_WINDOW) - 1;
      const end = (yield* windowEnd.get(cursor, offset))?.user_id ?? null;
      const bound = boundedLimit(limit, MAX_UNSEEN_USERS);
      const last = end ?? Number.MAX_SAFE_INTEGER;
      const asked: Pending = [cursor, last, orderId, seenSinceMs, bound];
      const rows =
        place === null
          ? yield* pending.all(...asked)
          : yield* pendingAt.all(...asked, toResourceKey(place.target));
      const userIds = rows.map((row) => row.user_id);
      // The next step goes on after the last user of a full page, or after the window; null: this was the end of all.
      return { userIds, nextCursor: userIds.length >= bound ? (userIds.at(-1) ?? end) : end };
    });

  return {
    resolvable: async () => (await db.read(resolvable.get()))?.count ?? 0,
    claimToResolve,
    noteResolved: (orderId, resolvedAtMs) =>
      db.run('orderWatch.noteResolved', resolved.do(resolvedAtMs, orderId)),
    ...durableCommands<OrderWatchStore>()(db, 'orderWatch', {
      *noteLink({ orderId, linkKey, resource }, finding, notificationsOf, nowMs) {
        const row = yield* holdOrder(orderId);
        if (row?.link_key !== linkKey || row.resource_id !== resource.resourceId) return false;
        const reason = pauseAfterLook(row.pause_reason, finding);
        const about = reason ?? row.pause_reason;
        if (reason === row.pause_reason || about === null) {
          yield* resolved.run(nowMs, orderId);
          return false;
        }
        const changes = { pause_reason: reason, resolved_at_ms: nowMs, revision: row.revision + 1 };
        yield* queueNotifications(notificationsOf(toOrder({ ...row, ...changes }), about), nowMs);
        yield* changeOrder(row, changes);
        return true;
      },
      *hold(orderId, { moderatorId, reason }, notificationsOf, nowMs) {
        const row = yield* holdOrder(orderId);
        if (row === undefined || row.pause_reason === reason || isByModerator(row.pause_reason)) return false;
        const changes = { pause_reason: reason, revision: row.revision + 1 };
        if (moderatorId !== null) {
          const { link_key: linkKey, account_id: accountId } = row;
          const made = { moderatorId, action: 'order_paused', orderId, accountId, linkKey } as const;
          yield* noteModeration({ ...made, reason: readPause(reason).text }, nowMs);
        }
        yield* queueNotifications(notificationsOf(toOrder({ ...row, ...changes }), reason), nowMs);
        yield* changeOrder(row, changes);
        return true;
      },
      *resume(orderId, moderatorId, notificationsOf, nowMs, seen) {
        const row = yield* holdOrder(orderId);
        if (row?.pause_reason == null) return false;
        if (seen !== undefined && seen !== row.pause_reason) throw pausedElse();
        const { link_key: linkKey, account_id: accountId, pause_reason: reason } = row;
        const changes = { pause_reason: null, resolved_at_ms: 0, revision: row.revision + 1 };
        const { code, text } = readPause(reason);
        const about = { orderId, accountId, linkKey, reason: text === '' ? code : text };
        const made = { moderatorId, action: 'order_resumed', ...about } as const;
        yield* noteModeration(made, nowMs);
        yield* queueNotifications(notificationsOf(toOrder({ ...row, ...changes }), reason), nowMs);
        yield* changeOrder(row, changes);
        return true;
      },
      *noteLostUpdates(checkerBotId, { fromMs, toMs }) {
        yield* noteUnheard.run(updatesBeat(checkerBotId), fromMs, toMs);
        yield* checkerBotId === null ? lookForOwn.run(fromMs) : lookFor.run(fromMs, checkerBotId);
        yield* lookAtFormerPlaces(checkerBotId, fromMs);
      },
    }),
    unheard: (resourceId, checkerBotId, sinceMs) =>
      db.read(() => unheardSpansOf(resourceId, updatesBeat(checkerBotId), sinceMs)),
    unseen: async (limit) => {
      const bound = boundedLimit(limit, MAX_UNSEEN);
      const [rows, former, left] = await db.read(function* () {
        const [here, places] = yield* together(unseen.all(bound), unseenFormerPlaces.all(bound));
        const orderIds = [...new Set(places.map((place) => place.order_id))];
        return [here, places, orderIds.length === 0 ? [] : yield* ordersById.all(orderIds)] as const;
      });
      const here = rows.map((row) => ({
        order: toOrder(row),
        place: null,
        sinceMs: row.unseen_since_ms,
        cursor: row.unseen_cursor,
      }));
      const there = former.flatMap((place) =>
        left
          .filter((row) => row.order_id === place.order_id)
          .map((row) => ({
            order: toOrder(row),
            place: toFormerPlace(place),
            sinceMs: place.unseen_since_ms,
            cursor: place.unseen_cursor,
          })),
      );
      return [...here, ...there];
    },
    unseenUsers,
    noteUnseen: async ({ order: { orderId, revision }, place }, cursor) => {
      const note =
        place === null
          ? walked.run(cursor, orderId, revision)
          : formerPlaceWalked.run(orderId, place.target, place.revision, cursor);
      await db.run('orderWatch.noteUnseen', note);
    },
  };
}
