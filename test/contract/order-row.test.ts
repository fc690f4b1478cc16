/** Orders as the catalog keeps them: as many as there are, each read for every list. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { columnsOf, type OrderRow, toKeptOrder } from '../../db/work/order-row.js';
import { createSharedValues } from '../../db/work/shared-values.js';
import { orderWith } from '../core/choosing-world.js';
import { orderFields } from './makers.js';

test('orders that are kept have one shape, which no order has for itself', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isAlike = runInThisContext('(one, other) => %HaveSameMap(one, other)') as (
    one: object,
    other: object,
  ) => boolean;
  const row: OrderRow = {
    ...columnsOf(orderFields()),
    ...{ order_id: 1, account_id: 501, quantity_now: 0, check_state: 'ok', check_errors: 0 },
    ...{ pause_reason: null, unseen_since_ms: null, unseen_cursor: 0, resolved_at_ms: 0 },
    ...{ rights_at_ms: null, lost_at_ms: null, lost_before_ms: null },
    ...{ revision: 1, catalog_version: 3, created_at_ms: 0 },
  };
  const shared = createSharedValues();
  const orders = Array.from({ length: 100 }, () => toKeptOrder(row, shared));
  // With the first ones the engine learns what the fields hold.
  const [first, ...others] = orders.slice(50);
  expect(others.map((order) => isAlike(order, first ?? {}))).not.toContain(false);
  // Those of tests and benches, too.
  const worlds = Array.from({ length: 10 }, (_, index) => orderWith(index, { isFree: true }));
  expect(isAlike(worlds[8] ?? {}, worlds[9] ?? {})).toBe(true);
  setFlagsFromString('--no-allow-natives-syntax');
});
