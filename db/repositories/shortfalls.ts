/** Tells of wallets that cannot pay, inside deeds (see `work/shortfalls.ts`). */
import type { Perform } from '../sqlite/perform.js';
import type * as work from '../work/shortfalls.js';
import type { OrderRow } from './order-row.js';

export interface Shortfalls {
  changed(order: OrderRow, nowMs: number): void;
}

export const adaptShortfalls = (perform: Perform, shortfalls: work.Shortfalls): Shortfalls => ({
  changed: (order, nowMs) => {
    perform(shortfalls.changed(order, nowMs));
  },
});
