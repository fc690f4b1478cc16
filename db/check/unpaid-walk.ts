/** Holds the counters of joins that nobody pays for to the subscribers themselves. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { CHARGE } from '../repositories/standing-row.js';
import { type Findings, ROWS_AT_ONCE } from './findings.js';
import {
  compareUnpaid,
  COUNTERS_AT_ONCE,
  emptyUnpaid,
  LAST_ORDER,
  type UnpaidCounterRow,
  unpaidKey,
  type UnpaidSubscriberRow,
  type UnpaidSums,
} from './unpaid-sums.js';

type CounterKey = [orderId: number, day: number, botId: number, reason: string];
type SubscriberRow = UnpaidSubscriberRow & { charge: number; reason: string | null };

export function createUnpaidWalk(connection: Connection, dayOf: (atMs: number) => number) {
  const cut = connection.prepare<[after: number], { order_id: number }>(
    `SELECT order_id FROM unpaid_days WHERE order_id > ? ORDER BY order_id
     LIMIT 1 OFFSET ${String(COUNTERS_AT_ONCE)}`,
  );
  const counters = connection.prepare<[...CounterKey, to: number], UnpaidCounterRow>(
    `SELECT order_id, day, bot_id, reason, joins FROM unpaid_days
     WHERE (order_id, day, bot_id, reason) > (?, ?, ?, ?) AND order_id <= ?
     ORDER BY order_id, day, bot_id, reason LIMIT ${String(ROWS_AT_ONCE)}`,
  );
  const subscribers = connection.prepare<[userId: number, orderId: number], SubscriberRow>(
    `SELECT user_id, order_id, bot_id, at_ms, charge, reason FROM subscriptions
     WHERE (user_id, order_id) > (?, ?) ORDER BY user_id, order_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );

  const readCounters = async (sums: UnpaidSums, after: number, to: number): Promise<void> => {
    for (let place: CounterKey = [after, Number.MAX_SAFE_INTEGER, 0, '']; ;) {
      const rows = counters.all(...place, to);
      for (const row of rows)
        sums.found.add(unpaidKey(row.order_id, row.day, row.bot_id, row.reason), BigInt(row.joins));
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      place = [last.order_id, last.day, last.bot_id, last.reason];
      await turn();
    }
  };

  const addUp = async (sums: UnpaidSums, after: number, to: number): Promise<void> => {
    for (let place: [number, number] = [Number.MIN_SAFE_INTEGER, 0]; ;) {
      const rows = subscribers.all(...place);
      for (const { order_id: orderId, bot_id: botId, at_ms: atMs, charge, reason } of rows) {
        if (charge !== CHARGE.none || reason === null || orderId <= after || orderId > to) continue;
        sums.expected.add(unpaidKey(orderId, dayOf(atMs), botId, reason), 1n);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      place = [last.user_id, last.order_id];
      await turn();
    }
  };

  return async (findings: Findings): Promise<void> => {
    for (let after = 0; after < LAST_ORDER;) {
      const to = cut.get(after)?.order_id ?? LAST_ORDER;
      const sums = emptyUnpaid();
      await readCounters(sums, after, to);
      await addUp(sums, after, to);
      compareUnpaid(findings, sums);
      after = to;
    }
  };
}
