/** What the platform says of an order's resource, and whether its subscribers can be checked. */
import type { CheckState, NewNotice, Order, OrderStore, Resource } from '../../../core/ports.js';
import {
  CHECKED_SQL,
  type CheckerRow,
  countChecked,
  type CountRow,
  MAX_CHECKERS,
} from '../../repositories/order-checks.js';
import { hasAll, type OrderRow, toOrder, unseenAfter } from '../../repositories/order-row.js';
import { boundedLimit, toFlag } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { retireLinks } from './invite-links.js';
import type { NoticeQueue } from './notice-queue.js';
import type { OrderWrites } from './order-writes.js';

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
type Tell = (order: Order) => NewNotice[];

/** Held until the deed ends; in the order of their ids, so that two such deeds do not wait for each other. */
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

export function createOrderChecks({ deeds }: Parts, writes: OrderWrites, notices: NoticeQueue): OrderChecks {
  /** Where the last look at lost orders ended, so that each has its turn. */
  let lostCursor = 0;

  /** The revision moves, so that a second loss can be told apart from the first. */
  const become = async (
    transaction: Transaction,
    row: OrderRow,
    state: CheckState,
    tell: Tell,
    nowMs: number,
  ): Promise<Order> => {
    const moved = { check_state: state, check_errors: 0, revision: row.revision + 1 };
    const changes = { ...moved, ...unseenAfter(row, state, nowMs) };
    await notices.queue(transaction, tell(toOrder({ ...row, ...changes })), nowMs);
    return writes.change(transaction, row, changes);
  };

  const loads = async (transaction: Transaction): Promise<Map<number | null, number>> => {
    const own = (await ownLoad.get(transaction))?.count ?? 0;
    const found = new Map<number | null, number>([[null, own]]);
    for (let after = 0; found.size <= MAX_CHECKERS;) {
      const next = (await nextChecker.get(transaction, after))?.checker_bot_id;
      if (next === undefined) break;
      found.set(next, (await load.get(transaction, next))?.count ?? 0);
      after = next;
    }
    return found;
  };

  const setResource = async (
    transaction: Transaction,
    orderId: number,
    resource: Resource,
    nowMs: number,
  ): Promise<void> => {
    const row = await writes.hold(transaction, orderId);
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
    if (row.checker_bot_id !== columns.checker_bot_id) await retireLinks(transaction, orderId, nowMs);
    // An update that was read before must not put the old resource back.
    await writes.change(transaction, row, { ...columns, revision: row.revision + 1 });
  };

  const setCheckState: OrderStore['setCheckState'] = (resourceId, checkerBotId, state, tell, nowMs) =>
    deeds.run(
      'orders.setCheckState',
      async (transaction) => {
        const changed: Order[] = [];
        for (const row of await heldOfResource.all(transaction, resourceId, checkerBotId)) {
          if (row.check_state !== state) changed.push(await become(transaction, row, state, tell, nowMs));
          else if (row.check_errors > 0 && state === 'ok')
            await writes.change(transaction, row, { check_errors: 0 });
        }
        return changed;
      },
      { durable: true },
    );

  const noteError = async (
    transaction: Transaction,
    orderId: number,
    tell: Tell,
    nowMs: number,
  ): Promise<CheckState> => {
    const row = await writes.hold(transaction, orderId);
    if (row === undefined || row.check_state === 'lost') return 'lost';
    const errors = row.check_errors + 1;
    const after =
      errors >= ERRORS_TO_LOSE
        ? await become(transaction, row, 'lost', tell, nowMs)
        : await writes.change(transaction, row, { check_errors: errors });
    return after.checkState;
  };

  const noteWorked = async (
    transaction: Transaction,
    orderId: number,
    tell: Tell,
    nowMs: number,
  ): Promise<boolean> => {
    const row = await writes.hold(transaction, orderId);
    if (row === undefined) return false;
    if (row.check_state === 'lost') await become(transaction, row, 'ok', tell, nowMs);
    else if (row.check_errors > 0) await writes.change(transaction, row, { check_errors: 0 });
    else return false;
    return true;
  };

  const pause = async (
    transaction: Transaction,
    ...[orderId, reason, tell, nowMs]: Parameters<OrderStore['pause']>
  ): Promise<boolean> => {
    const row = await writes.hold(transaction, orderId);
    if (row === undefined || row.pause_reason === reason) return false;
    const changes = { pause_reason: reason, revision: row.revision + 1 };
    const about = reason ?? row.pause_reason;
    if (about !== null) await notices.queue(transaction, tell(toOrder({ ...row, ...changes }), about), nowMs);
    await writes.change(transaction, row, changes);
    return true;
  };

  return {
    setResource: (orderId, resource, nowMs) =>
      deeds.run('orders.setResource', (transaction) => setResource(transaction, orderId, resource, nowMs), {
        durable: true,
      }),
    checkLoads: () => deeds.ask(loads),
    ofChecker: async (checkerBotId, limit) => {
      const bound = boundedLimit(limit, MAX_LOST);
      return (await deeds.askOnce((transaction) => ofChecker.all(transaction, checkerBotId, bound))).map(
        toOrder,
      );
    },
    setCheckState,
    noteCheckError: (orderId, tell, nowMs) =>
      deeds.run('orders.noteCheckError', (transaction) => noteError(transaction, orderId, tell, nowMs)),
    noteCheckWorked: async (orderId, tell, nowMs) => {
      // Nearly always there is nothing to forget, and nothing to write.
      const row = await deeds.askOnce((transaction) => writes.row(transaction, orderId));
      if (row?.check_state === 'ok' && row.check_errors === 0) return false;
      return deeds.run('orders.noteCheckWorked', (transaction) =>
        noteWorked(transaction, orderId, tell, nowMs),
      );
    },
    pause: (...pausing) =>
      deeds.run('orders.pause', (transaction) => pause(transaction, ...pausing), { durable: true }),
    lost: async (limit) => {
      const bound = boundedLimit(limit, MAX_LOST);
      const rows = await deeds.ask(async (transaction) => {
        const next = await lostAfter.all(transaction, lostCursor, bound);
        if (next.length === bound) return next;
        const first = await lostAfter.all(transaction, 0, bound - next.length);
        return [...next, ...first.filter(notIn(next))];
      });
      lostCursor = rows.at(-1)?.order_id ?? 0;
      return rows.map(toOrder);
    },
  };
}

function notIn(rows: readonly OrderRow[]): (row: OrderRow) => boolean {
  const orderIds = new Set(rows.map((row) => row.order_id));
  return (row) => !orderIds.has(row.order_id);
}
