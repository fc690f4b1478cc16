/** Orders as the catalog keeps them: as many as there are, each read for every list. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { columnsOf, createSharedValues, type OrderRow, toKeptOrder } from '../../db/work/order-row.js';
import { flag, moneyAsText, money, rowsOf } from '../../db/work/rows.js';
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
    order_id: 1,
    account_id: 501,
    quantity_now: 0,
    check_state: 'ok',
    check_errors: 0,
    pause_reason: null,
    unseen_since_ms: null,
    unseen_cursor: 0,
    resolved_at_ms: 0,
    rights_at_ms: null,
    lost_at_ms: null,
    lost_before_ms: null,
    revision: 1,
    catalog_version: 3,
    created_at_ms: 0,
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

test('a reader of rows names fields as the domain does, and leaves no field out', () => {
  interface Paid {
    entryId: number;
    paidMicros: bigint;
    isHeld: boolean;
    note: string | null;
  }
  const read = rowsOf<Paid>()('entry_id, paid_micros, is_held,\n note', { paidMicros: money, isHeld: flag });
  const rest = { is_held: 1, note: null, not_of_the_domain: 7 };
  expect(read({ ...rest, entry_id: 3, paid_micros: '9007199254740993' })).toEqual({
    entryId: 3,
    paidMicros: 9_007_199_254_740_993n,
    isHeld: true,
    note: null,
  });
  expect(read({ entry_id: 3n, paid_micros: 5n, is_held: 0n, note: 'late' })).toEqual({
    entryId: 3,
    paidMicros: 5n,
    isHeld: false,
    note: 'late',
  });
  expect(moneyAsText('entry_id, paid_micros')).toBe('entry_id, CAST(paid_micros AS text) AS paid_micros');
  // @ts-expect-error the note is left out
  rowsOf<Paid>()('entry_id, paid_micros, is_held', { paidMicros: money, isHeld: flag });
  // @ts-expect-error the domain has no such field
  rowsOf<Paid>()('entry_id, paid_micros, is_held, note, at_ms', { paidMicros: money, isHeld: flag });
  // @ts-expect-error a flag is kept as a number
  rowsOf<Paid>()('entry_id, paid_micros, is_held, note', { paidMicros: money });
});
