/** Reading and writing order rows inside deeds, with the catalog's version kept in step. */
import type { Order } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import {
  isRunning,
  type OrderColumns,
  orderColumnNames,
  type OrderRow,
  type StateColumns,
  stateColumnNames,
  toOrder,
} from './order-row.js';
import { present } from './values.js';

export interface OrderWrites {
  row(orderId: number): OrderRow | undefined;
  insert(accountId: number, columns: OrderColumns, nowMs: number): Order;
  /** Writes what changed; the catalog's version moves when the order runs, or ran until now. */
  change(before: OrderRow, changes: Partial<OrderColumns & StateColumns>): Order;
}

export function createOrderWrites({
  connection,
  versions,
}: Pick<Parts, 'connection' | 'versions'>): OrderWrites {
  const byId = connection.prepare<[number], OrderRow>('SELECT * FROM orders WHERE order_id = ?');
  const insertRow = connection.prepare<[Record<string, unknown>], { order_id: number }>(
    `INSERT INTO orders (account_id, created_at_ms, catalog_version, ${orderColumnNames.join(', ')})
     VALUES (@account_id, @created_at_ms, @catalog_version, ${orderColumnNames.map((name) => `@${name}`).join(', ')})
     RETURNING order_id`,
  );
  const update = connection.prepare<[OrderRow]>(
    `UPDATE orders SET ${[...orderColumnNames, ...stateColumnNames].map((name) => `${name} = @${name}`).join(', ')}
     WHERE order_id = @order_id`,
  );
  const row = (orderId: number) => byId.get(orderId);

  return {
    row,
    insert: (accountId, columns, nowMs) => {
      const runs = isRunning({ ...columns, quantity_now: 0 });
      const catalogVersion = runs ? versions.bump('catalog') : 0;
      const values = {
        ...columns,
        account_id: accountId,
        created_at_ms: nowMs,
        catalog_version: catalogVersion,
      };
      const { order_id: orderId } = present(insertRow.get(values), 'the new order');
      return toOrder(present(row(orderId), 'the new order'));
    },
    change: (before, changes) => {
      const after = { ...before, ...changes };
      if (isRunning(before) || isRunning(after)) after.catalog_version = versions.bump('catalog');
      update.run(after);
      return toOrder(after);
    },
  };
}
