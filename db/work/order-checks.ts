/** What the platform says of an order's resource, and whether its subscribers can be checked. */
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { CheckState, Order, OrderStore, PauseReason } from '../../core/ports/order-store.js';
import { isChat, hasJoinUpdates } from '../../core/kinds/index.js';
import {
  changesChecker,
  checkAfterError,
  checkAfterSuccess,
  checkAfterUpdate,
  type CheckRecord,
  pauseAfterLoss,
} from '../../core/orders/index.js';
import { ofKinds } from '../schema/kinds.js';
import { checkColumns, hasAll, type OrderRow, resourceColumns, toCheck, toOrder } from './order-row.js';
import { boundedLimit } from './values.js';
import { durableCommands, type Parts } from './database.js';
import { statement, type Work } from './statement.js';
import { turnFormerPlaces } from './former-places.js';
import { noteUnheard } from './unheard-spans.js';
import { retireLinks } from './invite-links.js';
import { queueNotifications } from './notifications.js';
import { changeOrder, holdOrder } from './order-writes.js';

const MAX_LOST = 1_000;

/** What a checker has to do; the index `orders_of_checker` has the same words. */
export const CHECKED_SQL = `${ofKinds(isChat)} AND decision <> 'rejected' AND in_archive = 0 AND is_on = 1
  AND quantity_now < quantity_all`;
/** Bots that ever checked and have orders left: more are not looked at. */
const MAX_CHECKERS = 1_000;
const COUNTED_MAX = 100_000;

interface CountRow {
  count: number;
}

interface CheckerRow {
  checker_bot_id: number;
}

/** How many orders a checker has, up to so many. */
const countChecked = (whose: string) =>
  `SELECT count(*) AS count FROM
    (SELECT 1 FROM orders WHERE ${CHECKED_SQL} AND ${whose} LIMIT ${String(COUNTED_MAX)})`;

type NotificationsOf = (order: Order, pausedFor: PauseReason | null) => NewNotification[];

/** Held until the work ends; in the order of their ids, so that two such do not wait for each other. */
const heldOfResource = statement<[resourceId: string, checkerBotId: number | null], OrderRow>(
  `SELECT * FROM orders WHERE resource_id = $1 AND resource_id <> ''
     AND checker_bot_id IS NOT DISTINCT FROM $2::bigint ORDER BY order_id FOR NO KEY UPDATE`,
);
const load = statement<[checkerBotId: number], CountRow>(`${countChecked('checker_bot_id = $1')} AS counted`);
const ownLoad = statement<[], CountRow>(`${countChecked('checker_bot_id IS NULL')} AS counted`);
const nextChecker = statement<[after: number], CheckerRow>(
  `SELECT checker_bot_id FROM orders WHERE ${CHECKED_SQL} AND checker_bot_id > $1 ORDER BY checker_bot_id LIMIT 1`,
);
const ofChecker = statement<[checkerBotId: number, limit: number], OrderRow>(
  `SELECT * FROM orders WHERE ${CHECKED_SQL} AND checker_bot_id = $1 AND check_state = 'ok' ORDER BY order_id LIMIT $2`,
);
const lostAfter = statement<[number, number], OrderRow>(
  `SELECT * FROM orders WHERE check_state = 'lost' AND in_archive = 0 AND order_id > $1 ORDER BY order_id LIMIT $2`,
);

/** Of orders whose check has just worked, those that were known not to work. */
const troubled = statement<[orderIds: number[]], { order_id: number }>(
  `SELECT order_id FROM orders WHERE order_id = ANY($1::bigint[]) AND (check_state <> 'ok' OR check_errors <> 0)`,
);

function* areTroubled(orderIds: readonly number[]) {
  const rows = yield* troubled.all([...new Set(orderIds)]);
  return orderIds.map((orderId) => rows.some((row) => row.order_id === orderId));
}

