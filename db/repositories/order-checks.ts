/** What the platform says of an order's resource, and whether its subscribers can be checked. */
import type { CheckState, NewNotice, Order, OrderStore, Resource } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { InviteWrites } from './invite-links.js';
import type { NoticeQueue } from './notice-queue.js';
import { hasAll, type OrderRow, toOrder, unseenAfter } from './order-row.js';
import type { OrderWrites } from './order-writes.js';
import { boundedLimit, toFlag } from './values.js';

/** One definite error may be a mistake of the platform's; the second in a row is believed. */
const ERRORS_TO_LOSE = 2;
const MAX_LOST = 1_000;

type OrderChecks = Pick<
  OrderStore,
  | 'setResource'
  | 'setCheckState'
  | 'noteCheckError'
  | 'noteCheckWorked'
  | 'pause'
  | 'lost'
  | 'checkLoads'
  | 'ofChecker'
>;

/** What a checker has to do; the index `orders_of_checker` has the same words. */
export const CHECKED_SQL = `ads_type = 'channel' AND decision <> 'rejected' AND in_archive = 0 AND is_on = 1
  AND quantity_now < quantity_all`;

export function createOrderChecks(
  { connection, executor }: Parts,
  writes: OrderWrites,
  { notices, invites }: { notices: NoticeQueue; invites: InviteWrites },
): OrderChecks {
  const ofResource = connection.prepare<[string, number | null], OrderRow>(
    `SELECT * FROM orders WHERE resource_id = ? AND resource_id <> '' AND checker_bot_id IS ?`,
  );
  const load = connection.prepare<[number], CountRow>(countChecked('checker_bot_id = ?'));
  const ownLoad = connection.prepare<[], CountRow>(countChecked('checker_bot_id IS NULL'));
  const nextChecker = connection.prepare<[number], CheckerRow>(
    `SELECT checker_bot_id FROM orders WHERE ${CHECKED_SQL} AND checker_bot_id > ? ORDER BY checker_bot_id LIMIT 1`,
  );
  const ofChecker = connection.prepare<[number, number], OrderRow>(
    `SELECT * FROM orders WHERE ${CHECKED_SQL} AND checker_bot_id = ? AND check_state = 'ok' ORDER BY order_id LIMIT ?`,
  );
  const lostAfter = connection.prepare<[number, number], OrderRow>(
    `SELECT * FROM orders WHERE check_state = 'lost' AND in_archive = 0 AND order_id > ? ORDER BY order_id LIMIT ?`,
  );
  /** Where the last look at lost orders ended, so that each has its turn. */
  let lostCursor = 0;

  /** The revision moves, so that a second loss can be told apart from the first. */
  const become = (
    row: OrderRow,
    state: CheckState,
    tell: (order: Order) => NewNotice[],
    nowMs: number,
  ): Order => {
    const changes = { check_state: state, check_errors: 0, revision: row.revision + 1 };
    const order = writes.change(row, { ...changes, ...unseenAfter(row, state, nowMs) });
    notices.queue(tell(order), nowMs);
    return order;
  };

  const loads = (): Map<number | null, number> => {
    const found = new Map<number | null, number>([[null, ownLoad.get()?.count ?? 0]]);
    for (let after = 0; found.size <= MAX_CHECKERS;) {
      const next = nextChecker.get(after)?.checker_bot_id;
      if (next === undefined) break;
      found.set(next, load.get(next)?.count ?? 0);
      after = next;
    }
    return found;
  };

  const setResource = (orderId: number, resource: Resource, nowMs: number) => {
    const row = writes.row(orderId);
    if (row === undefined) return;
    const columns = {
      resource_id: resource.resourceId,
      resource_name: resource.name,
      logo_file_id: resource.logoFileId,
      takes_join_requests: toFlag(resource.takesJoinRequests),
      checker_bot_id: resource.checkerBotId,
    };
    // Whoever tells it once more does not make those who look at the order just now too late.
    if (hasAll(row, columns)) return;
    if (row.checker_bot_id !== columns.checker_bot_id) invites.retire(orderId, nowMs);
    // An update that was read before must not put the old resource back.
    writes.change(row, { ...columns, revision: row.revision + 1 });
  };

  const setCheckState: OrderStore['setCheckState'] = (resourceId, checkerBotId, state, tell, nowMs) =>
    executor.run(
      'orders.setCheckState',
      () =>
        ofResource.all(resourceId, checkerBotId).flatMap((row) => {
          if (row.check_state !== state) return [become(row, state, tell, nowMs)];
          if (row.check_errors > 0 && state === 'ok') writes.change(row, { check_errors: 0 });
          return [];
        }),
      { durable: true },
    );

  const noteError = (orderId: number, tell: (order: Order) => NewNotice[], nowMs: number): CheckState => {
    const row = writes.row(orderId);
    if (row === undefined || row.check_state === 'lost') return 'lost';
    const errors = row.check_errors + 1;
    if (errors >= ERRORS_TO_LOSE) return become(row, 'lost', tell, nowMs).checkState;
    return writes.change(row, { check_errors: errors }).checkState;
  };

  const noteWorked = (orderId: number, tell: (order: Order) => NewNotice[], nowMs: number): boolean => {
    const row = writes.row(orderId);
    if (row === undefined) return false;
    if (row.check_state === 'lost') become(row, 'ok', tell, nowMs);
    else if (row.check_errors > 0) writes.change(row, { check_errors: 0 });
    else return false;
    return true;
  };

  return {
    setResource: (orderId, resource, nowMs) =>
      executor.run('orders.setResource', () => setResource(orderId, resource, nowMs), { durable: true }),
    checkLoads: () => executor.ask(loads),
    ofChecker: (checkerBotId, limit) =>
      executor.ask(() => ofChecker.all(checkerBotId, boundedLimit(limit, MAX_LOST)).map(toOrder)),
    setCheckState,
    noteCheckError: (orderId, tell, nowMs) =>
      executor.run('orders.noteCheckError', () => noteError(orderId, tell, nowMs)),
    noteCheckWorked: async (orderId, tell, nowMs) => {
      // Nearly always there is nothing to forget, and nothing to write.
      const row = await executor.ask(() => writes.row(orderId));
      if (row?.check_state === 'ok' && row.check_errors === 0) return false;
      return executor.run('orders.noteCheckWorked', () => noteWorked(orderId, tell, nowMs));
    },
    pause: (orderId, reason, tell, nowMs) =>
      executor.run(
        'orders.pause',
        () => {
          const row = writes.row(orderId);
          if (row === undefined || row.pause_reason === reason) return false;
          const order = writes.change(row, { pause_reason: reason, revision: row.revision + 1 });
          const about = reason ?? row.pause_reason;
          if (about !== null) notices.queue(tell(order, about), nowMs);
          return true;
        },
        { durable: true },
      ),
    lost: (limit) =>
      executor.ask(() => {
        const bound = boundedLimit(limit, MAX_LOST);
        const rows = lostAfter.all(lostCursor, bound);
        if (rows.length < bound) rows.push(...lostAfter.all(0, bound - rows.length).filter(notIn(rows)));
        lostCursor = rows.at(-1)?.order_id ?? 0;
        return rows.map(toOrder);
      }),
  };
}

export interface CountRow {
  count: number;
}

export interface CheckerRow {
  checker_bot_id: number;
}

/** Bots that ever checked and have orders left: more are not looked at. */
export const MAX_CHECKERS = 1_000;
const COUNTED_MAX = 100_000;

/** How many orders a checker has, up to so many. */
export function countChecked(whose: string): string {
  return `SELECT count(*) AS count FROM
    (SELECT 1 FROM orders WHERE ${CHECKED_SQL} AND ${whose} LIMIT ${String(COUNTED_MAX)})`;
}

function notIn(rows: readonly OrderRow[]): (row: OrderRow) => boolean {
  const orderIds = new Set(rows.map((row) => row.order_id));
  return (row) => !orderIds.has(row.order_id);
}
