/** Reading and writing order rows inside other work, with the catalog's version kept in step. */
import type { Order, PauseReason } from '../../core/ports/order-store.js';
import {
  type OrderColumns,
  orderColumnNames,
  type OrderRow,
  runs,
  type StateColumns,
  stateColumnNames,
  toOrder,
} from './order-row.js';
import { present } from './values.js';
import { lock, statement, type Value, type Work } from './statement.js';
import { bumpVersion } from './versions.js';

const placeholders = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => `$${String(first + index)}`).join(', ');

const heldById = statement<[number], OrderRow>('SELECT * FROM orders WHERE order_id = $1 FOR NO KEY UPDATE');
const insertRow = statement<Value[], OrderRow>(
  `INSERT INTO orders (account_id, created_at_ms, catalog_version, pause_reason, ${orderColumnNames.join(', ')})
   VALUES (${placeholders(orderColumnNames.length + 4, 1)}) RETURNING *`,
);
const writtenNames = [...orderColumnNames, ...stateColumnNames] as const;
const update = statement<Value[]>(
  `UPDATE orders SET ${writtenNames.map((name, index) => `${name} = $${String(index + 2)}`).join(', ')}
   WHERE order_id = $1`,
);

/** Settling locks it first: its place, its day, and who stands how with it change under that lock alone. */
export const lockOrder = lock<[orderId: number]>('SELECT 1 FROM orders WHERE order_id = $1 FOR UPDATE');

/** The row, locked until the work ends, for decisions that depend on it. */
export const holdOrder = (orderId: number) => heldById.get(orderId);

export function* insertOrder(
  accountId: number,
  columns: OrderColumns,
  pauseReason: PauseReason | null,
  nowMs: number,
): Work<Order> {
  const isCatalogued = runs({ ...columns, quantity_now: 0 });
  const catalogVersion = isCatalogued ? yield* bumpVersion('catalog') : 0;
  const values = orderColumnNames.map((name) => columns[name]);
  const row = yield* insertRow.get(accountId, nowMs, catalogVersion, pauseReason, ...values);
  return toOrder(present(row, 'the new order'));
}

/**
 * Writes what changed of a row that is held; the catalog's version moves when the order runs, or ran until now, and
 * others who move it wait from then on: it comes last.
 */
export function* changeOrder(before: OrderRow, changes: Partial<OrderColumns & StateColumns>): Work<Order> {
  const after = { ...before, ...changes };
  if (runs(before) || runs(after)) after.catalog_version = yield* bumpVersion('catalog');
  yield* update.run(after.order_id, ...writtenNames.map((name) => after[name]));
  return toOrder(after);
}