export function createOrderChecks({ db, join }: Parts) {
  const isTroubled = join({ answer: areTroubled });
  /** Where the last look at lost orders ended, so that each has its turn. */
  let lostCursor = 0;

  /** A new state notifies the owner and moves the revision, so a second loss differs from the first. */
  function* write(row: OrderRow, check: CheckRecord, notificationsOf: NotificationsOf, nowMs: number) {
    if (check.state === row.check_state) return yield* changeOrder(row, checkColumns(check));
    const isLoss = check.state === 'lost';
    if (!isLoss && hasJoinUpdates({ adsType: row.ads_type }) && row.resource_id !== '')
      yield* noteUnheard.run(row.resource_id, Math.min(row.lost_at_ms ?? nowMs, nowMs), nowMs);
    const pause = isLoss
      ? pauseAfterLoss(row.pause_reason, toCheck(row), check.lostAtMs ?? nowMs)
      : row.pause_reason;
    const changes = { ...checkColumns(check), pause_reason: pause, revision: row.revision + 1 };
    const pausedFor = pause === row.pause_reason ? null : pause;
    yield* queueNotifications(notificationsOf(toOrder({ ...row, ...changes }), pausedFor), nowMs);
    return yield* changeOrder(row, changes);
  }

  function* loads() {
    const own = (yield* ownLoad.get())?.count ?? 0;
    const found = new Map<number | null, number>([[null, own]]);
    for (let after = 0; found.size <= MAX_CHECKERS;) {
      const next = (yield* nextChecker.get(after))?.checker_bot_id;
      if (next === undefined) break;
      found.set(next, (yield* load.get(next))?.count ?? 0);
      after = next;
    }
    return found;
  }

  function* noteError(orderId: number, notificationsOf: NotificationsOf, nowMs: number): Work<CheckState> {
    const row = yield* holdOrder(orderId);
    const check = row === undefined ? null : checkAfterError(toOrder(row), toCheck(row), nowMs);
    return row === undefined || check === null
      ? 'lost'
      : (yield* write(row, check, notificationsOf, nowMs)).checkState;
  }

  function* noteWorked(orderId: number, notificationsOf: NotificationsOf, nowMs: number) {
    const row = yield* holdOrder(orderId);
    const check = row === undefined ? null : checkAfterSuccess(toOrder(row), toCheck(row), nowMs);
    if (row === undefined || check === null) return false;
    yield* write(row, check, notificationsOf, nowMs);
    return true;
  }

  return {
    ...durableCommands<OrderStore>()(db, 'orders', {
      *setResource(orderId, resource, nowMs, seenRevision) {
        const row = yield* holdOrder(orderId);
        if (row?.revision !== seenRevision) return false;
        const columns = resourceColumns(resource);
        // The same resource again does not make those who look at the order just now too late.
        if (hasAll(row, columns)) return true;
        const isOtherChecker = changesChecker(toOrder(row).resource, resource);
        if (isOtherChecker) yield* retireLinks(orderId, nowMs);
        // What is known of the rights of the one bot says nothing of another's.
        const rights = isOtherChecker ? { rights_at_ms: null } : {};
        // An update that was read before must not put the old resource back.
        yield* changeOrder(row, { ...columns, ...rights, revision: row.revision + 1 });
        return true;
      },
      *setCheckState(resourceId, checkerBotId, state, notificationsOf, atMs) {
        const changed: Order[] = [];
        for (const row of yield* heldOfResource.all(resourceId, checkerBotId)) {
          const check = checkAfterUpdate(toOrder(row), toCheck(row), state, atMs);
          const order = check === null ? null : yield* write(row, check, notificationsOf, atMs);
          if (order !== null && row.check_state !== state) changed.push(order);
        }
        yield* turnFormerPlaces(resourceId, checkerBotId, state, atMs);
        return changed;
      },
    }),
    checkLoads: () => db.read(loads),
    ofChecker: async (checkerBotId, limit) => {
      const bound = boundedLimit(limit, MAX_LOST);
      return (await db.read(ofChecker.all(checkerBotId, bound))).map(toOrder);
    },
    noteCheckError: (orderId, notificationsOf, nowMs) =>
      db.run('orders.noteCheckError', () => noteError(orderId, notificationsOf, nowMs)),
    noteCheckWorked: async (orderId, notificationsOf, nowMs) => {
      // Nearly always there is nothing to forget, and nothing to write.
      if (!(await isTroubled(orderId))) return false;
      return db.run('orders.noteCheckWorked', () => noteWorked(orderId, notificationsOf, nowMs));
    },
    lost: async (limit) => {
      const bound = boundedLimit(limit, MAX_LOST);
      const rows = await db.read(function* () {
        const next = yield* lostAfter.all(lostCursor, bound);
        if (next.length === bound) return next;
        const first = yield* lostAfter.all(0, bound - next.length);
        const known = new Set(next.map((row) => row.order_id));
        return [...next, ...first.filter((row) => !known.has(row.order_id))];
      });
      lostCursor = rows.at(-1)?.order_id ?? 0;
      return rows.map(toOrder);
    },
  } satisfies Partial<OrderStore>;
}
