/** Reading and writing order rows inside deeds, with the catalog's version kept in step. */
import type { Order } from '../../../core/ports.js';
import {
  isRunning,
  type OrderColumns,
  orderColumnNames,
  type OrderRow,
  type StateColumns,
  stateColumnNames,
  toOrder,
} from '../../repositories/order-row.js';
import { present } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction, type Value } from '../statement.js';

export interface OrderWrites {
  row(transaction: Transaction, orderId: number): Promise<OrderRow | undefined>;
  /** The row, which nobody else changes until the deed ends: for what is decided by it. */
  hold(transaction: Transaction, orderId: number): Promise<OrderRow | undefined>;
  insert(transaction: Transaction, accountId: number, columns: OrderColumns, nowMs: number): Promise<Order>;
  /**
   * Writes what changed of a row that is held; the catalog's version moves when the order runs, or ran until now, and
   * whoever moves it too waits from then on: it comes last.
   */
  change(
    transaction: Transaction,
    before: OrderRow,
    changes: Partial<OrderColumns & StateColumns>,
  ): Promise<Order>;
}

const placeholders = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => `$${String(first + index)}`).join(', ');

const byId = statement<[number], OrderRow>('SELECT * FROM orders WHERE order_id = $1');
const heldById = statement<[number], OrderRow>('SELECT * FROM orders WHERE order_id = $1 FOR NO KEY UPDATE');
const insertRow = statement<Value[], OrderRow>(
  `INSERT INTO orders (account_id, created_at_ms, catalog_version, ${orderColumnNames.join(', ')})
   VALUES (${placeholders(orderColumnNames.length + 3, 1)}) RETURNING *`,
);
const writtenNames = [...orderColumnNames, ...stateColumnNames] as const;
const update = statement<Value[]>(
  `UPDATE orders SET ${writtenNames.map((name, index) => `${name} = $${String(index + 2)}`).join(', ')}
   WHERE order_id = $1`,
);

export function createOrderWrites({ versions }: Pick<Parts, 'versions'>): OrderWrites {
  return {
    row: (transaction, orderId) => byId.get(transaction, orderId),
    hold: (transaction, orderId) => heldById.get(transaction, orderId),
    insert: async (transaction, accountId, columns, nowMs) => {
      const runs = isRunning({ ...columns, quantity_now: 0 });
      const catalogVersion = runs ? await versions.bump(transaction, 'catalog') : 0;
      const values = orderColumnNames.map((name) => columns[name]);
      const row = await insertRow.get(transaction, accountId, nowMs, catalogVersion, ...values);
      return toOrder(present(row, 'the new order'));
    },
    change: async (transaction, before, changes) => {
      const after = { ...before, ...changes };
      if (isRunning(before) || isRunning(after))
        after.catalog_version = await versions.bump(transaction, 'catalog');
      await update.run(transaction, after.order_id, ...writtenNames.map((name) => after[name]));
      return toOrder(after);
    },
  };
}
