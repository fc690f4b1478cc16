/** Tells of wallets that cannot pay, inside deeds (see `work/shortfalls.ts`). */
import type { OrderRow } from '../../repositories/order-row.js';
import type * as work from '../../work/shortfalls.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export interface Shortfalls {
  changed(transaction: Transaction, order: OrderRow, nowMs: number): Promise<void>;
}

export const adaptShortfalls = (shortfalls: work.Shortfalls): Shortfalls => ({
  changed: (transaction, order, nowMs) => perform(transaction, shortfalls.changed(order, nowMs)),
});
