/** Taking a charge back, inside deeds (see `work/settlement-writes.ts`). */
import type * as work from '../../work/settlement-writes.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export interface SettlementWrites {
  reverse(
    transaction: Transaction,
    charged: work.ChargedRow,
    moment: work.SettlementMoment,
  ): Promise<{ movesCatalog: boolean }>;
  moveCatalog(transaction: Transaction, orderId: number): Promise<void>;
}

export const adaptSettlementWrites = (writes: work.SettlementWrites): SettlementWrites => ({
  reverse: (transaction, charged, moment) => perform(transaction, writes.reverse(charged, moment)),
  moveCatalog: (transaction, orderId) => perform(transaction, writes.moveCatalog(orderId)),
});
